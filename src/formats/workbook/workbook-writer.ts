// Writes rows as a workbook with one sheet, piece by piece: memory stays flat however many rows there are.
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { PathqlError } from '../../errors.ts';
import type { AnswerColumn } from '../../query/layouts.ts';
import { type LineWriter, readTexts } from '../row-writer.ts';
import { headerCell, sheetCell } from './sheet-cell.ts';
import { fixedParts, sheetEnd, sheetPath, sheetStart } from './workbook-parts.ts';

type Row = readonly (string | null)[];

/** Of a sheet, its header included: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const maxRows = 1_048_576;
const maxColumns = 16_384;

export async function workbookWriter(): Promise<LineWriter> {
  const zip = new ZipPieces();
  let columns: readonly AnswerColumn[] = [];
  let rowCount = 0;
  const addRow = (cells: readonly string[]) => {
    rowCount += 1;
    if (rowCount > maxRows)
      throw tooLarge(`${(maxRows - 1).toLocaleString('en')} rows and a header`);
    return `<row r="${rowCount}">${cells.join('')}</row>`;
  };
  const begin = (firstRows: readonly Row[]) => {
    for (const { path, text } of fixedParts) zip.addWhole(path, text);
    zip.begin(sheetPath);
    zip.write(sheetStart(columnWidths(columns, firstRows)));
    zip.write(addRow(columns.map(({ name }) => headerCell(name))));
  };
  const write = (texts: readonly string[]) => {
    const rows = texts.map(readTexts);
    if (rowCount === 0) begin(rows);
    const kinds = columns.map(({ kind }) => kind);
    zip.write(
      rows
        .map((row) => addRow(row.map((value, i) => sheetCell(value, kinds[i] ?? 'text'))))
        .join(''),
    );
  };
  return {
    begin: (given) => {
      if (given.length > maxColumns) throw tooLarge(`${maxColumns.toLocaleString('en')} columns`);
      columns = given;
      return '';
    },
    add: (texts) => {
      write(texts);
      return zip.take();
    },
    end: () => {
      write([]);
      zip.write(sheetEnd);
      zip.end();
      return zip.take();
    },
  };
}

function tooLarge(most: string): PathqlError {
  const message = `A sheet of a workbook holds ${most}, and this result has more. Write .csv or .parquet, or ask for less`;
  return new PathqlError('answer_too_large', message);
}

const [leastWidth, mostWidth] = [8, 60];

/** In characters, from the first rows: dates in a narrow column would show as ####. */
function columnWidths(columns: readonly AnswerColumn[], rows: readonly Row[]): number[] {
  return columns.map(({ name }, i) => {
    const longest = rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), name.length);
    return Math.min(mostWidth, Math.max(leastWidth, longest + 2));
  });
}

/** A zip archive whose bytes are taken as they come. */
class ZipPieces {
  #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
  });
  #part: ZipDeflate | null = null;

  addWhole(path: string, text: string): void {
    this.begin(path);
    this.#part?.push(strToU8(text), true);
  }

  begin(path: string): void {
    this.#part = new ZipDeflate(path, { level: 6 });
    this.#part.mtime = firstDay;
    this.#zip.add(this.#part);
  }

  write(text: string): void {
    if (text !== '') this.#part?.push(strToU8(text));
  }

  end(): void {
    this.#part?.push(new Uint8Array(), true);
    this.#zip.end();
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return bytes;
  }
}

/** The same rows make the same bytes. Zip archives count from here. */
const firstDay = new Date(1980, 0, 1);
