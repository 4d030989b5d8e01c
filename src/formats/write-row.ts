// Writes rows here instead of by the engine, to the same bytes.
import type { RowLayout } from '../query/layouts.ts';
import { quoted } from './csv-record.ts';

/** A value as the texts it needs. */
export interface CellTexts {
  /** As JSON. */
  readonly json: string;
  /** As in CSV, null for NULL. */
  readonly text: string | null;
  /** True for texts and nested values: they may need quotes. */
  readonly isText: boolean;
}

type WriteRow = (cells: readonly CellTexts[], keys: readonly string[]) => string;

/** Without a line break. Nested values in objects are JSON text. */
export const writeRow: Readonly<Record<RowLayout, WriteRow>> = {
  'json-array': (cells) => `[${cells.map(({ json }) => json).join(',')}]`,
  'json-object': (cells, keys) =>
    `{${cells.map((cell, i) => `${JSON.stringify(keys[i])}:${flat(cell)}`).join(',')}}`,
  'json-nested': (cells, keys) =>
    `{${cells.map(({ json }, i) => `${JSON.stringify(keys[i])}:${json}`).join(',')}}`,
  csv: (cells) => cells.map((cell) => field(cell, /[",\n\r]/)).join(','),
  tsv: (cells) => cells.map((cell) => field(cell, /["\t\n\r]/)).join('\t'),
  texts: (cells) => JSON.stringify(cells.map(({ text }) => text)),
};

function flat({ json, text }: CellTexts): string {
  return /^[[{]/.test(json) ? JSON.stringify(text) : json;
}

function field({ text, isText }: CellTexts, special: RegExp): string {
  if (text === null) return '';
  if (isText && (text === '' || special.test(text))) return quoted(text);
  return text;
}
