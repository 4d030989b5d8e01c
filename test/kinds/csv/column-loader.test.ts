// Columns of a table that are loaded when queries ask for them: other ones later, several at a time, and after a stop.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { CsvTable, StoredColumns } from '../../../src/kinds/csv/csv-table.ts';
import { openCsvTable } from '../../../src/kinds/csv/open-csv-table.ts';
import type { CleanCopies } from '../../../src/spool/clean-copies.ts';
import type { ColumnUse } from '../../../src/text/column-use.ts';
import { copiesIn } from '../../clean-copies.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const never = new AbortController().signal;
const content = `id,City,price,day\n${Array.from(
  { length: 5_000 },
  (_, id) => `${id},"town ""${id % 7}""",${id / 4},2024-01-${10 + (id % 20)}\n`,
).join('')}`;

interface Opened {
  readonly table: CsvTable;
  readonly copies: CleanCopies;
  /** Of the copies. */
  readonly folder: string;
}

async function opened(
  files: Readonly<Record<string, string>> = { 'x.csv': content },
  use: ColumnUse = 'all',
  given: ReadonlyMap<string, { value: unknown }> | null = null,
  limitBytes = 1e9,
): Promise<Opened> {
  const data = await temporaryFolder(files);
  const folder = join(data, 'copies');
  const copies = copiesIn(folder, limitBytes);
  const sources = Object.keys(files).map((name) => ({ path: join(data, name), shownPath: name }));
  const table = await openCsvTable(sources, given as never, { copies, use, signal: never });
  return { table, copies, folder };
}

const using = (...names: string[]): ColumnUse => new Set(names);

/** Its stored columns, by their names in the table. */
async function valuesOf({ columns, copy }: StoredColumns): Promise<Record<string, unknown[]>> {
  const bytes = copy === null ? null : new Uint8Array(await readFile(copy.path)).buffer;
  const rows = bytes === null ? [] : await parquetReadObjects({ file: bytes });
  return Object.fromEntries(
    columns.map(({ name, storedName }) => [name, rows.map((row) => row[storedName])]),
  );
}

async function loaded(
  { table, copies }: Opened,
  use: ColumnUse,
): Promise<Record<string, unknown[]>> {
  const stored = await table.columns.load(use, never);
  try {
    return await valuesOf(stored);
  } finally {
    if (stored.copy !== null) await copies.release(stored.copy);
  }
}

async function storedWidth({ copy }: StoredColumns): Promise<number | undefined> {
  if (copy === null) return 0;
  const bytes = new Uint8Array(await readFile(copy.path)).buffer;
  return parquetMetadata(bytes).schema[0]?.num_children;
}

const ids = Array.from({ length: 5_000 }, (_, id) => BigInt(id));
const cities = ids.map((id) => `town "${id % 7n}"`);
const prices = ids.map((id) => Number(id) / 4);

test('only the columns of the use are stored', async () => {
  const { table, copies } = await opened(undefined, using('id', 'nothing'));
  const stored = await table.columns.load(using('id', 'nothing'), never);
  expect(await storedWidth(stored)).toBe(1);
  expect(await valuesOf(stored)).toEqual({ id: ids });
  expect(stored.columns).toEqual([
    { name: 'id', storedName: 'c0', type: { kind: 'exact', name: 'BIGINT', scale: 0 } },
  ]);
  await copies.release(stored.copy as never);
});

test('no columns: rows that are counted, and nothing stored', async () => {
  const { table } = await opened(undefined, using('nothing'));
  expect(table.rowCount).toBe(5_000);
  expect(table.names).toEqual(['id', 'City', 'price', 'day']);
  expect(await table.columns.load(using('nothing'), never)).toEqual({ columns: [], copy: null });
  expect(table.columns.copies).toEqual([]);
});

test('a query that uses other columns finds them, and those before', async () => {
  const own = await opened(undefined, using('price'));
  expect(await loaded(own, using('price'))).toEqual({ price: prices });
  expect(await loaded(own, using('city', 'id'))).toEqual({ id: ids, City: cities });
  const before = own.table.columns.copies;
  expect(await loaded(own, using('price', 'city'))).toEqual({ City: cities, price: prices });
  expect(own.table.columns.copies).toEqual(before);
});

