// Describes a column of a table: its name, and the type in which its values are read.
import type { ExactType } from './exact-types.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The type that the call gave, or the narrowest in which all values are exact. */
export type ColumnType =
  | { readonly kind: 'given'; readonly name: string }
  | ({ readonly kind: 'exact' } & ExactType);
