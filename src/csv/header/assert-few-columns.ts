// Refuses a file with too many columns.
import { PathqlError } from '../../errors.ts';
import { limits, shownNumber } from '../../limits.ts';
import type { CsvFile } from '../csv-file.ts';

export function assertFewColumns({ shownPath }: CsvFile, count: number): void {
  const { most } = limits.fileColumns;
  if (count <= most) return;
  const message = `The file '${shownPath}' has ${shownNumber(count)} columns, and at most ${shownNumber(most)} can be read`;
  throw new PathqlError('csv_invalid', message);
}
