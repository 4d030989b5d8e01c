// Reports a Parquet file that cannot be read.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv/csv-file.ts';

export function parquetFault({ shownPath }: CsvFile, words: string, cause?: unknown): PathqlError {
  return new PathqlError('file_invalid', `The file '${shownPath}' ${words}`, { cause });
}
