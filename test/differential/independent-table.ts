// Puts files together into one table with types, by the rules of docs/csv-files.md.
import type { FileReading, Lines } from './independent-file.ts';
import { parseGiven, typeNamed } from './independent-given-types.ts';
import type { Altered, Column, Fault, Reading } from './independent-reader.ts';
import { type TypedColumn, typeColumn, type Value } from './independent-types.ts';
import type { ReadOptions } from './read-options.ts';

interface Row {
  readonly file: number;
  readonly lines: Lines;
  /** As the columns of the table stand. */
  readonly cells: readonly (string | null)[];
}

export function joinTables(files: readonly FileReading[], options: ReadOptions): Reading {
  const names = uniqueNames(files);
  const given = givenTypes(names, options);
  const rows = rowsOf(files, names);
  const faults = [
    ...files.flatMap((file, index) => file.faults.map((fault) => ({ ...fault, file: index }))),
    ...columnFaults(files, options),
    ...typeFaults(names, options),
    ...misfits(rows, given, options),
  ];
  if (faults.length > 0) return { faults };
  return { ...typed({ names, rows, given, files, options }), altered: altered(files) };
}

function columnFaults(files: readonly FileReading[], options: ReadOptions): Fault[] {
  const first = files[0]?.names.join('\0');
  const isOneTable = files.every(({ names }) => names.join('\0') === first);
  if (!isOneTable && options.union_by_name !== true) {
    return [{ reason: 'other columns', line: undefined }];
  }
  return headerFaults(files, options);
}

/** Names of the call stand for places, so that the headers must be the same. */
function headerFaults(files: readonly FileReading[], { names, columns }: ReadOptions): Fault[] {
  if (names === undefined && columns === undefined) return [];
  const headers = files.map(({ header }) => header.map((name) => name.toLowerCase()).join('\0'));
  const areSame = headers.every((header) => header === headers[0]);
  return areSame ? [] : [{ reason: 'other headers', line: undefined }];
}

/** Letter case makes no other name, as everywhere in SQL. */
function uniqueNames(files: readonly FileReading[]): string[] {
  const all = files.flatMap(({ names }) => names);
  return all.filter((name, at) => all.findIndex((other) => isSameName(other, name)) === at);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type Given = readonly (string | undefined)[];

function givenTypes(names: readonly string[], options: ReadOptions): Given {
  return names.map((name) => {
    if (options.all_varchar === true) return 'VARCHAR';
    const spelling = options.types?.[name] ?? options.columns?.[name];
    return spelling === undefined ? undefined : typeNamed(spelling);
  });
}

function rowsOf(files: readonly FileReading[], names: readonly string[]): Row[] {
  return files.flatMap((table, file) => {
    const places = names.map((name) => table.names.findIndex((other) => isSameName(other, name)));
    return table.rows.map(({ cells, lines }) => ({
      file,
      lines,
      cells: places.map((place) => cells[place] ?? null),
    }));
  });
}

function typeFaults(names: readonly string[], { types = {} }: ReadOptions): Fault[] {
  const hasAll = Object.keys(types).every((name) => names.includes(name));
  return hasAll ? [] : [{ reason: 'types of no column', line: undefined }];
}

function misfits(rows: readonly Row[], given: Given, options: ReadOptions): Fault[] {
  const wrong = rows.filter(({ cells }) =>
    cells.some((cell, at) => {
      const type = given[at];
      if (cell === null || type === undefined) return false;
      return parseGiven(cell, type, options) === undefined;
    }),
  );
  return wrong.map(({ file, lines: { first, count } }) => {
    return { file, reason: 'misfit', line: first, lastLine: first + count - 1 };
  });
}

interface Typing {
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  readonly given: Given;
  readonly files: readonly FileReading[];
  readonly options: ReadOptions;
}

function typed({ names, rows, given, files, options }: Typing) {
  const found = names.map((name, at) => {
    const texts = rows.map(({ cells }) => cells[at] ?? null);
    const type = given[at];
    return { name, ...(type === undefined ? typeColumn(texts) : readGiven(texts, type, options)) };
  });
  const all = [...found, ...columnsOfPaths(rows, files, options)];
  const columns: Column[] = all.map(({ name, type }) => ({ name, type }));
  return { columns, rows: rows.map((_, row) => all.map(({ values }) => values[row] ?? null)) };
}

function readGiven(
  texts: readonly (string | null)[],
  type: string,
  options: ReadOptions,
): TypedColumn {
  const read = (text: string | null): Value =>
    text === null ? null : (parseGiven(text, type, options) ?? null);
  return { type, values: texts.map(read) };
}

function columnsOfPaths(
  rows: readonly Row[],
  files: readonly FileReading[],
  { filename, hive_partitioning, all_varchar }: ReadOptions,
): (Column & TypedColumn)[] {
  const folders = [...(files[0]?.name.matchAll(/([^/=]+)=[^/]*(?=\/)/g) ?? [])];
  const partitions = hive_partitioning === true ? folders.map(([, name = '']) => name) : [];
  const columns = partitions.map((name) => {
    const folder = new RegExp(`${name}=([^/]*)`);
    const texts = files.map((file) => folder.exec(file.name)?.[1] ?? null);
    const { type, values } = all_varchar ? readGiven(texts, 'VARCHAR', {}) : typeColumn(texts);
    return { name, type, values: rows.map(({ file }) => values[file] ?? null) };
  });
  if (filename === undefined || filename === false) return columns;
  const name = filename === true ? 'filename' : filename;
  const values = rows.map(({ file }) => `$${files[file]?.name}`);
  return [...columns, { name, type: 'VARCHAR', values }];
}

/** What warnings tell of each file. */
function altered(files: readonly FileReading[]): Altered[] {
  const all = files.flatMap(({ wrong, short }): Altered[] => [
    {
      how: 'left out',
      records: wrong.length,
      lines: wrong.reduce((sum, { count }) => sum + count, 0),
      firstLines: wrong.map(({ first }) => first),
    },
    {
      how: 'filled up',
      records: short.length,
      lines: null,
      firstLines: short.map(({ first }) => first),
    },
  ]);
  return all.filter(({ records }) => records > 0);
}
