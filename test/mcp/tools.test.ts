// What the tools answer over real files, by a real engine.
import { expect, test } from 'vitest';
import type { ToolCaller } from '../../src/mcp/tool.ts';
import { readToolValues } from '../../src/mcp/tool-values.ts';
import { tools } from '../../src/mcp/tools.ts';
import { testEngine } from '../test-engine.ts';

const files = {
  'n.csv': 'id,day,note,empty\n9007199254740993,2024-01-15,a,\n2,2024-01-16,,\n3,2024-02-01,c,\n',
  'j.ndjson': '{"a":9}\n{"a":[10]}\n',
  'sub/ragged.csv': 'a,b\n1,2\n3\n4,5\n',
  'sub/long.csv': `id,text\n1,${'😀'.repeat(15_000)}\n2,y\n`,
  'wide.csv': `${Array.from({ length: 900 }, (_, i) => `column_${i}`).join(',')}\n${'1,'.repeat(899)}1\n`,
};

async function newCall() {
  const { engine } = await testEngine(files);
  const caller: ToolCaller = { engine, signal: new AbortController().signal };
  return async (name: keyof typeof tools, given: object) =>
    tools[name].run(readToolValues(given, tools[name].parameters), caller);
}

test('a query gives what HTTP gives with types=true', async () => {
  const call = await newCall();
  const texts = await call('query', { sql: 'SELECT id, day, note FROM n.csv ORDER BY day' });
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(
    /^\{"columns":\["id","day","note"\],"types":\["BIGINT","DATE","VARCHAR"\],"rows":\[\[9007199254740993,"2024-01-15","a"\],\[2,"2024-01-16",null\],\[3,.*\]\],"stats":\{"rows_scanned":3,"rows_returned":3,"execution_time_ms":[\d.]+\}\}$/,
  );
});

test('rows beyond max_rows are left out, and it says so', async () => {
  const call = await newCall();
  const [document = '', note] = await call('query', { sql: 'SELECT id FROM n.csv', max_rows: 2 });
  expect(JSON.parse(document)).toMatchObject({ stats: { rows_returned: 2 } });
  expect(JSON.parse(document).rows).toHaveLength(2);
  expect(note).toContain('the first 2 of the 3 rows of the result, as max_rows is 2');
  const sql = 'SELECT range FROM range(30000)';
  const [many = '', noteOfMany] = await call('query', { sql });
  expect(JSON.parse(many).rows).toHaveLength(200);
  expect(noteOfMany).toContain('the first 200 of the 30,000 rows');
});

test('rows beyond the bytes are left out, and it says so', async () => {
  const call = await newCall();
  const sql = "SELECT repeat('é', 1000) AS t FROM range(1000)";
  const [document = '', note] = await call('query', { sql, max_rows: 1000 });
  expect(Buffer.byteLength(document)).toBeLessThanOrEqual(50_000);
  expect(JSON.parse(document).rows).toHaveLength(24);
  expect(note).toContain('the first 24 of the 1,000 rows of the result, as more take over 50,000');
});

test('a first row that does not fit is told with what to do', async () => {
  const call = await newCall();
  const [document = '', note] = await call('query', { sql: 'SELECT text FROM sub/long.csv' });
  expect(JSON.parse(document)).toMatchObject({ rows: [], stats: { rows_returned: 0 } });
  expect(note).toContain('the first of the 2 rows of the result alone takes more');
  expect(note).toContain('left(column, 100)');
});

test('names of columns that do not fit are an error', async () => {
  const call = await newCall();
  const names = Array.from({ length: 600 }, (_, i) => `1 AS ${'c'.repeat(90)}${i}`);
  const running = call('query', { sql: `SELECT ${names.join(', ')}` });
  await expect(running).rejects.toMatchObject({ code: 'answer_too_large' });
});

test('what read options leave out is told', async () => {
  const call = await newCall();
  const sql = "SELECT * FROM read_csv('sub/ragged.csv', ignore_errors=true)";
  const texts = await call('query', { sql });
  expect(texts.at(-1)).toMatch(/^Warning: /);
});

test('the schema is exact', async () => {
  const call = await newCall();
  expect(await call('schema', { path: 'n.csv' })).toEqual([
    '{"columns":[{"name":"id","type":"BIGINT","has_nulls":false,"min":2,"max":9007199254740993},' +
      '{"name":"day","type":"DATE","has_nulls":false,"min":"2024-01-15","max":"2024-02-01"},' +
      '{"name":"note","type":"VARCHAR","has_nulls":true,"min":"a","max":"c"},' +
      '{"name":"empty","type":"INTEGER","has_nulls":true,"min":null,"max":null}],"row_count":3}',
  ]);
});

