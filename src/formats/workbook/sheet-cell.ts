// Writes one cell of a sheet: typed where the type of the sheet holds the value exactly, else as text.
import { PathqlError } from '../../errors.ts';
import type { ColumnKind } from '../../query/layouts.ts';
import { styles } from './workbook-parts.ts';

/** UTF-16 code units. */
const maxTextLength = 32_767;

export function headerCell(name: string): string {
  return textCell(name, ` s="${styles.header}"`);
}

/** Never a formula. NULL is an empty place. */
export function sheetCell(value: string | null, kind: ColumnKind): string {
  if (value === null) return '<c/>';
  return typedCells[kind](value) ?? textCell(value);
}

/** Null where only a text holds the value. */
const typedCells: Readonly<Record<ColumnKind, (value: string) => string | null>> = {
  number: (value) => (isExactDouble(value) ? `<c><v>${value}</v></c>` : null),
  boolean: (value) => `<c t="b"><v>${value === 'true' ? 1 : 0}</v></c>`,
  time: momentCell,
  text: () => null,
};

/** Whether a double has all digits of the number. */
function isExactDouble(text: string): boolean {
  const double = Number(text);
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(double);
  return Number.isFinite(double) && digitsOf(text) === digitsOf(String(double));
}

/** Without zeros at the ends, and with the power of ten: 1.50 and 15e-1 are alike. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}

const dayMs = 86_400_000;
/** Of day 0. Sheets take 1900 for a leap year, so that days before March of it are counted otherwise. */
const epochMs = Date.UTC(1899, 11, 30);
const firstMs = Date.UTC(1900, 2, 1);

/** Sheets know no time zones and no finer parts than milliseconds. */
function momentCell(value: string): string | null {
  const [, day = '', time = '', fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.(\d{1,3})0*)?)?$/.exec(value) ?? [];
  const ms = Date.parse(`${day}T${time || '00:00:00'}.${fraction.padEnd(3, '0')}Z`);
  if (day === '' || !(ms >= firstMs)) return null;
  const style = time === '' ? styles.date : fraction === '' ? styles.dateTime : styles.dateTimeMs;
  return `<c s="${style}"><v>${(ms - epochMs) / dayMs}</v></c>`;
}

function textCell(text: string, style = ''): string {
  if (text.length > maxTextLength) {
    const most = maxTextLength.toLocaleString('en');
    const message = `A cell of a workbook holds ${most} characters, and a text of the result has ${text.length.toLocaleString('en')}. Write .csv or .parquet, or cut it with left()`;
    throw new PathqlError('answer_too_large', message);
  }
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c${style} t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML cannot hold some characters: sheets write them as _x0007_, and such a text itself with _x005F_ before it. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark);
}
