// Writes a value of an answer as SQL that is equal to it, whatever the type of its column.
import { JsonText } from '../../client/json-text.ts';
import type { CellValue } from '../../client/read-json.ts';
import { literal } from '../../text/sql-text.ts';
import { cellJson, cellText } from '../result/cell-text.ts';

type WriteValue = (value: Exclude<CellValue, null>) => string;

export function valueInSql(value: CellValue, type: string): string {
  if (value === null) return 'NULL';
  const write = writersByType[type] ?? (isTextual(value) ? textInSql : String);
  return write(value);
}

/** A bare number would be a DECIMAL or a DOUBLE, and another value. */
const writersByType: Readonly<Record<string, WriteValue>> = {
  FLOAT: (value) => `${literal(cellText(value))}::FLOAT`,
  DOUBLE: (value) => doubleInSql(cellText(value)),
  BIGNUM: (value) => `${literal(cellText(value))}::BIGNUM`,
  BLOB: (value) => blobInSql(cellText(value)),
  JSON: (value) => literal(cellJson(value)),
};

function isTextual(value: CellValue): boolean {
  return typeof value === 'string' || value instanceof JsonText;
}

/** SQL has no sign for the character 0, and an editor makes a line feed of CR. */
function textInSql(value: CellValue): string {
  const parts = cellText(value).split(/([\0\r])/);
  const written = parts.map((part) =>
    /^[\0\r]$/.test(part) ? `chr(${part.charCodeAt(0)})` : literal(part),
  );
  return written.length === 1 ? written.join() : `(${written.join(' || ')})`;
}

/** Up to 15 digits a DECIMAL becomes the same DOUBLE; an exponent makes it one at once. */
function doubleInSql(digits: string): string {
  const isExact = /[eE]/.test(digits) || digits.replace(/\D/g, '').length <= 15;
  return isExact ? digits : `${digits}e0`;
}

/** Of base64, as the service writes bytes. */
function blobInSql(base64: string): string {
  const bytes = [...atob(base64)].map((byte) => byte.charCodeAt(0));
  const written = bytes.map((byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return `'${written.join('')}'::BLOB`;
}
