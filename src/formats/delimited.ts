// Writes rows parted by a text of one's own, quoted as CSV has it.
import { quoted } from './csv-record.ts';
import { type LineWriter, readTexts } from './row-writer.ts';

export interface DelimitedOptions {
  readonly delimiter: string;
  readonly hasHeader: boolean;
}

/** An empty field is NULL, and `""` the empty text. */
export async function delimitedWriter({
  delimiter,
  hasHeader,
}: DelimitedOptions): Promise<LineWriter> {
  const record = (values: readonly (string | null)[]) =>
    `${values.map((value) => field(value, delimiter)).join(delimiter)}\n`;
  return {
    begin: (columns) => (hasHeader ? record(columns.map(({ name }) => name)) : ''),
    add: (rows) => rows.map((row) => record(readTexts(row))).join(''),
    end: () => '',
  };
}

function field(value: string | null, delimiter: string): string {
  if (value === null) return '';
  const isSpecial = value === '' || value.includes(delimiter) || /["\r\n]|^\s|\s$/.test(value);
  // The start of a longer delimiter at the end of a field would be read as its beginning.
  const isHalf = delimiter.length > 1 && value.includes(delimiter.charAt(0));
  return isSpecial || isHalf ? quoted(value) : value;
}
