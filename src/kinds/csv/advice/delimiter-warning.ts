// Warns of a given delimiter that parts no fields, where the one that is found without it does.
import type { SourceFile } from '../../shared/source-file.ts';
import type { FirstLineRequest } from './first-line-warning.ts';
import { readCall } from './read-call.ts';
import { readSample } from './read-sample.ts';
import { orNull, readsHeads } from './try-on-table.ts';
import { tryOnSample } from './try-reading.ts';

const namesOfDelimiter = ['delim', 'sep'];

/** Of a file that is read as one column. Null where it may have one. */
export async function warnOfDelimiter(
  file: SourceFile,
  { table, given, signal }: FirstLineRequest,
): Promise<string | null> {
  const options = [...(given ?? [])].filter(([name]) => !namesOfDelimiter.includes(name));
  const others = new Map(options);
  const trial = await orNull(signal, async () => {
    const sample = await readSample({ file }, others, signal);
    return tryOnSample(sample, others);
  });
  if (trial === null || trial.reading.columns.length === 1) return null;
  const { dialect, columns } = trial.reading;
  const changes = { delim: dialect.delimiter };
  if (!(await readsHeads({ ...table, given: others, changes, signal }))) return null;
  return `The file '${file.shownPath}' is read as one column, as the delimiter that is given parts no fields. This reads a table of ${columns.length} columns: ${readCall(table.written, others)}`;
}
