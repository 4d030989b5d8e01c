// Says in which form the values of a type are stored in a column file.
import type { ColumnType } from '../types/table-column.ts';

/** In the order of `Form` in records/scanner/write-values.ts. */
export const storedForms = [
  'boolean',
  'bigint',
  'double',
  'date',
  'timestamp',
  'timestamptz',
  'text',
] as const;

export type StoredForm = (typeof storedForms)[number];

const formOfType: Readonly<Partial<Record<string, StoredForm>>> = {
  BOOLEAN: 'boolean',
  BIGINT: 'bigint',
  DOUBLE: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  TIMESTAMPTZ: 'timestamptz',
};

/** Values of all other types are stored as their texts. */
export function storedForm(type: ColumnType): StoredForm {
  return type.kind === 'exact' ? (formOfType[type.name] ?? 'text') : 'text';
}