test('JSON has no least and no greatest value in the schema', async () => {
  const call = await newCall();
  expect(await call('schema', { path: 'j.ndjson' })).toEqual([
    '{"columns":[{"name":"a","type":"JSON","has_nulls":false,"min":null,"max":null}],"row_count":2}',
  ]);
});

test('the schema of a call of read_csv, and of a pattern', async () => {
  const call = await newCall();
  const [text = ''] = await call('schema', { path: "read_csv('n.csv', types={'id': 'VARCHAR'})" });
  expect(JSON.parse(text).columns[0]).toMatchObject({ name: 'id', type: 'VARCHAR', min: '2' });
  const [ofPattern = ''] = await call('schema', { path: 'n*.csv' });
  expect(JSON.parse(ofPattern).row_count).toBe(3);
});

test('long texts in the schema are shortened, and columns that do not fit left out', async () => {
  const call = await newCall();
  const [long = ''] = await call('schema', { path: 'sub/long.csv' });
  expect(JSON.parse(long).columns[1].max).toBe(`${'😀'.repeat(200)}…`);
  const [wide = '', note] = await call('schema', { path: 'wide.csv' });
  expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(50_000);
  const last = JSON.parse(wide).columns.at(-1).name;
  expect(note).toBe(
    `Cut: there are more columns. For the next ones call schema with {"path":"wide.csv","after":"${last}"}`,
  );
});

test.each(['schema', 'sniff'] as const)('%s gives all columns in pages', async (name) => {
  const call = await newCall();
  const names: string[] = [];
  let next: object | undefined = { path: 'wide.csv' };
  while (next !== undefined) {
    const [text = '', note] = await call(name, next);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
    names.push(...JSON.parse(text).columns.map((column: { name: string }) => column.name));
    next = nextCall(name, note);
  }
  expect(names).toEqual(Array.from({ length: 900 }, (_, i) => `column_${i}`));
});

test('a page behind a column that is not there is refused', async () => {
  const call = await newCall();
  for (const name of ['schema', 'sniff'] as const) {
    await expect(call(name, { path: 'n.csv', after: 'nope' })).rejects.toThrow(
      'Expected "after" to be the name of a column, got "nope", which the file does not have',
    );
  }
});

test('files are listed, also below a folder', async () => {
  const call = await newCall();
  const [all = ''] = await call('list_files', {});
  const paths = (text: string) => JSON.parse(text).files.map(({ path }: { path: string }) => path);
  expect(paths(all)).toEqual(['j.ndjson', 'n.csv', 'wide.csv', 'sub/long.csv', 'sub/ragged.csv']);
  const [below = ''] = await call('list_files', { under: 'sub' });
  expect(paths(below)).toEqual(['sub/long.csv', 'sub/ragged.csv']);
});

test('a file is sniffed, and columns that do not fit are left out', async () => {
  const call = await newCall();
  const [text = ''] = await call('sniff', { path: 'n.csv' });
  expect(JSON.parse(text)).toMatchObject({ path: 'n.csv', records: 3, delimiter: ',' });
  const [wide = '', note] = await call('sniff', { path: 'wide.csv' });
  expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(50_000);
  expect(note).toContain('For the next ones call sniff with {"path":"wide.csv","after":"column_');
});

test('more files than fit are cut, and it says so', async () => {
  const listFiles = async () => ({
    files: Array.from({ length: 2_000 }, (_, i) => ({ path: `f${i}.csv`, size: 1, modifiedMs: 0 })),
    isCut: false,
    fileCount: 2_000,
  });
  const { engine } = await testEngine();
  const caller = { engine: { ...engine, listFiles }, signal: new AbortController().signal };
  const values = readToolValues({}, tools.list_files.parameters);
  const [text = '', note] = await tools.list_files.run(values, caller as unknown as ToolCaller);
  expect(JSON.parse(text)).toMatchObject({ is_cut: true, file_count: 2_000 });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
  const last = JSON.parse(text).files.at(-1).path;
  expect(nextCall('list_files', note)).toEqual({ after: last });
});

test('the files are filtered, paged and counted as over HTTP', async () => {
  const call = await newCall();
  const list = async (given: object) => {
    const [text = '', note] = await call('list_files', given);
    const { files, ...rest } = JSON.parse(text);
    return { paths: files.map(({ path }: { path: string }) => path), ...rest, note };
  };
  expect(await list({ matching: 'SUB r' })).toMatchObject({ paths: ['sub/ragged.csv'] });
  const first = await list({ under: 'sub', limit: 1 });
  expect(first).toMatchObject({ paths: ['sub/long.csv'], is_cut: true, file_count: 2 });
  const next = nextCall('list_files', first.note) ?? {};
  expect(next).toEqual({ under: 'sub', limit: 1, after: 'sub/long.csv' });
  expect(await list(next)).toEqual({ paths: ['sub/ragged.csv'], is_cut: false, file_count: 2 });
  expect(await list({ folders: true })).toMatchObject({
    folders: [
      { path: '.', files: 3 },
      { path: 'sub', files: 2 },
    ],
  });
});