test('columns are in the order of the table, whatever was asked for first', async () => {
  const own = await opened(undefined, using('day'));
  await loaded(own, using('day'));
  const { columns, copy } = await own.table.columns.load('all', never);
  expect(columns.map(({ name }) => name)).toEqual(['id', 'City', 'price', 'day']);
  await own.copies.release(copy as never);
});

test('a file of columns stays as it is for who reads it while others ask for more', async () => {
  const own = await opened(undefined, using('id'));
  const first = await own.table.columns.load(using('id'), never);
  expect(await loaded(own, 'all')).toMatchObject({ id: ids, City: cities, price: prices });
  expect(await valuesOf(first)).toEqual({ id: ids });
  await own.copies.release(first.copy as never);
});

test('many at the same time, of other columns each', async () => {
  const own = await opened(undefined, using('nothing'));
  const uses = ['id', 'city', 'price', 'day', 'city', 'id'].map((name) => using(name));
  const found = await Promise.all(uses.map((use) => loaded(own, use)));
  expect(found.map(Object.keys)).toEqual([['id'], ['City'], ['price'], ['day'], ['City'], ['id']]);
  expect(found[1]).toEqual({ City: cities });
  expect(found[4]).toEqual({ City: cities });
  expect(found[5]).toEqual({ id: ids });
});

test('types of columns that were not asked for are found later', async () => {
  const { table } = await opened(undefined, using('id'));
  const types = await table.columns.types(using('day', 'price'), never);
  expect(types.map(({ name, type }) => [name, type.name])).toEqual([
    ['price', 'DOUBLE'],
    ['day', 'DATE'],
  ]);
  expect((await table.columns.types('all', never)).map(({ type }) => type.name)).toEqual([
    'BIGINT',
    'VARCHAR',
    'DOUBLE',
    'DATE',
  ]);
});

describe('where nothing may be kept, nothing stays', () => {
  const openedWithoutRoom = (
    use: ColumnUse,
    given: ReadonlyMap<string, { value: unknown }> | null,
  ) => opened(undefined, use, given, 0);

  test('of a clean copy, once it was scanned', async () => {
    const rewritten = new Map([['null_padding', { value: true }]]);
    const { table, folder } = await openedWithoutRoom(using('nothing'), rewritten);
    expect(table.columns.copies).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
    await table.columns.types('all', never);
    expect(await readdir(folder)).toEqual([]);
  });

  test('of columns that were opened, and only their types asked for', async () => {
    const { table, folder } = await openedWithoutRoom('all', null);
    expect(await readdir(folder)).toHaveLength(1);
    await table.columns.types('all', never);
    expect(await readdir(folder)).toEqual([]);
  });

  test('of columns that were opened, once others were read', async () => {
    const own = await openedWithoutRoom(using('id'), null);
    expect(await loaded(own, using('price'))).toEqual({ price: prices });
    expect(await readdir(own.folder)).toEqual([]);
  });
});

