// Recognises a first record that cannot be names: taken for a header, it would be a row lost in silence.
import type { ExactTypeName } from '../types/exact-types.ts';
import { narrowestType } from '../types/narrowest-type.ts';

const moments: ReadonlySet<ExactTypeName> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ']);
const numbers: ReadonlySet<ExactTypeName> = new Set(['BIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL']);

/**
 * True when every field is a number or a date and one at least is a date, a time stamp or has a decimal point.
 * Whole numbers alone may be names: years, or 1, 2, 3.
 */
export function isHeadless(fields: readonly string[]): boolean {
  const types = fields.map((field) => (field === '' ? 'NULL' : narrowestType([field]).name));
  const isData = types.every((type) => moments.has(type) || numbers.has(type));
  return (
    isData && types.some((type) => moments.has(type) || type === 'DOUBLE' || type === 'DECIMAL')
  );
}
