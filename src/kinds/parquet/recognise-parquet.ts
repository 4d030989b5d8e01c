// Tells by the first bytes of a file whether it is Parquet, encrypted or not.
import type { FileStart } from '../shared/bytes/file-start.ts';

/** The letters alone may begin a text. */
const mark = /^PAR[1E].{0,7}[\x00-\x08\x0e-\x1f\x80-\xff]/s;

export function recogniseParquet({ bytes }: FileStart): 'parquet' | null {
  return mark.test(bytes.toString('latin1', 0, 12)) ? 'parquet' : null;
}
