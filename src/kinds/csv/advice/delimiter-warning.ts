// Warns of a given delimiter that separates no fields, where the one that is found without it does.
import type { SourceFile } from '../../shared/source-file.ts';
import type { FirstLineRequest } from './first-line-warning.ts';
import { readSample } from './read-sample.ts';
import { orNull, tryAsAsked } from './try-on-table.ts';
import { tryOnSample } from './try-reading.ts';

const namesOfDelimiter = ['delim', 'sep'];

/** Of a file that is read as one column. Null where it may have one. */
export async function warnOfDelimiter(
  file: SourceFile,
  { table, given: all, firstRows, signal }: FirstLineRequest,
): Promise<string | null> {
  const given = new Map([...(all ?? [])].filter(([name]) => !namesOfDelimiter.includes(name)));
  const trial = await orNull(signal, async () => {
    const sample = await readSample({ file }, given, signal);
    return tryOnSample(sample, given);
  });
  if (trial === null || trial.reading.columns.length === 1) return null;
  const { dialect, columns } = trial.reading;
  const changes = { delim: dialect.delimiter };
  const call = await tryAsAsked({ ...table, given, changes, signal }, firstRows);
  if (call === null) return null;
  return `The file '${file.shownPath}' is read as one column, as the delimiter that is given separates no fields. This reads a table of ${columns.length} columns: ${call}`;
}
