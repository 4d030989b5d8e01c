// JSON files asked through the engine: each value as it stands, or an error that says where and why not.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

async function rowsOf(content: string | Buffer, name = 'x.ndjson'): Promise<string> {
  const { engine } = await engineOver({ [name]: content });
  const { text } = await ask(engine, `SELECT * FROM ${name}`, { layout: 'json-nested' });
  return text;
}

async function typesOf(content: string): Promise<Record<string, string>> {
  const { engine } = await engineOver({ 'x.json': content });
  const rows = await askRows(engine, 'SELECT column_name, column_type FROM (DESCRIBE x.json)');
  return Object.fromEntries(rows);
}

test('minus zero keeps its sign, however it is written', async () => {
  const content = '{"a":-0,"b":{"c":-0}}\n{"a":1.5,"b":-0.0}\n{"a":-0.0,"b":-0e1}\n';
  expect(await rowsOf(content)).toBe(
    '{"a":-0.0,"b":{"c":-0}}\n{"a":1.5,"b":-0.0}\n{"a":-0.0,"b":-0e1}\n',
  );
});

test('a gzip file that the engine does not know is to be packed anew, not read as CSV', async () => {
  const padded = Buffer.concat([gzipSync('{"a":1}\n{"a":2}\n'), Buffer.alloc(100)]);
  await expect(rowsOf(padded, 'x.ndjson.gz')).rejects.toThrow(/Pack it anew/);
});

describe('a column has the narrowest type in which all values are exact', () => {
  test.each([
    ['1', '-9223372036854775808', 'BIGINT'],
    ['1', '9223372036854775808', 'HUGEINT'],
    ['1', '-99999999999999999999999999999999999999', 'HUGEINT'],
    ['1', '-170141183460469231731687303715884105727', 'JSON'],
    ['1', '99999999999999999999999999999999999999', 'HUGEINT'],
    ['1', '1e2', 'DOUBLE'],
    ['0.1', '1E5', 'DOUBLE'],
    ['-0', '1', 'DOUBLE'],
    ['1.5', '9007199254740993', 'DECIMAL(38,1)'],
    ['0.1234567890123456789', '1', 'DECIMAL(38,19)'],
    ['1', 'null', 'BIGINT'],
    ['true', 'false', 'BOOLEAN'],
    ['null', 'null', 'INTEGER'],
    ['1e999', '1', 'JSON'],
    ['1', '"1"', 'JSON'],
    ['true', '"true"', 'JSON'],
    ['{"b":1}', '[1]', 'JSON'],
    ['"1"', '"2"', 'VARCHAR'],
    ['"2024-01-31"', '"2024-02-29"', 'DATE'],
    ['"2024-01-31"', '""', 'VARCHAR'],
    ['"2024-01-31"', '"2024-02-30"', 'VARCHAR'],
    ['"2024-01-31"', '"2024-01-31T10:30:00"', 'TIMESTAMP'],
    ['"2024-01-31 10:30"', '"2024-01-31T10:30:00.123456"', 'TIMESTAMP'],
    ['"2024-01-31T10:30:00.1234567"', '"2024-01-31"', 'VARCHAR'],
    ['"2024-01-31T10:30:00Z"', '"2024-01-31T10:30:00.5+02:00"', 'TIMESTAMP WITH TIME ZONE'],
    ['"2024-01-31T10:30:00Z"', '"2024-01-31T10:30:00"', 'VARCHAR'],
    ['"01/02/2024"', '"10:30"', 'VARCHAR'],
  ])('%s and %s: %s', async (one, two, type) => {
    const found = await typesOf(`[{"a": ${one}}, {"a": ${two}}]`);
    expect(found).toEqual({ a: type });
  });
});

