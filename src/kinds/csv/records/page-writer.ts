// Writes the pages of the columns of located records into the scanner's memory.
import type { ColumnChunk, RowGroup } from '../../shared/columns/column-pages.ts';
import { dataHeader, dictionaryHeader } from '../../shared/columns/column-pages.ts';
import { constantPages } from '../../shared/columns/constant-pages.ts';
import { type StoredForm, storedForms } from '../../shared/columns/stored-form.ts';
import { align, type ScannerExports, type ScannerMemory } from './scanner-memory.ts';

/** A field of the records, or the text of a value that all have alike; null: none has one. */
export type WrittenColumn =
  | {
      readonly form: StoredForm;
      readonly field: number;
      /** Values may come that do not fit the form. */
      readonly isGuess: boolean;
    }
  | { readonly form: StoredForm; readonly constant: string | null };

/** Pages of all columns; places are counted from the first byte. */
export interface PagedGroup {
  readonly bytes: Buffer;
  readonly group: RowGroup;
}

/** A value does not fit a form that is no guess. */
export class ValueRefused extends Error {}

/** Before each page. */
const headerRoom = 64;
/** Row groups that follow one whose texts differ too much to be written once each. */
const plainGroups = 15;

interface ChunkPlace extends ColumnChunk {
  readonly end: number;
}

export class PageWriter {
  readonly #memory: ScannerMemory;
  readonly #exports: ScannerExports;
  #columns: readonly WrittenColumn[] = [];
  /** For each column, groups that are to pass before a dictionary is tried again. */
  #plainFor: number[] = [];

  constructor(memory: ScannerMemory, exports: ScannerExports) {
    this.#memory = memory;
    this.#exports = exports;
  }

  /** Needs memory from `at` on; returns where that ends. */
  begin(at: number, mostRecords: number, columns: readonly WrittenColumn[]): number {
    this.#columns = columns;
    this.#plainFor = columns.map(() => 0);
    if (columns.length === 0) return at;
    const indicesAt = align(at + this.#value('workspaceBytes'));
    const validAt = align(indicesAt + 2 * mostRecords + 1024);
    this.#exports.setTexts(at, indicesAt);
    this.#exports.setValid(validAt);
    return align(validAt + mostRecords / 8 + 1024);
  }

  /** Null: a value does not fit a form that was guessed. The bytes are there until the next call. */
  write(rows: number, textBytes: number): PagedGroup | null {
    const most = 2 * textBytes + 10 * rows + (1 << 16);
    const start = this.#memory.behindRooms(most);
    const chunks: ColumnChunk[] = [];
    let at = start;
    for (const [index, column] of this.#columns.entries()) {
      this.#memory.behindRooms(at - start + most);
      const chunk = this.#writeColumn(index, column, rows, at);
      if (chunk === null) return null;
      const { dictionaryAt, dataAt, bytes, nulls, end } = chunk;
      const dictionary = dictionaryAt === null ? null : dictionaryAt - start;
      chunks.push({ dictionaryAt: dictionary, dataAt: dataAt - start, bytes, nulls });
      at = end;
    }
    return { bytes: this.#memory.bytes(start, at), group: { rows, chunks } };
  }

  /** Places are addresses. */
  #writeColumn(index: number, column: WrittenColumn, rows: number, at: number): ChunkPlace | null {
    const { form } = column;
    if ('constant' in column) return this.#writeConstant(form, column.constant, rows, at);
    const { field, isGuess } = column;
    if (form === 'text') this.#writeTexts(index, field, at);
    else if (this.#exports.writeValues(field, storedForms.indexOf(form), at + headerRoom) === 0) {
      if (isGuess) return null;
      throw new ValueRefused(`Field ${field} holds no ${form}`);
    }
    const entries = form === 'text' ? this.#value('entryCount') : 0;
    const [start, end] = [this.#value('pageStart'), this.#value('pageEnd')];
    const dataAt = this.#putBefore(start, dataHeader(end - start, rows, entries > 0));
    const nulls = this.#value('nulls');
    if (entries === 0) return { dictionaryAt: null, dataAt, end, bytes: end - dataAt, nulls };
    // A reader goes on behind the dictionary.
    const [first, last] = [this.#value('dictionaryStart'), this.#value('dictionaryEnd')];
    const movedTo = dataAt - (last - first);
    this.#memory.move(movedTo, first, last);
    const dictionaryAt = this.#putBefore(movedTo, dictionaryHeader(last - first, entries));
    return { dictionaryAt, dataAt, end, bytes: end - dictionaryAt, nulls };
  }

  #writeConstant(form: StoredForm, text: string | null, rows: number, at: number): ChunkPlace {
    const { bytes, dataOffset, nulls } = constantPages(form, text, rows);
    this.#memory.write(at, bytes);
    const dictionaryAt = dataOffset === null ? null : at;
    const end = at + bytes.length;
    return { dictionaryAt, dataAt: at + (dataOffset ?? 0), end, bytes: bytes.length, nulls };
  }

  #writeTexts(index: number, field: number, at: number): void {
    const wait = this.#plainFor[index] ?? 0;
    this.#exports.writeTexts(field, at, wait === 0 ? 1 : 0);
    if (wait > 0) this.#plainFor[index] = wait - 1;
    else if (this.#value('entryCount') === 0) this.#plainFor[index] = plainGroups;
  }

  #putBefore(address: number, bytes: Buffer): number {
    this.#memory.write(address - bytes.length, bytes);
    return address - bytes.length;
  }

  #value(name: keyof ScannerExports): number {
    return Number((this.#exports[name] as WebAssembly.Global).value);
  }
}
