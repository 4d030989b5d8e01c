// Faults of files that show only while a query runs: each names its file, line and reason.
import { describe, expect, test } from 'vitest';
import { csvError } from '../../../../src/engines/duckdb/errors/csv-error.ts';
import type { QueryEngine } from '../../../../src/run/query-engine.ts';
import { ask, sharedEngine } from '../../../test-engine.ts';

const engineOver = sharedEngine();

async function messageOf(engine: QueryEngine, sql: string): Promise<string> {
  const error = await ask(engine, sql).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'csv_invalid' });
  return (error as Error).message;
}

const manyRows = '1,2\n'.repeat(30_000);

describe('a record with too many fields', () => {
  test.each([
    ['Value with unterminated quote found.'],
    ['x\nPossible fixes:\n'],
    ['x\n\nPossible Solution: Change it\n'],
    ['x\nExpected Number of Columns: 7 Found: 8\nPossible fixes:\n* y'],
    ['Maximum line size of 3 bytes exceeded'],
    ['x\n  file = /etc/passwd\n  delimiter = ,'],
  ])('is told as such, whatever it says: %j', async (words) => {
    const { engine } = await engineOver({
      'ragged.csv': `a,b\n1,2\n"${words}",3,4\n`,
      'late.csv': `a,b\n${manyRows}"${words}",3,4\n`,
    });
    const fault = 'expected 2 fields, found 3 fields.';
    expect(await messageOf(engine, 'FROM ragged.csv')).toBe(
      `The file 'ragged.csv', line 3: ${fault} This reads 1 record and leaves out 1 record, at line 3: read_csv('ragged.csv', ignore_errors=true)`,
    );
    expect(await messageOf(engine, 'SELECT count(*) FROM late.csv')).toBe(
      `The file 'late.csv', line 30002: ${fault} This reads 30,000 records and leaves out 1 record, at line 30002: read_csv('late.csv', ignore_errors=true)`,
    );
  });
});

describe('of two files', () => {
  const names = ['x.csv', 'x.csv.old', 'sub/x.csv'];
  const pairs = names.flatMap((bad) =>
    names.filter((good) => good !== bad).map((good) => [bad, good] as const),
  );

  test.each(pairs)('%s is named for its ragged record, not %s', async (bad, good) => {
    const files = { [bad]: `a,b\n${manyRows}3\n`, [good]: `a,b\n${manyRows}` };
    const { engine } = await engineOver(files);
    for (const [one, two] of [
      [bad, good],
      [good, bad],
    ]) {
      const sql = `SELECT count(p.a), count(q.b) FROM '${one}' p POSITIONAL JOIN '${two}' q`;
      expect(await messageOf(engine, sql)).toMatch(
        new RegExp(`^The file '${bad}', line 30002: expected 2 fields, found 1 field`),
      );
    }
  });

  test.each(pairs)('%s is named for a value of another type, not %s', async (bad, good) => {
    const files = { [bad]: `a,b\n${manyRows}x,2\n`, [good]: `b,a\n${manyRows}` };
    const { engine } = await engineOver(files);
    const table = (path: string, name: string) =>
      `read_csv('${path}', types = {'a': 'INTEGER'}) ${name}`;
    for (const [one, two] of [
      [table(bad, 'p'), table(good, 'q')],
      [table(good, 'q'), table(bad, 'p')],
    ]) {
      const sql = `SELECT count(p.a), count(q.a) FROM ${one} POSITIONAL JOIN ${two}`;
      expect(await messageOf(engine, sql)).toBe(
        `The file '${bad}', line 30002: column 'a': expected a whole number of the type INTEGER, -2147483648 to 2147483647, found 'x'. Give the column a type that all its values fit, or none`,
      );
    }
  });

  test('one read in two ways is told by the way that failed', async () => {
    const { engine } = await engineOver({ 'x.csv': `a,b\n${manyRows}300,2\n` });
    const table = (type: string) => `read_csv('x.csv', types = {'a': '${type}'})`;
    const sql = `SELECT count(p.a), count(q.a) FROM ${table('BIGINT')} p POSITIONAL JOIN ${table('TINYINT')} q`;
    expect(await messageOf(engine, sql)).toContain(
      "line 30002: column 'a': expected a whole number of the type TINYINT, -128 to 127, found '300'",
    );
  });
});

test('a value that goes against a type the call gave is told in a large answer too', async () => {
  const { engine } = await engineOver({ 'x.csv': `a,b\n${manyRows}x,2\n` });
  const sql = "SELECT a FROM read_csv('x.csv', types = {'a': 'INTEGER'})";
  expect(await messageOf(engine, sql)).toContain(
    "expected a whole number of the type INTEGER, -2147483648 to 2147483647, found 'x'",
  );
});

describe('a damaged zstd file, of which DuckDB says no name', () => {
  const table = (compression: 'none' | 'zstd', ...paths: string[]) => {
    const packed =
      compression === 'none' ? [] : paths.map((shownPath) => ({ shownPath, compression }));
    const callWith = () => '';
    return { kind: 'csv', files: [], contents: { packed, names: [] }, callWith } as const;
  };

  test.each([
    [
      'the only one it can be',
      [table('none', 'a.csv'), table('zstd', 'b.csv')],
      "The file 'b.csv'",
    ],
    ['one of two', [table('zstd', 'a', 'b')], "One of the files 'a', 'b'"],
    [
      'one of many',
      [table('zstd', 'a', 'b'), table('zstd', 'c', 'd', 'a', 'e')],
      "One of the files 'a', 'b', 'c' and 2 more",
    ],
  ])('is %s', (_, tables, subject) => {
    for (const words of ['Data corruption detected', "Restored data doesn't match checksum"]) {
      expect(csvError(`IO Error: ${words}`, tables)?.message).toBe(
        `${subject} cannot be decompressed: it is damaged or not what its name says`,
      );
    }
  });
});

test('any other fault of a file that was scanned is ours, and shows no path', () => {
  const words = 'Invalid Input Error: CSV Error on Line: 3\nx\n  file = /data/x.csv';
  const error = csvError(words, []);
  expect(error).toMatchObject({ code: 'internal', cause: { message: words } });
  expect(error?.message).not.toContain('/data');
  expect(csvError('Binder Error: no such column', [])).toBeNull();
});
