// Reports a Parquet file that cannot be read.
import { PathqlError } from '../../errors.ts';
import type { SourceFile } from '../shared/source-file.ts';

export function parquetFault(
  { shownPath }: SourceFile,
  words: string,
  cause?: unknown,
): PathqlError {
  return new PathqlError('file_invalid', `The file '${shownPath}' ${words}`, { cause });
}
