// Copies the selected cells of the grid, or all rows, to the clipboard.
import type { PagedAnswer, Row } from '../answer/paged-answer.ts';
import { countText } from '../figures.ts';
import { copyText } from '../save-file.ts';
import { type CopiedTable, type CopyFormat, tsvText } from './copy-formats.ts';
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
      const table = await tableOf(source, source.grid.selection.isOneCell);
      await copyText(format.write(table));
      const note = format.noteOn?.(table) ?? '';
      return `Copied ${countText(table.rows.length, 'row')} as ${format.label}.${note}`;
    });
  }

  /** Only the selection, without names of columns, as a spreadsheet does. */
  onCopy(event: ClipboardEvent, source: Source): void {
    event.preventDefault();
    const { firstRow, lastRow } = source.grid.selection.range;
    const rows = source.answer.rowsAtHand(firstRow, lastRow + 1);
    if (rows !== undefined) {
      event.clipboardData?.setData('text/plain', tsvText(cut(source, rows, false), false));
      return;
    }
    void this.#tell(async () => {
      const table = await tableOf(source, false);
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

async function tableOf({ answer, grid }: Source, isAll: boolean): Promise<CopiedTable> {
  const { firstRow, lastRow, firstColumn, lastColumn } = grid.selection.range;
  const first = isAll ? 0 : firstRow;
  const end = isAll ? answer.rowCount : lastRow + 1;
  const cells = (end - first) * (isAll ? grid.columns.shown.length : lastColumn - firstColumn + 1);
  if (cells > mostCells) {
    const most = mostCells.toLocaleString('en');
    throw new Error(`${cells.toLocaleString('en')} cells are more than ${most}. Download them.`);
  }
  const rows: Row[] = [];
  for await (const page of answer.rows(first, end)) rows.push(...page);
  return cut({ answer, grid }, rows, isAll);
}

/** The selected columns, or all that show, as they stand in the grid. */
function cut({ grid }: Source, rows: readonly Row[], isAll: boolean): CopiedTable {
  const { firstColumn, lastColumn } = grid.selection.range;
  const { shown } = grid.columns;
  const columns = isAll ? shown : shown.slice(firstColumn, lastColumn + 1);
  return {
    columns: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    isNumeric: columns.map(({ isNumeric }) => isNumeric),
    rows: rows.map((row) => columns.map(({ index }) => row[index] ?? null)),
  };
}