test('files and folders share the room', async () => {
  const many = Array.from({ length: 2_000 }, (_, i) => ({ path: `folder-${i}`, files: 1 }));
  const listFiles = async () => ({
    files: many.map(({ path }) => ({ path: `${path}/x.csv`, size: 1, modifiedMs: 0 })),
    isCut: false,
    fileCount: 2_000,
    folders: many,
  });
  const { engine } = await testEngine();
  const caller = { engine: { ...engine, listFiles }, signal: new AbortController().signal };
  const values = readToolValues({ folders: true }, tools.list_files.parameters);
  const texts = await tools.list_files.run(values, caller as unknown as ToolCaller);
  const [text = '', ofFiles = '', ofFolders = ''] = texts;
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
  const { files, folders } = JSON.parse(text);
  expect(nextCall('list_files', ofFiles)).toEqual({ after: files.at(-1).path });
  expect(folders.length).toBeGreaterThan(500);
  expect(ofFolders).toContain(`"folders" holds the first ${folders.length} folders`);
});

test('folders that were not looked at are told', async () => {
  const files = [{ path: 'a.csv', size: 1, modifiedMs: 0 }];
  const listFiles = async () => ({ files, isCut: true, fileCount: null });
  const { engine } = await testEngine();
  const caller = { engine: { ...engine, listFiles }, signal: new AbortController().signal };
  const values = readToolValues({}, tools.list_files.parameters);
  const [, note] = await tools.list_files.run(values, caller as unknown as ToolCaller);
  expect(note).toMatch(/^Cut: not all folders were looked at.* Give "under", a folder/);
});

test('a query takes values, as JSON text, and the format of its files', async () => {
  const call = await newCall();
  const rowsOf = async (given: object) => JSON.parse((await call('query', given))[0] ?? '').rows;
  const sql = 'SELECT note FROM n.csv WHERE id = ? AND day > ?';
  expect(await rowsOf({ sql, params: '[3, "2024-01-20"]' })).toEqual([['c']]);
  const named = 'SELECT count(*) FROM n.csv WHERE id IN $ids';
  expect(await rowsOf({ sql: named, params: '{"ids": [2, 3]}' })).toEqual([[2]]);
  expect(await rowsOf({ sql: 'SELECT a FROM j.ndjson LIMIT 1', input_format: 'ndjson' })).toEqual([
    [9],
  ]);
  await expect(call('query', { sql: 'SELECT ?', params: '5' })).rejects.toThrow(
    'Expected "params" to be an array for ? and $1, or an object for $name, got 5',
  );
  await expect(call('query', { sql: 'SELECT 1', input_format: 'xml' })).rejects.toThrow(
    'Expected "input_format" to be one of CSV, JSON, NDJSON, PARQUET',
  );
});

/** What a note tells to call next; undefined: it tells nothing of it. */
function nextCall(name: keyof typeof tools, note: string | undefined): object | undefined {
  const [, given] = /^Cut: .* call (\w+ with \{.*\})/.exec(note ?? '') ?? [];
  if (given === undefined) return undefined;
  expect(given.startsWith(`${name} with {`)).toBe(true);
  return JSON.parse(given.slice(`${name} with `.length));
}

test.each([
  ['query', { sql: 'SELECT nope FROM n.csv' }, 'column_not_found'],
  ['query', { sql: 'DELETE FROM n.csv' }, 'sql_not_a_query'],
  ['schema', { path: 'none.csv' }, 'file_not_found'],
  ['schema', { path: "n.csv'; SELECT 1; --" }, 'file_not_found'],
  ['schema', { path: "read_csv('n.csv'); SELECT 1" }, 'file_not_found'],
  ['schema', { path: "read_csv('n.csv') WHERE false" }, 'file_not_found'],
  ['schema', { path: '' }, 'file_not_allowed'],
  ['schema', { path: 'n\0.csv' }, 'file_not_allowed'],
  ['sniff', { path: '' }, 'file_not_allowed'],
  ['sniff', { path: '/etc/passwd' }, 'file_not_allowed'],
  ['list_files', { under: '..' }, 'file_not_allowed'],
] as const)('%s %j fails as elsewhere', async (name, given, code) => {
  const call = await newCall();
  await expect(call(name, given)).rejects.toMatchObject({ name: 'PathqlError', code });
});

test('an error in a call shows the call alone', async () => {
  const call = await newCall();
  await expect(call('schema', { path: "read_csv('n.csv', delim=5+1)" })).rejects.toThrow(
    "at line 1, column 19\nread_csv('n.csv', delim=5+1)\n",
  );
});
