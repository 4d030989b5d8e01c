import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataFolder, type RunningService, startService } from './program.ts';

const wide = 1_200;
const data = newDataFolder({
  'a.csv':
    'id,"say ""hi""",price,day,empty\n9007199254740993,x,1.50,2024-01-31,\n9007199254740995,,0.25,2024-01-01,\n',
  'b 1.csv': 'n\n1\n',
  'b 2.csv': 'n\n3\n',
  'j.ndjson': '{"a":9,"b":[2]}\n{"a":"x"}\n',
  'none.csv': 'a,b\n',
  'wide.csv': `${Array.from({ length: wide }, (_, i) => `c${i}`).join()}\n${Array.from({ length: wide }, (_, i) => i).join()}\n`,
});
let service: RunningService;
beforeAll(async () => {
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterAll(async () => {
  await service.stop();
  data.remove();
});

const schemaOf = (query: string) => fetch(`${service.url}/api/v1/schema?${query}`);

test('tells columns, types and what they hold, with all digits', async () => {
  const text = await (await schemaOf('path=a.csv')).text();
  expect(text).toBe(
    '{"columns":[{"name":"id","type":"BIGINT","has_nulls":false,"min":9007199254740993,"max":9007199254740995},' +
      '{"name":"say \\"hi\\"","type":"VARCHAR","has_nulls":true,"min":"x","max":"x"},' +
      '{"name":"price","type":"DOUBLE","has_nulls":false,"min":0.25,"max":1.5},' +
      '{"name":"day","type":"DATE","has_nulls":false,"min":"2024-01-01","max":"2024-01-31"},' +
      '{"name":"empty","type":"INTEGER","has_nulls":true,"min":null,"max":null}],"row_count":2}',
  );
});

test('of a pattern it tells of all files', async () => {
  const schema = await (await schemaOf(`path=${encodeURIComponent('b *.csv')}`)).json();
  expect(schema).toMatchObject({ columns: [{ min: 1, max: 3 }], row_count: 2 });
});

test('of JSON, which has no order, no least and no greatest', async () => {
  const schema = await (await schemaOf('path=j.ndjson')).json();
  expect(schema).toMatchObject({
    columns: [
      { name: 'a', type: 'JSON', has_nulls: false, min: null, max: null },
      { name: 'b', type: 'JSON', has_nulls: true, min: null, max: null },
    ],
    row_count: 2,
  });
});

test('of a file without rows, the columns', async () => {
  const schema = await (await schemaOf('path=none.csv')).json();
  expect(schema).toMatchObject({
    columns: [{ name: 'a', has_nulls: false, min: null }, { name: 'b' }],
    row_count: 0,
  });
});

test('of many columns, each its own', async () => {
  const { columns } = (await (await schemaOf('path=wide.csv')).json()) as { columns: unknown[] };
  expect(columns).toHaveLength(wide);
  expect(columns[wide - 1]).toMatchObject({ name: `c${wide - 1}`, min: wide - 1, max: wide - 1 });
});

test.each([
  ['', /Expected one "path", of a file, got none/],
  ['path=missing.csv', /missing\.csv/],
  ['path=a.csv&x=1', /Unknown parameter "x"/],
  ['path=/etc/passwd', /passwd/],
])('%s is refused', async (query, message) => {
  const response = await schemaOf(query);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(message),
    error_type: 'invalid_input',
  });
});

test.each([
  ['', "Cannot read '': the path is empty"],
  ['%20', "Cannot read ' ': the path is empty"],
  ['a%00', "Cannot read 'a\\0': the path contains a NUL character"],
])('of the path "%s" it says what is wrong, in no words of SQL', async (path, error) => {
  const response = await schemaOf(`path=${path}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error, error_type: 'invalid_input' });
});
