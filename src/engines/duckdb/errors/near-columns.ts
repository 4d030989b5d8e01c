// Finds the columns a query may have meant by a name that does not exist, where DuckDB names none.
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import { isWord, type Token } from '../../../sql/text/token.ts';
import { nearestNames } from '../../../text/nearest-names.ts';
import { identifier } from '../../../text/sql-text.ts';
import { plainText } from '../../../text/visible-text.ts';
import type { FoundReference } from '../statement/tree/file-references.ts';

type WrittenText = Pick<ScannedStatement, 'sql' | 'tokens'>;

/** A file as the query calls it. */
export interface NamedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export function namedTable(
  { name, columnAliases }: Pick<FoundReference, 'name' | 'columnAliases'>,
  columns: readonly string[],
): NamedTable {
  return { name, columns: columns.map((column, i) => columnAliases[i] ?? column) };
}

/** In quotes, nearest first. `owner` is the table that the query expects to have the column, null for any. */
export function nearColumns(
  wanted: string,
  owner: string | null,
  tables: readonly NamedTable[],
  scanned: WrittenText,
): string[] {
  if (owner === null) return near(wanted, allColumns(tables)).map(identifier);
  const owners = tables.filter(({ name }) => name.toLowerCase() === owner.toLowerCase());
  if (owners.length === 0) return near(wanted, namesInText(tables, scanned)).map(identifier);
  const found = near(wanted, allColumns(owners)).map(identifier);
  if (found.length > 0) return found;
  return tables.flatMap(({ name, columns }) =>
    near(wanted, columns).map((column) => `${identifier(name)}.${identifier(column)}`),
  );
}

/** In quotes: columns that differ from the name by letters that cannot be seen. */
export function lookAlikes(wanted: string, tables: readonly NamedTable[]): string[] {
  const typed = plainText(wanted).toLowerCase();
  return allColumns(tables)
    .filter((name) => name !== plainText(name) && plainText(name).toLowerCase() === typed)
    .map(identifier);
}

/** Columns that two tables or more have. */
export function nearSharedColumns(wanted: string, tables: readonly NamedTable[]): string[] {
  const all = tables.flatMap(({ columns }) => columns.map((column) => column.toLowerCase()));
  const isShared = (name: string) =>
    all.indexOf(name.toLowerCase()) !== all.lastIndexOf(name.toLowerCase());
  return near(wanted, allColumns(tables).filter(isShared)).map(identifier);
}

function near(wanted: string, names: readonly string[]): string[] {
  const others = names.filter((name) => name.toLowerCase() !== wanted.toLowerCase());
  return nearestNames(wanted, new Set(others));
}

function allColumns(tables: readonly NamedTable[]): string[] {
  return tables.flatMap(({ columns }) => columns);
}

/** What a subquery may call its columns: a name that is written somewhere, or with a star any of a file. */
function namesInText(tables: readonly NamedTable[], { sql, tokens }: WrittenText): string[] {
  const names = tokens.map((token) => nameOf(sql, token));
  const written = new Set(names.map((name) => name.toLowerCase()));
  const hasStar = tokens.some(({ kind, text }) => kind === 'operator' && text === '*');
  const columns = allColumns(tables).filter((name) => hasStar || written.has(name.toLowerCase()));
  const aliases = names.filter((name, i) => name !== '' && isWord(tokens[i - 1], 'AS'));
  return [...columns, ...aliases];
}

function nameOf(sql: string, { kind, start, end }: Token): string {
  if (kind === 'word') return sql.slice(start, end);
  return kind === 'quoted' ? sql.slice(start + 1, end - 1).replaceAll('""', '"') : '';
}
