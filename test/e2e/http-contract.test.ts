// Every row of the table of answers: the built service, real files, fetch.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder, type RunningService, startService } from './program.ts';
import { sampleFiles } from './sample-files.ts';

const data = newDataFolder({ ...sampleFiles, 'binary.csv': '\0\x01\x02\0PNG', 'notes.md': '# no' });
let service: RunningService;

beforeAll(async () => {
  mkdirSync(join(data.path, 'folder.csv'));
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterAll(async () => {
  await service.stop();
  data.remove();
});

/** Column names and rows; fails the test on any error. */
async function answer(sql: string) {
  const response = await service.query(sql);
  const body = (await response.json()) as {
    columns: string[];
    rows: unknown[][];
    stats: Record<string, number>;
  };
  expect(body).not.toHaveProperty('error');
  expect(response.status).toBe(200);
  return body;
}

async function expectError(response: Response, status: number, type: string, message?: RegExp) {
  const body = await response.json();
  expect(body).toEqual({
    error: message === undefined ? expect.any(String) : expect.stringMatching(message),
    error_type: type,
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
}

test('success is columns, rows and stats', async () => {
  const body = await answer('SELECT name, age FROM users.csv WHERE age > 30 ORDER BY age DESC');
  expect(body).toEqual({
    columns: ['name', 'age'],
    rows: [
      ['Chi', 45],
      ['Ada', 36],
    ],
    stats: { rows_scanned: 4, rows_returned: 2, execution_time_ms: expect.any(Number) },
  });
});

test('grouping, joins, aliases; expressions are named as written', async () => {
  const body = await answer(
    'SELECT u.city, COUNT(*), AVG(u.age) AS mean FROM users.csv u JOIN users.csv v ON u.id = v.id GROUP BY u.city ORDER BY u.city LIMIT 5',
  );
  expect(body.columns).toEqual(['city', 'COUNT(*)', 'mean']);
  expect(body.rows).toEqual([
    ['London', 2, 40.5],
    ['Oslo', 2, 27],
  ]);
  expect(body.stats.rows_scanned).toBe(8);
});

test('values of every type, integers with all their digits', async () => {
  const text = await (await service.query('SELECT * FROM types.csv')).text();
  expect(text).toContain('"rows":[[9007199254740993,170141183460469231731687303715,1.5,true,');
  expect(JSON.parse(text).rows[0].slice(4)).toEqual([
    'say "hi"\t\\',
    null,
    '2024-01-15',
    '2024-01-15T14:30:00',
    expect.stringMatching(/^2024-01-15T13:30:00\.25\d*Z$/),
  ]);
});

test('NaN and infinities are null', async () => {
  const { rows } = await answer(
    "SELECT 'nan'::DOUBLE AS a, 'inf'::DOUBLE AS b, '-inf'::DOUBLE AS c",
  );
  expect(rows).toEqual([[null, null, null]]);
});

test('lists and structs are JSON, a BLOB is base64', async () => {
  const { rows } = await answer("SELECT [1, 2] AS l, {'a': 'x'} AS s, 'hi'::BLOB AS b");
  expect(rows).toEqual([[[1, 2], { a: 'x' }, 'aGk=']]);
});

test.each([
  ['one trailing semicolon', 'SELECT 1 AS n;'],
  ['comments', '-- first\nSELECT /* one */ 1 AS n -- last'],
])('%s are accepted', async (_name, sql) => {
  expect((await answer(sql)).rows).toEqual([[1]]);
});

describe('parse_error', () => {
  test.each([
    ['empty', ''],
    ['whitespace', ' \n\t '],
    ['only a semicolon', ';'],
    ['a syntax error', 'SELECT * FORM users.csv'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['INSERT', 'INSERT INTO users.csv VALUES (1)'],
    ['COPY', "COPY (SELECT 1) TO 'out.csv'"],
    ['ATTACH', "ATTACH 'x.db'"],
    ['SET', 'SET threads = 1'],
    ['PRAGMA', 'PRAGMA database_list'],
    ['INSTALL', 'INSTALL httpfs'],
    ['CREATE', 'CREATE TABLE t AS SELECT 1'],
    ['SELECT INTO', 'SELECT 1 INTO t'],
    ['EXPLAIN', 'EXPLAIN SELECT 1'],
    ['OFFSET', 'SELECT * FROM users.csv LIMIT 1 OFFSET 1'],
    ['OFFSET in a subquery', 'SELECT * FROM (SELECT 1 OFFSET 1)'],
    ['a parameter', 'SELECT ?'],
  ])('%s', async (_name, sql) => {
    await expectError(await service.query(sql), 400, 'parse_error');
  });
});

describe('invalid_input names the path as written', () => {
  test.each([
    ['a missing file', 'missing.csv'],
    ['a folder', 'folder.csv'],
    ['a file that is no CSV', 'binary.csv'],
    ['a path outside the root', '../outside.csv'],
    ['an absolute path outside the root', '/etc/passwd'],
    ['a URL', "'https://example.org/x.csv'"],
    ['a device', "'/dev/zero'"],
  ])('%s', async (_name, path) => {
    const shown = path.replaceAll("'", '').replaceAll('.', '\\.');
    const response = await service.query(`SELECT * FROM ${path}`);
    await expectError(response, 400, 'invalid_input', new RegExp(shown));
  });

  test('never with the path of the host', async () => {
    const { error } = (await (await service.query('SELECT * FROM ./missing.csv')).json()) as {
      error: string;
    };
    expect(error).not.toContain(data.path);
  });
});

describe('execution_error', () => {
  test.each([
    ['an unknown column', 'SELECT nope FROM users.csv'],
    ['an unknown function', 'SELECT no_such_function(1)'],
    ['a refused function', "SELECT current_setting('threads')"],
    ['a cast that fails', 'SELECT CAST(name AS INTEGER) FROM users.csv'],
    ['types that do not fit', 'SELECT sum(name) FROM users.csv'],
  ])('%s', async (_name, sql) => {
    await expectError(await service.query(sql), 400, 'execution_error');
  });
});

describe('requests', () => {
  const sql = 'SELECT COUNT(*) AS n FROM users.csv';

  test.each(['CSV', 'csv'])('input_format %s', async (input_format) => {
    const response = await service.post(JSON.stringify({ sql, input_format }));
    expect(await response.json()).toMatchObject({ columns: ['n'], rows: [[4]] });
  });

  test.each([
    ['malformed JSON', '{"sql": '],
    ['a body that is no object', '[]'],
    ['sql missing', '{}'],
    ['sql that is no string', '{"sql":1}'],
    ['an unknown key', '{"sql":"SELECT 1","limit":1}'],
    ['another input_format', '{"sql":"SELECT 1","input_format":"Parquet"}'],
    ['1 MB of nonsense', '\u2603'.repeat(333_334)],
    ['a body too large', 'x'.repeat(10 * 2 ** 20 + 1)],
    ['10,000 nested brackets', '['.repeat(10_000)],
  ])('%s: 400 invalid_input', async (_name, body) => {
    await expectError(await service.post(body), 400, 'invalid_input');
  });

  test('another content type: 400 invalid_input', async () => {
    const response = await service.post('SELECT 1', { 'content-type': 'text/plain' });
    await expectError(response, 400, 'invalid_input', /application\/json/);
  });

  test.each([
    ['a NUL byte', 'SELECT \0 1'],
    ['a lone surrogate', "SELECT '\ud800' FROM x.csv"],
    ['10,000 parentheses', `SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`],
    ['1 MB of nonsense', 'x('.repeat(500_000)],
  ])('SQL with %s: an error body', async (_name, sql) => {
    const response = await service.query(sql);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: expect.any(String),
      error_type: expect.stringMatching(/^(parse_error|invalid_input)$/),
    });
  });

  test('an unknown route is 404, a wrong method 405', async () => {
    await expectError(await fetch(`${service.url}/nope`), 404, 'invalid_input');
    const put = await fetch(`${service.url}/api/v1/query`, { method: 'PUT' });
    await expectError(put, 405, 'invalid_input');
  });

  test('OPTIONS on any route is 200 with the cross-origin headers', async () => {
    for (const path of ['/api/v1/query', '/api/v1/health', '/metrics', '/nope']) {
      const response = await fetch(service.url + path, { method: 'OPTIONS' });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS');
      expect(response.headers.get('access-control-allow-headers')).toBe('Content-Type');
    }
  });

  test('fifty at once each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const { rows } = await answer(`SELECT ${i} AS n, COUNT(*) FROM users.csv WHERE id <= ${i}`);
        return rows[0];
      }),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => [i, Math.min(i, 4)]));
  });

  test('the service lives on, and its metrics know', async () => {
    expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('\npathql_queries_running 0\n');
    expect(metrics).toMatch(/route="\/api\/v1\/query",status="200"\} [1-9]/);
  });
});

test('a file asked again after a change gives the new rows', async () => {
  for (const count of [1, 2, 3]) {
    data.write('grows.csv', `n\n${'1\n'.repeat(count)}`);
    for (let again = 0; again < 3; again++) {
      expect((await answer('SELECT COUNT(*) FROM grows.csv')).rows).toEqual([[count]]);
    }
  }
});
