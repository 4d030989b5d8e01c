// Says which columns of a table a query may need.

/** All of them, or those with one of these names, in small letters. */
export type ColumnUse = 'all' | ReadonlySet<string>;

export function isUsed(use: ColumnUse, name: string): boolean {
  return use === 'all' || use.has(name.toLowerCase());
}
