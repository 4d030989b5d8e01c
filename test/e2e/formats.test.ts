// A table of readers and formats: each reads the exact values back. Libraries that this machine lacks are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { type RunningService, startService } from './program.ts';
import { hasModules, runPython } from './python.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** What a double, a careless split or a local time zone would change. */
const sql = `SELECT * FROM (VALUES
  (9007199254740993, 1552.60::DECIMAL(9, 2), 12345678901234567890123456789012345678::DECIMAL(38, 0), 0.1::DOUBLE,
   DATE '2024-02-29', TIMESTAMP '2024-01-15 14:30:00.123456', 'a "quoted", line' || chr(10) || 'and ünïcode'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (-1, -0.05, -1, -1.5, DATE '1969-12-31', TIMESTAMP '1969-12-31 23:59:59', '')
) AS t(big, price, huge, share, day, moment, text)`;

const typed = [
  ['9007199254740993', '1552.60', '12345678901234567890123456789012345678', '0.1'],
  ['None', 'None', 'None', 'None'],
  ['-1', '-0.05', '-1', '-1.5'],
].map((numbers, row) => [
  ...numbers,
  ['2024-02-29', 'None', '1969-12-31'][row],
  ['2024-01-15 14:30:00.123456', 'None', '1969-12-31 23:59:59'][row],
  ['a "quoted", line\nand ünïcode', 'None', ''][row],
]);
/** Texts of the files themselves have a T between date and time. */
const asText = typed.map((row) =>
  row.map((value, column) => (column === 5 ? value?.replace(' ', 'T') : value)),
);

interface Reader {
  readonly modules: readonly string[];
  /** Makes `rows` of `content`, the bytes of the answer. */
  readonly source: string;
  readonly expected: readonly unknown[];
}

const readers: Readonly<Record<string, Reader>> = {
  'pyarrow, arrow': {
    modules: ['pyarrow'],
    source: 'rows = pyarrow.ipc.open_stream(content).read_all().to_pylist()',
    expected: typed,
  },
  'pyarrow, parquet': {
    modules: ['pyarrow', 'pyarrow.parquet'],
    source: 'rows = pyarrow.parquet.read_table(io.BytesIO(content)).to_pylist()',
    expected: typed,
  },
  'pandas, parquet': {
    modules: ['pandas', 'pyarrow'],
    source:
      'rows = [{k: None if v is pandas.NA or v is pandas.NaT else v for k, v in row.items()} for row in pandas.read_parquet(io.BytesIO(content), dtype_backend="pyarrow").to_dict("records")]',
    expected: typed,
  },
  'pandas, csv': {
    modules: ['pandas'],
    // It cannot tell an empty text from NULL.
    source:
      'rows = [{k: None if v != v else v for k, v in row.items()} for row in pandas.read_csv(io.BytesIO(content), dtype=object).to_dict("records")]; rows[2]["text"] = ""',
    expected: asText,
  },
  'polars, arrow': {
    modules: ['polars'],
    source: 'rows = polars.read_ipc_stream(io.BytesIO(content)).to_dicts()',
    expected: typed,
  },
  'polars, parquet': {
    modules: ['polars'],
    source: 'rows = polars.read_parquet(io.BytesIO(content)).to_dicts()',
    expected: typed,
  },
  'polars, csv': {
    modules: ['polars'],
    // It cannot tell an empty text from NULL.
    source:
      'rows = polars.read_csv(io.BytesIO(content), infer_schema=False).to_dicts(); rows[2]["text"] = rows[2]["text"] or ""',
    expected: asText,
  },
  'duckdb, parquet': {
    modules: ['duckdb'],
    source: `path = sys.argv[2]
open(path, "wb").write(content)
query = duckdb.sql(f"SELECT * FROM read_parquet('{path}')")
rows = [dict(zip(query.columns, row)) for row in query.fetchall()]`,
    expected: typed,
  },
  'Python, json': {
    modules: ['json'],
    source:
      'document = json.loads(content, parse_float=decimal.Decimal); rows = [dict(zip(document["columns"], row)) for row in document["rows"]]',
    expected: asText,
  },
  'Python, ndjson': {
    modules: ['json'],
    source:
      'rows = [json.loads(line, parse_float=decimal.Decimal) for line in content.decode().split("\\n") if line]',
    expected: asText,
  },
  'Python, tsv': {
    modules: ['csv'],
    // It cannot tell an empty text from NULL.
    source:
      'rows = [{k: v or None for k, v in row.items()} for row in csv.DictReader(io.StringIO(content.decode(), newline=""), delimiter="\\t")]; rows[2]["text"] = ""',
    expected: asText,
  },
};

describe.each(Object.entries(readers))('%s', (name, { modules, source, expected }) => {
  const [, format = ''] = name.split(', ');
  test.skipIf(!hasModules(modules))('reads exact values', async () => {
    const address = `${service.url}/api/v1/query?${new URLSearchParams({ sql, format })}`;
    const path = `${await temporaryFolder()}/answer`;
    const program = `
import decimal, io, json, sys, urllib.request
import ${modules.join(', ')}
content = urllib.request.urlopen(sys.argv[1]).read()
${source}
print(json.dumps([[str(value) for value in row.values()] for row in rows]))`;
    const { stdout, stderr } = await runPython(program, [address, path]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

const failing =
  "SELECT (CASE WHEN i = 4999999 THEN 'x' ELSE i::VARCHAR END)::BIGINT AS n FROM range(5000000) AS r(i)";

test.each([
  'json',
  'ndjson',
  'csv',
  'tsv',
  'arrow',
  'parquet',
])('a query that fails at its last row is no answer in %s', async (format) => {
  const address = `${service.url}/api/v1/query?${new URLSearchParams({ sql: failing, format })}`;
  const response = await fetch(address);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: expect.stringContaining("'x'"),
    error_type: 'execution_error',
  });
});

test.skipIf(!hasModules(['requests', 'pandas']))(
  'requests and pandas see that an answer broke off',
  async () => {
    const address = `${service.url}/api/v1/query?${new URLSearchParams({ sql: failing, format: 'csv', stream: 'true' })}`;
    const program = `
import pandas, requests, sys
for read in (lambda: requests.get(sys.argv[1]).text, lambda: pandas.read_csv(sys.argv[1])):
    try:
        read()
        print("read")
    except Exception as error:
        print("failed")`;
    expect((await runPython(program, [address])).stdout).toBe('failed\nfailed\n');
  },
);
