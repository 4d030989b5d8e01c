// Reads the text of a page as rows, and of a value, with long ones cut where the worker cut them.
import { type CellValue, readJsonRows } from '../../client/read-json.ts';
import type { PageText, ValueText } from './answer-messages.ts';
import { CutValue } from './cut-value.ts';

export interface WholePage {
  readonly firstRow: number;
  readonly rows: readonly (readonly CellValue[])[];
}

export interface ShownPage {
  readonly firstRow: number;
  readonly rows: readonly (readonly (CellValue | CutValue)[])[];
}

export function readPage({ firstRow, text }: PageText): WholePage {
  return { firstRow, rows: readJsonRows(text) };
}

export function readShownPage(page: PageText): ShownPage {
  const { firstRow, rows } = readPage(page);
  if (page.cuts === undefined) return { firstRow, rows };
  const shown: (CellValue | CutValue)[][] = rows.map((row) => [...row]);
  for (const { row, column, length } of page.cuts) {
    const cells = shown[row];
    if (cells !== undefined) cells[column] = new CutValue(String(cells[column]), length);
  }
  return { firstRow, rows: shown };
}

export function readValue({ json, length }: ValueText): CellValue | CutValue {
  const value = readJsonRows(`[[${json}]]`)[0]?.[0] ?? null;
  return length === undefined ? value : new CutValue(String(value), length);
}
