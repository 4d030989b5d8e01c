// Joins the files of a table: columns by their headers and the options of the call, and types, or where the files differ.
import { PathqlError } from '../../errors.ts';
import { assertFewColumns, columnNames, numberedNames } from '../shared/column-names.ts';
import { assertSameLabels, type FileLabels, fileLabels } from '../shared/file-labels.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { notationOf } from '../shared/types/given-types.ts';
import { TableTypes } from '../shared/types/table-types.ts';
import type { HeaderReading, NamedReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';

export function namesOf({ file, fields, dialect }: HeaderReading, options: ReadOptions): string[] {
  const given = options.names ?? (options.columns && [...options.columns.keys()]);
  const names = dialect.hasHeader ? columnNames(fields) : numberedNames(fields.length);
  if (given === undefined) return names;
  const others = fields.slice(given.length);
  const areOthersEmpty = others.every((field) => field === '');
  const isTooFew = options.columns !== undefined && !areOthersEmpty;
  const isTooMany = given.length > fields.length && options.nullPadding !== true;
  if (isTooFew || isTooMany) {
    const message = `The call names ${given.length} columns, but '${file.shownPath}' has ${fields.length}. Name them all, or give types to some: types = {'column': 'BIGINT'}`;
    throw new PathqlError('read_option_invalid', message);
  }
  if (options.columns && dialect.hasHeader) assertInOrder(file, given, fields);
  return columnNames(options.columns ? given : [...given, ...names.slice(given.length)]);
}

/** Names stand for fields by their place: a name that the header has at another one would hold another column's values. */
function assertInOrder(
  { shownPath }: SourceFile,
  given: readonly string[],
  header: readonly string[],
): void {
  const folded = header.map((name) => name.toLowerCase());
  const known = new Set(folded);
  const at = given.findIndex((name, position) => {
    const own = name.toLowerCase();
    return own !== folded[position] && known.has(own);
  });
  if (at === -1) return;
  const place = folded.indexOf(given[at]?.toLowerCase() ?? '');
  const message = `The call names column ${at + 1} '${given[at]}', but in the header of '${shownPath}' that is column ${place + 1}: columns = {…} names them in the order of the file. To give types by name: types = {'${given[at]}': …}`;
  throw new PathqlError('read_option_invalid', message);
}

/** Names of the call stand for the same columns in all files. */
export function assertSameHeaders(
  [first, ...others]: readonly HeaderReading[],
  { names, columns }: ReadOptions,
): void {
  if (first === undefined || (names === undefined && columns === undefined)) return;
  const headerOf = ({ dialect, fields }: HeaderReading) =>
    dialect.hasHeader ? fields.map((field) => field.toLowerCase()) : [];
  const expected = headerOf(first);
  const other = others.find((reading) => {
    const header = headerOf(reading);
    return header.length !== expected.length || header.some((name, at) => name !== expected[at]);
  });
  if (other === undefined) return;
  const message = `The call names columns by their place, but '${first.file.shownPath}' and '${other.file.shownPath}' have different headers. Leave names and columns out, or read the files one by one`;
  throw new PathqlError('read_option_invalid', message);
}

export function tableColumns(
  readings: readonly NamedReading[],
  options: ReadOptions,
): readonly string[] {
  const [first] = readings as [NamedReading];
  if (options.unionByName) {
    const byFoldedName = new Map<string, string>();
    for (const name of readings.flatMap(({ columns }) => columns)) {
      const folded = name.toLowerCase();
      if (!byFoldedName.has(folded)) byFoldedName.set(folded, name);
    }
    return [...byFoldedName.values()];
  }
  for (const reading of readings) assertSameColumns(first, reading);
  return first.columns;
}

export class OtherColumns extends PathqlError {
  /** The first file, and the first that differs from it. */
  readonly differing: readonly [SourceFile, SourceFile];

  constructor(message: string, differing: readonly [SourceFile, SourceFile]) {
    super('csv_invalid', message);
    this.differing = differing;
  }
}

function assertSameColumns(first: NamedReading, other: NamedReading): void {
  const position = other.columns.findIndex((name, index) => name !== first.columns[index]);
  if (position === -1 && first.columns.length === other.columns.length) return;
  const [one, two] = [first.file.shownPath, other.file.shownPath];
  const difference =
    first.columns.length !== other.columns.length
      ? `'${one}' has ${first.columns.length} columns, '${two}' has ${other.columns.length}`
      : `column ${position + 1} is '${first.columns[position]}' in '${one}' and '${other.columns[position]}' in '${two}'`;
  const message = `The files of one table must have the same columns: ${difference}`;
  throw new OtherColumns(message, [first.file, other.file]);
}

/** One type or null for each column. */
export function givenTypes(
  columns: readonly string[],
  options: ReadOptions,
  file: SourceFile,
): (string | null)[] {
  const types = options.allVarchar
    ? columns.map(() => 'VARCHAR')
    : typesInOrder(columns, options.columns ?? options.types ?? [], file);
  assertNotationsUsed(types, options);
  return types;
}

function typesInOrder(
  columns: readonly string[],
  given: ReadonlyMap<string, string> | readonly string[],
  { shownPath }: SourceFile,
): (string | null)[] {
  if (given instanceof Map) return typesByName(columns, given, shownPath);
  const list = given as readonly string[];
  if (list.length > columns.length) {
    const message = `read_csv gives ${list.length} types, but '${shownPath}' has ${columns.length} columns. Give one to each, or name the columns: types = {'${columns[0]}': '${list[0]}'}`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columns.map((_, position) => list[position] ?? null);
}

const maxNamedColumns = 10;

function typesByName(
  columns: readonly string[],
  given: ReadonlyMap<string, string>,
  shownPath: string,
): (string | null)[] {
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const byName = new Map<string, string>();
  for (const [name, type] of given) {
    const folded = name.toLowerCase();
    const names = columns.slice(0, maxNamedColumns).map((column) => `'${column}'`);
    const others = columns.length > names.length ? ', …' : '';
    const fault = byName.has(folded)
      ? `two types to '${name}': letter case makes no difference. Leave one out`
      : known.has(folded)
        ? null
        : `a type to '${name}', but '${shownPath}' has no such column. It has ${names.join(', ')}${others}`;
    if (fault !== null) throw new PathqlError('read_option_invalid', `read_csv gives ${fault}`);
    byName.set(folded, type);
  }
  return columns.map((name) => byName.get(name.toLowerCase()) ?? null);
}

const notations = {
  dateFormat: { option: 'dateformat', example: 'DATE' },
  timestampFormat: { option: 'timestampformat', example: 'TIMESTAMP' },
  decimalSeparator: { option: 'decimal_separator', example: 'DOUBLE' },
  thousands: { option: 'thousands', example: 'DOUBLE' },
} as const;

/** A notation is only for columns that are named with their type: nothing is guessed by it. */
function assertNotationsUsed(types: readonly (string | null)[], options: ReadOptions): void {
  for (const [key, { option, example }] of Object.entries(notations)) {
    const name = key as keyof typeof notations;
    const isDefault = name === 'decimalSeparator' && options[name] === '.';
    if (options[name] === undefined || isDefault) continue;
    if (types.some((type) => type !== null && notationOf(type).includes(name))) continue;
    const message = `The option ${option} of read_csv needs the columns it is for: types = {'column': '${example}'}`;
    throw new PathqlError('read_option_invalid', message);
  }
}

export interface JoinedFiles {
  readonly types: TableTypes;
  /** Of each file. */
  readonly labels: readonly FileLabels[];
}

export function joinFiles(
  readings: readonly [NamedReading, ...NamedReading[]],
  options: ReadOptions,
): JoinedFiles {
  assertSameHeaders(readings, options);
  const labels = readings.map((reading) => fileLabels(reading, options));
  const files: readonly SourceFile[] = readings.map(({ file }) => file);
  assertSameLabels(labels, files);
  const names = [...tableColumns(readings, options), ...(labels[0]?.keys() ?? [])];
  assertFewColumns(readings[0].file, names.length);
  const types = new TableTypes(names, givenTypes(names, options, readings[0].file), options);
  return { types, labels };
}
