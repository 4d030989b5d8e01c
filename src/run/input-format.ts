// Refuses files of other kinds than the request says they are.
import { PathqlError } from '../errors.ts';
import { type FileKind, fileKinds } from '../files/file-kinds.ts';
import type { InputFormat } from '../query/query-request.ts';
import type { FileReference } from '../sql/file-reference.ts';

const kindsOf: Readonly<Record<Exclude<InputFormat, 'CSV'>, readonly FileKind[]>> = {
  JSON: ['json', 'ndjson'],
  NDJSON: ['ndjson'],
  PARQUET: ['parquet'],
};

/** CSV is what stands there when nothing is said: files tell their kinds with it, too. */
export function assertInputFormat(
  format: InputFormat | undefined,
  kind: FileKind,
  { paths }: Pick<FileReference, 'paths'>,
): void {
  if (format === undefined || format === 'CSV' || kindsOf[format].includes(kind)) return;
  throw refused(format, `'${paths[0]}' is a ${fileKinds[kind].name} file`);
}

export function assertFilesFor(
  format: InputFormat | undefined,
  references: readonly FileReference[],
): void {
  if (format === undefined || format === 'CSV' || references.length > 0) return;
  throw refused(format, 'the query names no file');
}

function refused(format: string, found: string): PathqlError {
  const message = `Expected "input_format" to be the kind of every file of the query: it is ${format}, and ${found}. Leave it out: the files tell their kinds`;
  return new PathqlError('request_invalid', message);
}
