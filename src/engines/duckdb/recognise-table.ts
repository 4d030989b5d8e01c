// Tells what the files behind one reference are, and refuses what may not be read as such.
import { noKnownLog } from '../../files/data-root.ts';
import { kindByName, kindReadBy } from '../../files/file-kinds.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import { type RecognisedFile, recogniseFiles } from '../../kinds/recognise/recognise-files.ts';
import type { MentionedFiles, RecognisedFiles } from '../engine-driver.ts';
import { sourceFiles } from './source-files.ts';

/** `readsAnyName`: files are read whatever their names are. Rejects with a PathqlError that names the file. */
export async function recogniseTable(
  { files, reference, signal }: MentionedFiles,
  readsAnyName: boolean,
): Promise<RecognisedFiles> {
  const { reader, paths: written, options } = reference;
  const calledKind = reader === null ? null : (kindReadBy(reader) ?? null);
  const asked = { files: sourceFiles({ files }), written, calledKind, options, signal };
  try {
    const { kind, warnings, files: found } = await recogniseFiles(asked);
    if (!readsAnyName) assertLogsAsSuch(found);
    const compressed = files.map((file, at) => {
      return { ...file, compression: found[at]?.compression ?? 'none' };
    });
    return { kind, warnings, files: compressed };
  } catch (error) {
    assertUnchanged(files);
    throw error;
  }
}

/** Programs write whatever they do into files of such names: they are read for what logs hold, and for nothing else. */
function assertLogsAsSuch(files: readonly RecognisedFile[]): void {
  const other = files.find(({ path, content: { kind, isBlank } }) => {
    return kindByName(path) === 'log' && kind !== 'log' && !isBlank;
  });
  if (other !== undefined) throw noKnownLog(other.shownPath);
}