describe('a query that is stopped', () => {
  test('before its turn, leaves the others', async () => {
    const own = await opened(undefined, using('nothing'));
    const caller = new AbortController();
    const asked = [
      loaded(own, using('id')),
      own.table.columns.load(using('city'), caller.signal).catch((error: unknown) => error),
      loaded(own, using('price')),
    ];
    const reason = new Error('stopped');
    caller.abort(reason);
    expect(await Promise.all(asked)).toEqual([{ id: ids }, reason, { price: prices }]);
  });

  test('while columns are written for it, leaves them to be written again', async () => {
    const large = `id,City\n${'1,"x"\n2,y\n'.repeat(600_000)}`;
    const own = await opened({ 'x.csv': large }, using('nothing'));
    const caller = new AbortController();
    const reason = new Error('stopped');
    const asked = own.table.columns.load(using('city'), caller.signal);
    setImmediate(() => caller.abort(reason));
    await expect(asked).rejects.toBe(reason);
    const { City: found = [] } = await loaded(own, using('city'));
    expect(found.length).toBe(1_200_000);
    expect(found.filter((city) => city === 'x').length).toBe(600_000);
  });

  test('already, rejects and changes nothing', async () => {
    const own = await opened(undefined, using('id'));
    const reason = new Error('stopped');
    await expect(own.table.columns.load('all', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await loaded(own, using('id'))).toEqual({ id: ids });
  });
});

describe('a type that the first records do not show', () => {
  const start = 40_000;
  const before = (text: string) => `${text}\n`.repeat(start);
  test.each([
    ['a decimal among whole numbers', '1', '2.5', 'DOUBLE'],
    ['a text among whole numbers', '1', 'x', 'VARCHAR'],
    ['a leading zero', '12', '012', 'VARCHAR'],
    ['a whole number that a DOUBLE does not hold', '0.5', '9007199254740993', 'DECIMAL'],
    ['a whole number of 30 digits', '1', '1'.repeat(30), 'HUGEINT'],
    ['a decimal of 25 digits', '0.5', '0.1234567890123456789012345', 'DECIMAL'],
    ['a time among days', '2024-01-15', '2024-01-15 10:30:00', 'TIMESTAMP'],
    ['an offset among times', '2024-01-15 10:30:00', '2024-01-15 10:30:00Z', 'VARCHAR'],
    ['a day that is none', '2024-02-28', '2024-02-30', 'VARCHAR'],
    ['a word that is no boolean', 'true', 'yes', 'VARCHAR'],
    ['a value where there was none', '""', '7', 'BIGINT'],
    ['a value in one where there was none, then another', '""', '7\n2024-01-15', 'VARCHAR'],
    ['more digits before the point', '0.12345678901234567890', '12345678901234567.5', 'DECIMAL'],
  ])('%s', async (_, usual, late, type) => {
    const text = `a\n${before(usual)}${late}\n${before(usual)}`;
    const own = await opened({ 'x.csv': text });
    const [column] = await own.table.columns.types('all', never);
    expect(column?.type.name).toBe(type);
    const { a = [] } = await loaded(own, 'all');
    expect(a.length).toBe(2 * start + late.split('\n').length);
    const usualValues = new Set([...a.slice(0, start), ...a.slice(-start)].map(String));
    expect(usualValues.size).toBe(1);
    if (type === 'VARCHAR') expect(a.slice(start, -start)).toEqual(late.split('\n'));
  });

  test('in another file', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`${at}.csv`, at === 4 ? 'a\nx\n' : 'a\n1\n2\n']),
    );
    const own = await opened(files);
    expect(await loaded(own, 'all')).toEqual({
      a: ['1', '2', '1', '2', '1', '2', '1', '2', 'x', '1', '2', '1', '2'],
    });
  });

  test('in each of several ways, one behind the other', async () => {
    const rest = ['2.5', '9007199254740993', '0.12345678901234567890', 'x'];
    const texts = rest.map(
      (_, at) =>
        `a\n${[before('1'), ...rest.slice(0, at + 1).map((late) => `${late}\n${before('1')}`)].join('')}`,
    );
    const types = [];
    for (const text of texts) {
      const { table } = await opened({ 'x.csv': text });
      types.push((await table.columns.types('all', never))[0]?.type.name);
    }
    expect(types).toEqual(['DOUBLE', 'DECIMAL', 'DECIMAL', 'VARCHAR']);
  });
});

test('a faulty record is told, whatever columns are used', async () => {
  const faulty = `${content}5000,"x",1\n`;
  for (const use of ['all', using('id'), using('nothing')] as const) {
    await expect(opened({ 'x.csv': faulty }, use)).rejects.toThrow("'x.csv', line 5002:");
  }
});

test('a value that goes against a given type is told, whatever columns are used', async () => {
  const given = new Map([['types', { value: new Map([['price', 'INTEGER']]) }]]);
  for (const use of ['all', using('id'), using('nothing')] as const) {
    await expect(opened(undefined, use, given)).rejects.toThrow(
      /line 3: column 'price': expected a whole number .* found '0.25'/,
    );
  }
});

test('the first of two values that go against given types is told, whichever its column', async () => {
  const given = new Map([
    ['types', { value: new Map(Object.entries({ a: 'INTEGER', b: 'INTEGER' })) }],
  ]);
  const lines = Array.from({ length: 12 }, () => ['1', '2']);
  const text = (left: number, right: number) =>
    [
      'a,b',
      ...lines.map(([a, b], at) => `${at + 2 === left ? 'x' : a},${at + 2 === right ? 'y' : b}`),
    ].join('\n');
  await expect(opened({ 'x.csv': text(9, 3) }, 'all', given)).rejects.toThrow(
    /line 3: column 'b'.*'y'/,
  );
  await expect(opened({ 'x.csv': text(3, 9) }, 'all', given)).rejects.toThrow(
    /line 3: column 'a'.*'x'/,
  );
});
