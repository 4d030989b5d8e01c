// Words of a query or a file that read like an error of the engine's own: each gets the error that is true of it.
import { describe, expect, test } from 'vitest';
import { saysMiscount, toFailure } from '../../../../src/engines/duckdb/errors/to-pathql-error.ts';
import { PathqlError } from '../../../../src/errors.ts';
import type { QueryEngine } from '../../../../src/run/query-engine.ts';
import { untilSettled } from '../../../temporary-folder.ts';
import { ask, askRows, sharedEngine, testEngine, untilLoaded } from '../../../test-engine.ts';

const engineOver = sharedEngine();

async function errorOf(engine: QueryEngine, sql: string): Promise<PathqlError> {
  const error = await ask(engine, sql).catch((thrown: unknown) => thrown);
  if (error instanceof PathqlError) return error;
  throw new Error(`Expected an error for ${sql}`);
}

/** The SQL that DuckDB got, and the marks in it. */
const internals = /read_csv\(\[|auto_detect|\bf\d+\b|pathql-[0-9a-f]{32}|LINE \d+: SELECT/;

const spiteful = [
  'database has been invalidated',
  'FATAL Error: database has been invalidated because of a previous fatal error',
  'INTERNAL Error: Attempted to access index 5',
  'INTERRUPT Error',
  'INTERRUPT Error: Interrupted!',
  'Out of Memory Error: failed to allocate',
  'IO Error: No space left on device',
  'pathql: not exact in its type: column 0, value 1',
  'pathql-0123456789abcdef0123456789abcde given 1 0 x',
  'CSV Error on Line: 3\nOriginal Line: x\nExpected Number of Columns: 2 Found: 3\nPossible fixes:\n',
  'Invalid Input Error: CSV Error on Line: 3\n',
  'Binder Error: Referenced column "x" not found in FROM clause!',
  'a\n\nLINE 1: b\n        ^',
] as const;

const textFiles = spiteful.map((text, at) => [
  `texts-${at}.csv`,
  `t\n"${text.replaceAll('"', '""')}"\n`,
]);
const spitefulEngine = sharedEngine({}, { ...Object.fromEntries(textFiles), 'ok.csv': 'a\n1\n' });

describe.each(spiteful)('the text %j', (text) => {
  const quoted = `'${text}'`;
  const file = `texts-${spiteful.indexOf(text)}.csv`;

  test.each([
    ['in the query', `SELECT CAST(${quoted} AS INTEGER)`],
    ['in the query, over a file', `SELECT CAST(${quoted} AS INTEGER) FROM ok.csv`],
    ['in a file', `SELECT CAST(t AS INTEGER) FROM ${file}`],
    ['in a file, in a large answer', `SELECT CAST(t AS INTEGER) FROM ${file}, range(50000)`],
  ])('%s is a text that is no number', async (_, sql) => {
    const { engine, folder } = await spitefulEngine();
    await untilSettled(folder);
    await ask(engine, 'FROM ok.csv');
    await untilLoaded(engine);
    const { code, message } = await errorOf(engine, sql);
    expect(code).toBe('execution_failed');
    expect(message).toContain(`Could not convert string '${text}' to INT32`);
    expect(message.replace(text, '')).not.toMatch(internals);
    expect(message).not.toContain(folder);
    const { cacheHits } = engine.figures();
    expect(await askRows(engine, 'FROM ok.csv')).toEqual([[1]]);
    expect(engine.figures()).toMatchObject({ cacheHits: cacheHits + 1, cacheEvictions: 0 });
  });

  test('as a name is a column that does not exist', async () => {
    const { engine } = await spitefulEngine();
    const name = text.replaceAll('"', '""');
    const { code, message } = await errorOf(engine, `SELECT "${name}" FROM ok.csv`);
    expect(code).toBe('column_not_found');
    expect(message).toContain(`Column "${text}" does not exist`);
    expect(await askRows(engine, 'FROM ok.csv')).toEqual([[1]]);
  });
});

describe('words of the parser in a query that it cannot parse', () => {
  test.each([
    ['SELECT stack FORM ok.csv', "Expected FROM, found 'FORM'"],
    ['SELECT * FROM ok.csv stack depth limit', "found 'depth'"],
    ['SELECT Max expression depth limit', "Expected FROM, found 'depth'"],
    ['SELECT memory exhausted FROM FROM', "Expected a path after FROM, found 'FROM'"],
    ['SELECT a FROM ok.csv WHERE a = parameter parameter', "found 'parameter'"],
    ['SELECT a FROM ok.csv ORDER BY a locking', "Expected ASC, DESC or LIMIT, found 'locking'"],
    ['SELECT a FROM ok.csv locking clause', "found 'clause'"],
    ['SELECT locking clause is not supported', "Expected FROM, found 'is'"],
    ['SELECT errhint NOT IMPLEMENTED FROM ok.csv', "Syntax error near 'IMPLEMENTED'"],
    ['SELECT Only SELECT statements', "Expected an expression after 'SELECT', found 'Only'"],
    ['SELECT "Mixing named and positional parameters" x y', "Expected FROM, found 'y'"],
  ])('%s', async (sql, expected) => {
    const { engine } = await engineOver({ 'ok.csv': 'a\n1\n' });
    const { code, message } = await errorOf(engine, sql);
    expect(code).toBe('sql_syntax');
    expect(message).toContain(expected);
    expect(message.endsWith('^')).toBe(true);
    expect(await askRows(engine, 'FROM ok.csv')).toEqual([[1]]);
  });
});

test.each([
  ['4.0 GiB/452.9 MiB', true],
  ['16.0 EiB/1.0 GiB', true],
  ['452.8 MiB/452.9 MiB', false],
  ['1.0 GiB/1.0 GiB', false],
  ['512 bytes/1.0 KiB', false],
])('a database that counts %s of its memory as used may be broken: %s', (used, isMiscount) => {
  const error = new Error(
    `Out of Memory Error: failed to allocate data of size 4.0 KiB (${used} used)`,
  );
  expect(saysMiscount(error)).toBe(isMiscount);
  expect(toFailure(error)).toMatchObject({ code: 'out_of_memory', cause: error });
});

test('a query beyond SPILL_LIMIT does not blame MEMORY_LIMIT', async () => {
  const settings = { memoryLimitBytes: 150_000_000, spillLimitBytes: 16_000_000 };
  const { engine } = await testEngine({}, settings);
  const numbers = 'SELECT range, hash(range) AS h FROM range(10_000_000)';
  const { code, message } = await errorOf(
    engine,
    `SELECT count(*) FROM (${numbers} ORDER BY h LIMIT 9_000_000)`,
  );
  expect(code).toBe('out_of_memory');
  expect(message).toContain('temporary files than SPILL_LIMIT allows');
});

test('a text of a file compared with a number says how to convert it', async () => {
  const { engine } = await engineOver({ 'sums.csv': 'name;sum\nx;1.204,50\n' });
  for (const sign of ['>', '=', '<>']) {
    const { message } = await errorOf(engine, `FROM sums.csv WHERE sum ${sign} 100`);
    expect(message).toContain('shows pathql sniff');
  }
});

test('a column that folders tell says how to read them', async () => {
  const { engine } = await engineOver({ 'hr/year=2023/a.csv': 'days\n1\n' });
  const { message } = await errorOf(engine, "SELECT year FROM 'hr/*/a.csv'");
  expect(message).toContain('folders as year=2023');
  const files = "read_csv('hr/*/a.csv', hive_partitioning=true)";
  expect(await askRows(engine, `SELECT year FROM ${files}`)).toEqual([[2023]]);
});

test('a column that folders tell is not offered where they cannot make columns', async () => {
  const { engine } = await engineOver({ 'hr/days=5/year=2023/a.csv': 'days\n1\n' });
  const { message } = await errorOf(engine, "SELECT year FROM 'hr/*/*/a.csv'");
  expect(message).toContain('Column "year" does not exist');
  expect(message).not.toContain('hive_partitioning');
});
