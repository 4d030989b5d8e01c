// Suggests how files with different columns can be read as one table: one of them in another way, or all by name.
import { PathqlError } from '../../errors.ts';
import { shownNumber } from '../../limits.ts';
import { FaultyFile } from '../faulty-file.ts';
import type { GivenOptions } from '../read-options.ts';
import type { OtherColumns } from '../table-columns.ts';
import { withChanges } from './find-readings.ts';
import { readCall } from './read-call.ts';
import { withSuggestion } from './suggest-reading.ts';
import type { WrittenTable } from './try-on-table.ts';
import { tryOnWhole } from './try-reading.ts';

export interface ColumnsRequest {
  readonly error: OtherColumns;
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

/** Such as a title above the header, which is then taken for it. */
export async function matchColumns(request: ColumnsRequest): Promise<PathqlError> {
  const { error, table, signal } = request;
  const { files, written } = table;
  const given = request.given ?? new Map();
  try {
    const byName = withChanges(given, { union_by_name: true });
    let [records, shared] = [0, new Set<string>()];
    for (const [at, file] of files.entries()) {
      const whole = await tryOnWhole({ file, given: byName, infersTypes: false, signal });
      const names = whole.reading.columns.map((name) => name.toLowerCase());
      shared = new Set(at === 0 ? names : names.filter((name) => shared.has(name)));
      records += whole.records;
    }
    if (shared.size === 0) return error;
    const all = `all ${shownNumber(records)} records`;
    const hint = `This reads ${all}, columns matched by name: ${readCall(written, byName)}`;
    return new PathqlError('csv_invalid', `${error.message}. ${hint}`);
  } catch (fault) {
    if (fault instanceof FaultyFile) return withSuggestion({ error: fault, table, given, signal });
    if (fault instanceof PathqlError && !signal?.aborted) return error;
    throw fault;
  }
}
