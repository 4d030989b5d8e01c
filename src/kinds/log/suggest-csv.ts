// Suggests a call of read_csv for logs of another form, tried on all of their lines.
import { PathqlError } from '../../errors.ts';
import { describeWhole } from '../csv/advice/describe-reading.ts';
import { tryOnTable, type WrittenTable } from '../csv/advice/try-on-table.ts';
import { EntryFault } from './log-fault.ts';

/** Each value between spaces or in quotes; the time is two of them. */
const bySpaces = { delim: ' ', quote: '"', escape: '\\', header: false } as const;

/** The error, with a call where every line has as many values as the first. */
export async function withCsvCall(
  error: unknown,
  table: WrittenTable,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof PathqlError) || !(error.cause instanceof EntryFault)) return error;
  const given = new Map(Object.entries(bySpaces).map(([name, value]) => [name, { value }]));
  const tried = await tryOnTable({ ...table, given, changes: {}, signal });
  if (tried === null) return error;
  const reads = describeWhole(tried.wholes).replace(/^T/, 't');
  const message = `${error.message}. By spaces and quotes alone, ${reads}: ${tried.call}`;
  return new PathqlError(error.code, message, { cause: error.cause });
}
