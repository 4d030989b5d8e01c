// Every kind of output file, read back by programs of others: what its name says is what it holds.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { newDataFolder, runToEnd } from './program.ts';
import { hasModules, runPython } from './python.ts';

const data = newDataFolder({
  'x.csv':
    'id,name,amount,day,at,flag,code\n' +
    '1,"a ""b"", é\nnext",1.50,2024-01-15,2024-01-15T14:30:00,true,007\n' +
    '9007199254740993,=1+1,-0.1,1899-12-31,2024-06-01T00:00:00.25,false,constructor\n' +
    '3,,,,,,__proto__\n',
});
afterAll(() => data.remove());

const sql = 'SELECT * FROM x.csv';

async function saved(name: string, ...options: readonly string[]): Promise<string> {
  const path = join(data.path, name);
  const run = await runToEnd([...options, '--ofile', path, sql], { cwd: data.path });
  expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  return path;
}

async function printed(...options: readonly string[]): Promise<string> {
  const { exitCode, stdout } = await runToEnd([...options, sql], { cwd: data.path });
  expect(exitCode).toBe(0);
  return stdout;
}

const unzstd = (path: string) => execFileSync('zstd', ['-dc', path], { encoding: 'utf8' });
const hasZstd = (() => {
  try {
    execFileSync('zstd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What the program prints, as JSON. */
async function readBack(program: string, args: readonly string[]): Promise<unknown> {
  const { stdout, stderr, code } = await runPython(program, args);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return JSON.parse(stdout);
}

describe('compressed', () => {
  const formats = [
    ['csv', '-o:CSV'],
    ['tsv', '-o:TSV'],
    ['ndjson', '-o:JSON'],
    ['json', '-o:JSONARRAY'],
    ['md', '-o:MARKDOWN'],
  ] as const;

  test.each(formats)('%s.gz holds what %s prints', async (ending, format) => {
    const path = await saved(`packed.${ending}.gz`);
    expect(gunzipSync(readFileSync(path)).toString()).toBe(await printed(format));
  });

  test.skipIf(!hasZstd).each(formats.slice(0, 3))(
    '%s.zst holds what %s prints',
    async (ending, format) => {
      expect(unzstd(await saved(`packed.${ending}.zst`))).toBe(await printed(format));
    },
  );

  test('a compressed file is read again', async () => {
    const path = await saved('again.csv.gz');
    const again = await runToEnd([`SELECT * FROM '${path}'`], { cwd: data.path });
    expect(again.stdout).toBe(await printed('-o:CSV'));
  });
});

describe('JSON', () => {
  test('.json is one array, .ndjson a line for each row', async () => {
    const rows = JSON.parse(readFileSync(await saved('rows.json'), 'utf8')) as object[];
    const lines = readFileSync(await saved('rows.ndjson'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(rows).toHaveLength(3);
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    expect(readFileSync(await saved('lines.json', '-o:JSON'), 'utf8')).toBe(
      readFileSync(join(data.path, 'rows.ndjson'), 'utf8'),
    );
  });

  test.each([
    ['-o:JSON', '{"l":[1,null],"s":{"a":"x","b":[true]},"d":"2024-01-15","t":"é"}\n'],
    ['-o:JSONARRAY', '[\n{"l":[1,null],"s":{"a":"x","b":[true]},"d":"2024-01-15","t":"é"}\n]\n'],
  ])('--nested %s has lists and structs as such', async (format, text) => {
    const nested =
      "SELECT [1, NULL] AS l, {'a': 'x', 'b': [true]} AS s, DATE '2024-01-15' AS d, 'é' AS t";
    expect((await runToEnd(['--nested', format, nested])).stdout).toBe(text);
  });
});

test('CSV without its header, and with other delimiters', async () => {
  const whole = await printed('-o:CSV');
  expect(await printed('--no-output-header')).toBe(whole.slice(whole.indexOf('\n') + 1));
  expect(await printed('-headers:OFF')).toBe(await printed('--no-output-header'));
  const path = await saved('semicolons.csv', '--output-delim', ';');
  const read = (text: string, delimiter: string) => parse(text, { delimiter });
  expect(read(readFileSync(path, 'utf8'), ';')).toEqual(read(whole, ','));
});

describe.skipIf(!hasModules(['csv']))('text, read by the library of Python', () => {
  const readers = {
    csv: 'rows = [list(row) for row in csv.reader(text)]',
    tsv: 'rows = [list(row) for row in csv.reader(text, delimiter="\\t")]',
    json: 'rows = json.load(text)',
    ndjson: 'rows = [json.loads(line) for line in text]',
    md: 'rows = [[cell.strip() for cell in line.split(" | ")] for line in text]',
  };

  const readText = async (name: string) => {
    const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof readers;
    const program = `
import csv, json, sys
with open(sys.argv[1], newline="", encoding="utf-8") as text:
    ${readers[ending]}
print(json.dumps([[str(value) for value in (row.values() if isinstance(row, dict) else row)] for row in rows]))`;
    return (await readBack(program, [await saved(name)])) as string[][];
  };

  test.each(['x.csv', 'x.tsv'])('%s', async (name) => {
    const rows = await readText(name === 'x.csv' ? 'copy.csv' : name);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(['id', 'name', 'amount', 'day', 'at', 'flag', 'code']);
    expect(rows[1]?.slice(0, 3)).toEqual(['1', 'a "b", é\nnext', '1.5']);
    expect(rows[2]?.slice(0, 4)).toEqual(['9007199254740993', '=1+1', '-0.1', '1899-12-31']);
    expect(rows[3]).toEqual(['3', '', '', '', '', '', '__proto__']);
  });

  test.each(['y.json', 'y.ndjson'])('%s', async (name) => {
    const rows = await readText(name);
    expect(rows).toHaveLength(3);
    expect(rows[0]?.slice(0, 3)).toEqual(['1', 'a "b", é\nnext', '1.5']);
    expect(rows[1]?.slice(0, 3)).toEqual(['9007199254740993', '=1+1', '-0.1']);
    expect(rows[2]).toEqual(['3', ...Array(5).fill('None'), '__proto__']);
  });

  test('x.md', async () => {
    const rows = await readText('x.md');
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([7]));
    expect(rows[2]?.[1]).toBe('a "b", é<br>next');
  });
});

describe.skipIf(!hasModules(['csv']))('charts, read by the library of Python', () => {
  const chart = async (name: string) => {
    const path = join(data.path, name);
    const sql = "SELECT n || '<&' AS name, n FROM range(3) t(n)";
    const run = await runToEnd(['--ofile', path, sql], { cwd: data.path });
    expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    return path;
  };

  test('an SVG is XML that holds the labels', async () => {
    const program = `
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps([root.tag, "".join(root.itertext())]))`;
    const [tag, text] = (await readBack(program, [await chart('x.svg')])) as string[];
    expect(tag).toBe('{http://www.w3.org/2000/svg}svg');
    expect(text).toContain('2<&');
  });

  test('a PNG has whole chunks, and as many points as it says', async () => {
    const program = `
import json, struct, sys, zlib
data = open(sys.argv[1], "rb").read()
at, pixels, names = 8, b"", []
while at < len(data):
    length, name = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
    if name == b"IHDR": width, height, depth, colour = struct.unpack(">IIBB", body[:10])
    if name == b"IDAT": pixels += body
    names.append(name.decode())
    at += 12 + length
rows = len(zlib.decompress(pixels)) / (1 + width * {2: 3, 6: 4}[colour] * depth / 8)
print(json.dumps([data[:4].hex(), names[0], names[-1], rows == height, width > 100]))`;
    const facts = await readBack(program, [await chart('x.png')]);
    expect(facts).toEqual(['89504e47', 'IHDR', 'IEND', true, true]);
  });
});

describe.skipIf(!hasModules(['openpyxl']))('a workbook, read by openpyxl', () => {
  const program = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps([[(type(cell.value).__name__, str(cell.value), cell.data_type) for cell in row] for row in sheet.iter_rows()]))`;

  test('numbers, dates and booleans are typed, all else is text', async () => {
    const rows = (await readBack(program, [await saved('x.xlsx')])) as [string, string, string][][];
    expect(rows.map((row) => row.map(([type, value]) => `${type} ${value}`))).toEqual([
      ['id', 'name', 'amount', 'day', 'at', 'flag', 'code'].map((name) => `str ${name}`),
      [
        'int 1',
        'str a "b", é\nnext',
        'float 1.5',
        'datetime 2024-01-15 00:00:00',
        'datetime 2024-01-15 14:30:00',
        'bool True',
        'str 007',
      ],
      [
        'str 9007199254740993',
        'str =1+1',
        'float -0.1',
        'str 1899-12-31',
        'datetime 2024-06-01 00:00:00.250000',
        'bool False',
        'str constructor',
      ],
      ['int 3', ...Array(5).fill('NoneType None'), 'str __proto__'],
    ]);
    expect(rows.flat().every(([, , kind]) => kind !== 'f')).toBe(true);
  });

  test('of many rows, the last one is there', async () => {
    const path = join(data.path, 'many.xlsx');
    const run = await runToEnd([`--ofile:${path}`, 'SELECT i, i * 2 AS d FROM range(50000) t(i)']);
    expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const rows = (await readBack(program, [path])) as [string, string, string][][];
    expect(rows).toHaveLength(50_001);
    expect(rows.at(-1)?.map(([, value]) => value)).toEqual(['49999', '99998']);
  });

  test('without rows there is a header', async () => {
    const path = join(data.path, 'none.xlsx');
    await runToEnd([`--ofile:${path}`, 'SELECT 1 AS a WHERE false']);
    expect(await readBack(program, [path])).toEqual([[['str', 'a', 's']]]);
  });
});

describe.skipIf(!hasModules(['pyarrow']))('Parquet, read by pyarrow', () => {
  test('has its types', async () => {
    const program = `
import json, sys, pyarrow.parquet as parquet
table = parquet.read_table(sys.argv[1])
print(json.dumps([[str(field.type) for field in table.schema], [str(value) for value in table.to_pylist()[1].values()]]))`;
    expect(await readBack(program, [await saved('x.parquet')])).toEqual([
      ['int64', 'string', 'double', 'date32[day]', 'timestamp[us]', 'bool', 'string'],
      [
        '9007199254740993',
        '=1+1',
        '-0.1',
        '1899-12-31',
        '2024-06-01 00:00:00.250000',
        'False',
        'constructor',
      ],
    ]);
  });
});

describe.skipIf(!hasModules(['pyarrow']))('Arrow, read by pyarrow', () => {
  test.each([
    'x.arrow',
    'x.feather',
  ])('%s is a file with a footer, and has its types', async (name) => {
    const program = `
import json, sys, pyarrow as pa
with pa.memory_map(sys.argv[1]) as source:
    table = pa.ipc.open_file(source).read_all()
print(json.dumps([[str(field.type) for field in table.schema], [str(value) for value in table.to_pylist()[1].values()]]))`;
    const [types, values] = (await readBack(program, [await saved(name)])) as string[][];
    expect(types?.[0]).toBe('int64');
    expect(types?.[3]).toMatch(/^date32/);
    expect(values?.slice(0, 4)).toEqual(['9007199254740993', '=1+1', '-0.1', '1899-12-31']);
  });
});

test.each([
  ['x.xls', "names that end in '.xls'"],
  ['x.sqlite', "names that end in '.sqlite'"],
])('%s is refused, and not written', async (name, message) => {
  const { exitCode, stderr } = await runToEnd([`--ofile:${name}`, sql], { cwd: data.path });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(() => readFileSync(join(data.path, name))).toThrow();
});

test('several statements run in order, and go into no single file', async () => {
  const script = 'SELECT 1 AS a;\n-- then\nSELECT 2 AS b;\n';
  expect(await runToEnd([], { stdin: script })).toEqual({
    exitCode: 0,
    stdout: 'a\n1\n\nb\n2\n',
    stderr: '',
  });
  expect((await runToEnd(['-o:JSON'], { stdin: script })).stdout).toBe('{"a":1}\n{"b":2}\n');
  const refused = await runToEnd(['--ofile:both.csv', script], { cwd: data.path });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('--ofile takes the rows of one statement, got 2');
  const failing = await runToEnd(['SELECT 1 AS a;\nSELECT nope FROM x.csv; SELECT 3'], {
    cwd: data.path,
  });
  expect(failing.exitCode).toBe(3);
  expect(failing.stdout.trimEnd()).toBe('a\n1');
  expect(failing.stderr).toContain('at line 2, column 8\nSELECT nope FROM x.csv;');
});
