// Copies the selected cells of the grid, or all rows, to the clipboard.
import type { PagedAnswer, Row } from '../answer/paged-answer.ts';
import { countText } from '../figures.ts';
import { copyText } from '../save-file.ts';
import { type CopiedTable, type CopyFormat, tsvText } from './copy-formats.ts';
import type { GridColumn } from './grid-columns.ts';
import type { RowGrid } from './row-grid.ts';

interface Source {
  readonly answer: PagedAnswer;
  readonly grid: RowGrid;
}

/** Clipboards, and those who paste, come to their end about here; a download has none. */
const mostCells = 1_000_000;

export class CopyRows {
  readonly #say: (text: string) => void;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** The selection, or all when only one cell is selected, with column names. */
  async copy(format: CopyFormat, source: Source): Promise<void> {
    await this.#tell(async () => {
      const table = await tableOf(source, format);
      await copyText(format.write(table));
      const note = format.noteOn?.(table) ?? '';
      const what = format.isOfOneColumn ? `, of ${table.columns.join()}` : '';
      return `Copied ${countText(table.rows.length, 'row')} as ${format.label}${what}.${note}`;
    });
  }

  /** Only the selection, without names of columns, as a spreadsheet does. */
  onCopy(event: ClipboardEvent, source: Source): void {
    event.preventDefault();
    const { firstRow, lastRow } = source.grid.selection.range;
    const rows = source.answer.rowsAtHand(firstRow, lastRow + 1);
    if (rows !== undefined) {
      event.clipboardData?.setData(
        'text/plain',
        tsvText(cut(rows, selectedColumns(source.grid)), false),
      );
      return;
    }
    void this.#tell(async () => {
      const table = await tableOf(source, undefined);
      await copyText(tsvText(table, false));
      return `Copied ${countText(table.rows.length, 'row')}.`;
    });
  }

  async #tell(act: () => Promise<string>): Promise<void> {
    try {
      this.#say(await act());
    } catch (fault) {
      this.#say(`Nothing was copied: ${fault instanceof Error ? fault.message : fault}`);
    }
  }
}

/** Without a format what is selected, be it one cell. */
async function tableOf(
  { answer, grid }: Source,
  format: CopyFormat | undefined,
): Promise<CopiedTable> {
  const isAll = format !== undefined && grid.selection.isOneCell;
  const { firstRow, lastRow } = grid.selection.range;
  const [first, end] = isAll ? [0, answer.rowCount] : [firstRow, lastRow + 1];
  const columns = copiedColumns(grid, { isAll, isOne: format?.isOfOneColumn === true });
  const cells = (end - first) * columns.length;
  if (cells > mostCells) {
    const most = mostCells.toLocaleString('en');
    throw new Error(`${cells.toLocaleString('en')} cells are more than ${most}. Download them.`);
  }
  const rows: Row[] = [];
  for await (const page of answer.rows(first, end)) rows.push(...page);
  return cut(rows, columns);
}

function copiedColumns(grid: RowGrid, { isAll, isOne }: { isAll: boolean; isOne: boolean }) {
  const selected = selectedColumns(grid);
  if (isOne) return selected.slice(0, 1);
  return isAll ? grid.columns.shown : selected;
}

function selectedColumns({ columns, selection }: RowGrid): readonly GridColumn[] {
  const { firstColumn, lastColumn } = selection.range;
  return columns.shown.slice(firstColumn, lastColumn + 1);
}

/** The columns as they stand in the grid. */
function cut(rows: readonly Row[], columns: readonly GridColumn[]): CopiedTable {
  return {
    columns: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    isNumeric: columns.map(({ isNumeric }) => isNumeric),
    rows: rows.map((row) => columns.map(({ index }) => row[index] ?? null)),
  };
}
