// Suggests how files with different columns can be read as one table: one of them in another way, or all by name.
import { PathqlError } from '../../../errors.ts';
import { shownNumber } from '../../../limits.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { FaultyFile } from '../../shared/faulty-file.ts';
import type { GivenOptions } from '../read-options.ts';
import type { OtherColumns } from '../table-columns.ts';
import { describeWhole } from './describe-reading.ts';
import { withChanges } from './find-readings.ts';
import { withHeader, withSuggestion } from './suggest-reading.ts';
import { type TableTrial, tryHeads, tryOnTable, type WrittenTable } from './try-on-table.ts';
import { tryOnWhole } from './try-reading.ts';

export interface ColumnsRequest {
  readonly error: OtherColumns;
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

interface ColumnUses {
  readonly name: string;
  /** That have the column. */
  readonly files: number;
}

/** Such as a title above the header, which is then taken for it. */
export async function matchColumns(request: ColumnsRequest): Promise<PathqlError> {
  const { error, table, signal } = request;
  const { files } = table;
  const given = request.given ?? new Map();
  const sameHeader = await withSameHeader({ ...table, given, changes: {}, signal });
  if (sameHeader !== null) return new PathqlError('csv_invalid', `${error.message}. ${sameHeader}`);
  try {
    const byName = withChanges(given, { union_by_name: true });
    const uses = new Map<string, ColumnUses>();
    let records = 0;
    for (const file of files) {
      const whole = await tryOnWhole({ file, given: byName, infersTypes: false, signal });
      for (const name of whole.reading.columns) {
        const key = name.toLowerCase();
        const known = uses.get(key) ?? { name, files: 0 };
        uses.set(key, { ...known, files: known.files + 1 });
      }
      records += whole.records;
    }
    const partial = [...uses.values()].filter((column) => column.files < files.length);
    const changes = { union_by_name: true };
    const call = await tryHeads({ ...table, given: byName, changes, signal });
    if (partial.length === uses.size || call === null) return error;
    const all = `all ${shownNumber(records)} records`;
    const hint = `This reads ${all}, columns matched by name${inSomeFiles(partial)}: ${call}`;
    return new PathqlError('csv_invalid', `${error.message}. ${hint}`);
  } catch (fault) {
    if (fault instanceof FaultyFile) return withSuggestion({ error: fault, table, given, signal });
    if (fault instanceof PathqlError && !signal?.aborted) return error;
    throw fault;
  }
}

/** Where it was guessed of some files only that they begin with names, or with data. Null: that reads them no better. */
async function withSameHeader(trial: TableTrial): Promise<string | null> {
  for (const header of [true, false]) {
    const tried = await tryOnTable(withHeader(trial, header));
    if (tried === null) continue;
    const reads = describeWhole(tried.wholes);
    return `${reads}, the first of each file as ${header ? 'names' : 'data'}: ${tried.call}`;
  }
  return null;
}

const maxNamed = 5;

/** What differs by a space from a column of the other files is another column. */
function inSomeFiles(columns: readonly ColumnUses[]): string {
  if (columns.length === 0) return '';
  const named = columns.slice(0, maxNamed).map(({ name }) => `'${visibleText(name)}'`);
  const more = columns.length > maxNamed ? ', …' : '';
  return `, NULL where a file has none (${named.join(', ')}${more})`;
}