test('values are those of the file, whatever their column is', async () => {
  const lines = [
    '{"n":1,"h":123456789012345678901234567890,"d":0.1234567890123456789,"x":1.5,"t":"a\\u00e9\\n\\ud83d\\ude00\\u0000","b":true,"j":{"k":[1.10,1e2,0.1234567890123456789],"s":"\\/"}}',
    '{"n":-5,"h":1,"d":1,"x":1e300,"t":"","b":false,"j":"text"}',
    '{"late":9007199254740993}',
  ];
  expect(await rowsOf(lines.join('\n'))).toBe(
    [
      '{"n":1,"h":123456789012345678901234567890,"d":0.1234567890123456789,"x":1.5,"t":"aé\\n😀\\u0000","b":true,"j":{"k":[1.10,1e2,0.1234567890123456789],"s":"\\/"},"late":null}',
      '{"n":-5,"h":1,"d":1.0000000000000000000,"x":1e300,"t":"","b":false,"j":"text","late":null}',
      '{"n":null,"h":null,"d":null,"x":null,"t":null,"b":null,"j":null,"late":9007199254740993}',
      '',
    ].join('\n'),
  );
});

describe('objects may stand in any way', () => {
  const expected = '{"a":1}\n{"a":2}\n';
  test.each([
    ['lines', '{"a":1}\n{"a":2}\n'],
    ['lines with CRLF and empty ones', '\r\n{"a":1}\r\n\r\n{"a":2}'],
    ['one behind the other', '{"a":1}{"a":2}'],
    ['over several lines', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n'],
    ['a list', '[{"a":1},{"a":2}]'],
    ['a list over several lines', '[\n  {"a": 1},\n  {"a": 2}\n]\n'],
    ['with a byte order mark', '\ufeff{"a":1}\n{"a":2}\n'],
  ])('%s', async (_, content) => {
    expect(await rowsOf(content)).toBe(expected);
    expect(await rowsOf(content, 'x.json')).toBe(expected);
    expect(await rowsOf(gzipSync(content), 'x.jsonl.gz')).toBe(expected);
  });
});

test('keys are told apart by their case, and columns get numbers', async () => {
  expect(await rowsOf('{"a":1,"A":2}\n{"":3,"a":"x"}\n')).toBe(
    '{"a":1,"A_1":2,"column2":null}\n{"a":"x","A_1":null,"column2":3}\n',
  );
});

test('a key is the same however it is escaped', async () => {
  expect(await rowsOf('{"a":1}\n{"\\u0061":2}\n')).toBe('{"a":1}\n{"a":2}\n');
});

describe('what is no JSON is refused with its line', () => {
  test.each([
    ['{"a":1}\n{"a":1,"a":2}', "line 2: expected each key once, found 'a' twice in one object"],
    ['{"a":1,"\\u0061":2}', "line 1: expected each key once, found 'a' twice in one object"],
    ['{"a":{"b":1,"b":2}}', "line 1: expected each key once, found 'b' twice in one object"],
    [
      '{"a":1}\n{"a":"\\ud800"}',
      'line 2: expected a character, found half a surrogate pair (\\ud800)',
    ],
    ['{"a":"\\udc00x"}', 'line 1: expected a character, found half a surrogate pair (\\udc00)'],
    [
      '{"a":"\\ud800\\u0041"}',
      'line 1: expected a character, found half a surrogate pair (\\ud800)',
    ],
    ['{"a":1}\n{"a":01}', 'line 2: expected a number without leading zeros, found "01}"'],
    ['{"a":1.}', 'line 1: expected digits behind the point, found "1.}"'],
    ['{"a":1e}', 'line 1: expected digits in the exponent, found "1e}"'],
    ['{"a":.5}', 'line 1: expected a value, found ".5}"'],
    ['{"a":-}', 'line 1: expected a number, found "-}"'],
    ['{"a":NaN}', 'line 1: expected a value, found "NaN}"'],
    ['{"a":nul}', 'line 1: expected a value, found "nul}"'],
    ['{"a":1,}', 'line 1: expected a key in double quotes, found "}"'],
    ["{'a':1}", 'line 1: expected a key in double quotes'],
    ['{"a":[1,]}', 'line 1: expected a value, found "]}"'],
    ['{"a":1} x', 'line 1: expected an object {…} for each row, found "x"'],
    ['{"a":1},{"a":2}', 'line 1: expected an object {…} for each row, found ",{'],
    ['{"a":1}\n{"a":', 'line 2: an object begins here and is not closed'],
    ['{"a":"x', 'line 1: an object begins here and is not closed'],
    ['{"a":1', 'line 1: an object begins here and is not closed'],
    ['{"a":1}\n{\n"a":1\n', 'line 2: an object begins here and is not closed'],
    ['[{"a":1}', "line 1: expected ']', found the end of the file"],
    ['[{"a":1},]', 'line 1: expected an object {…} for each row, found "]"'],
    ['[{"a":1}]\n[', 'line 2: expected nothing behind \']\', found "["'],
    ['[1,2]', 'line 1: expected an object {…} for each row, or \']\', found "1,2]"'],
    ['"text"', 'line 1: expected objects {…}, or a list […] of them, found "\\"text\\""'],
    ['{"a":"x\ty"}', 'line 1: expected \\u0009 in a text, found the character itself'],
    ['{"a\\u0000":1}', 'line 1: expected a key without NUL, as it names a column, found one'],
    ['{"a":"\\x"}', 'line 1: expected an escape that JSON knows'],
    ['{"a":"\\u00g0"}', 'line 1: expected four hexadecimal digits'],
    [`{"a":${'['.repeat(501)}`, 'line 1: expected at most 500 levels of brackets, found more'],
  ])('%j', async (content, words) => {
    const { engine } = await engineOver({ 'x.ndjson': content });
    await expect(ask(engine, 'SELECT * FROM x.ndjson')).rejects.toMatchObject({
      type: 'invalid_input',
      message: expect.stringContaining(`The file 'x.ndjson', ${words}`),
    });
  });

  test('UTF-16', async () => {
    const { engine } = await engineOver({ 'x.json': Buffer.from('\ufeff{"a":1}', 'utf16le') });
    await expect(ask(engine, 'SELECT * FROM x.json')).rejects.toThrow(
      "The file 'x.json', line 1: expected UTF-8, found the byte order mark of UTF-16. To convert it: iconv -f UTF-16 -t UTF-8",
    );
  });

  test('bytes that are no UTF-8', async () => {
    const { engine } = await engineOver({
      'x.json': Buffer.from('{"a":"x"}\n{"a":"\xff"}\n{"a":"y"}', 'latin1'),
    });
    await expect(ask(engine, 'SELECT * FROM x.json')).rejects.toThrow(
      "The file 'x.json', line 2: expected UTF-8, found bytes that are no text in it",
    );
  });

  test.each(['', ' \n', '[]', '{}', '[{},{}]'])('%j has no columns', async (content) => {
    const { engine } = await engineOver({ 'x.json': content });
    await expect(ask(engine, 'SELECT * FROM x.json')).rejects.toThrow(
      "The file 'x.json' has no columns: expected objects with keys, found none",
    );
  });
});

test('many files are one table by their keys, with folders as columns', async () => {
  const { engine } = await engineOver({
    'year=2024/x.ndjson': '{"a":1}\n',
    'year=2025/x.ndjson': '{"b":"y","a":2.5}\n',
  });
  const { columns, text, rowsScanned } = await ask(engine, 'SELECT * FROM **/*.ndjson');
  expect({ columns, text, rowsScanned }).toEqual({
    columns: ['a', 'b', 'year'],
    text: '[1.0,null,2024],[2.5,"y",2025]',
    rowsScanned: 2,
  });
});

test('joined with CSV, and read again from the cache', async () => {
  const { engine } = await engineOver({
    'x.json': '[{"a":1},{"a":2}]',
    'y.csv': 'a,name\n2,two\n',
  });
  const join = 'SELECT x.a, name FROM x.json JOIN y.csv ON x.a = y.a';
  for (let time = 0; time < 3; time++) {
    expect(await ask(engine, join)).toMatchObject({ text: '[2,"two"]', rowsScanned: 3 });
  }
});
