// Writes a column file: its row groups, by whoever has the records, and its footer.
import { open, rm } from 'node:fs/promises';
import { writeFailed } from '../write-failed.ts';
import { columnFooter, magic } from './column-footer.ts';
import type { RowGroup } from './column-pages.ts';
import type { ColumnSink } from './column-sink.ts';
import type { StoredForm } from './stored-form.ts';

/**
 * Writes the file at `path` anew; it is gone where this rejects: with disk_full, or with what `writeGroups` rejects with.
 * That gives the row groups in the order of the table.
 */
export async function writeColumnFile(
  path: string,
  forms: readonly StoredForm[],
  writeGroups: (sink: ColumnSink) => Promise<readonly RowGroup[]>,
): Promise<void> {
  const handle = await open(path, 'w', 0o600).catch(writeFailed);
  try {
    await handle.writeFile(magic).catch(writeFailed);
    const taken = new BigInt64Array(new SharedArrayBuffer(8));
    taken[0] = BigInt(magic.length);
    const groups = await writeGroups({ file: handle.fd, taken });
    const footer = columnFooter(forms, groups);
    await handle.write(footer, 0, footer.length, Number(taken[0])).catch(writeFailed);
  } catch (error) {
    await rm(path, { force: true });
    throw isOfWriting(error) ? writeFailed(error) : error;
  } finally {
    await handle.close();
  }
}

function isOfWriting(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}
