// Logs in the W3C extended format asked through the engine, as IIS, CloudFront, Exchange and a firewall write them.
import { describe, expect, test } from 'vitest';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

async function rowsOf(content: string, name = 'x.log'): Promise<unknown[]> {
  const { engine } = await engineOver({ [name]: content });
  const { columns, text, rowsScanned } = await ask(engine, `SELECT * FROM '${name}'`);
  const rows = JSON.parse(`[${text}]`);
  expect(rowsScanned).toBe(rows.length);
  return [columns, ...rows];
}

async function faultOf(content: string, from = 'x.log'): Promise<string> {
  const { engine } = await engineOver({ 'x.log': content });
  const answer = await ask(engine, `SELECT * FROM ${from}`).catch((error: Error) => error);
  return answer instanceof Error ? answer.message : answer.text;
}

const iis = [
  '#Software: Microsoft Internet Information Services 10.0',
  '#Version: 1.0',
  '#Date: 2024-01-31 10:30:00',
  '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query cs-username c-ip cs(User-Agent) sc-status time-taken',
  '2024-01-31 10:30:00 192.0.2.1 GET /a.html - - 2001:db8::1 Browser/5.0+(X11;+like) 200 15',
  '2024-01-31 10:30:01 192.0.2.1 POST /b q=1&r="x" alice 192.0.2.9 "Odd 404 -',
  '',
].join('\r\n');

test('IIS', async () => {
  const { engine } = await engineOver({ 'x.log': iis });
  const types = await askRows(engine, 'SELECT column_name, column_type FROM (DESCRIBE x.log)');
  expect(types.map(([name, type]) => `${name} ${type}`)).toEqual([
    'date DATE',
    'time TIME',
    's-ip VARCHAR',
    'cs-method VARCHAR',
    'cs-uri-stem VARCHAR',
    'cs-uri-query VARCHAR',
    'cs-username VARCHAR',
    'c-ip VARCHAR',
    'cs(User-Agent) VARCHAR',
    'sc-status BIGINT',
    'time-taken BIGINT',
  ]);
  const [, ...rows] = await rowsOf(iis);
  expect(rows).toEqual([
    // biome-ignore format: one line of the file
    ['2024-01-31', '10:30:00', '192.0.2.1', 'GET', '/a.html', null, null, '2001:db8::1', 'Browser/5.0+(X11;+like)', 200, 15],
    // biome-ignore format: one line of the file
    ['2024-01-31', '10:30:01', '192.0.2.1', 'POST', '/b', 'q=1&r="x"', 'alice', '192.0.2.9', '"Odd', 404, null],
  ]);
  expect(await faultOf(iis.replace('"Odd', '"Odd one'))).toBe(
    "The file 'x.log', line 6: expected 11 fields between spaces, as line 4 names them, found 12",
  );
});

test('CloudFront: names between spaces, values between tabs', async () => {
  const content =
    '#Version: 1.0\n#Fields: date time sc-bytes cs(Referer) x-edge\n2024-01-31\t10:30:00\t123456789012\t-\ta b\n';
  expect(await rowsOf(content)).toEqual([
    ['date', 'time', 'sc-bytes', 'cs(Referer)', 'x-edge'],
    ['2024-01-31', '10:30:00', 123456789012, null, 'a b'],
  ]);
});

test('Exchange: commas, quotes, a byte order mark', async () => {
  const content =
    '\ufeff#Software: Microsoft Exchange Server\r\n#Fields: date-time,subject,size\r\n2024-01-31T10:30:00.123Z,"one, ""two""",5\r\n2024-01-31T10:30:01Z,,-\r\n';
  expect(await rowsOf(content)).toEqual([
    ['date-time', 'subject', 'size'],
    ['2024-01-31T10:30:00.123Z', 'one, "two"', 5],
    ['2024-01-31T10:30:01Z', null, null],
  ]);
});

test('a firewall: spaces at the end of lines, and comments between them', async () => {
  const content =
    '#Version: 1.5\r\n#Software: Firewall\r\n#Time Format: Local\r\n#Fields: date time action path\r\n\r\n2024-01-31 10:30:00 ALLOW SEND \r\n# later\r\n2024-01-31 10:30:00  DROP -';
  expect(await rowsOf(content)).toEqual([
    ['date', 'time', 'action', 'path'],
    ['2024-01-31', '10:30:00', 'ALLOW', 'SEND'],
    ['2024-01-31', '10:30:00', 'DROP', null],
  ]);
});

describe('values', () => {
  test.each([
    ['a b', '"x y" "say ""hi"""', ['x y', 'say "hi"']],
    ['a b', '"-" -', ['-', null]],
    ['a b', '"" x"y', [null, 'x"y']],
    ['a b', '1 18446744073709551616', [1, 2 ** 64]],
    ['a b', '01 0.5', ['01', 0.5]],
    ['a b', '\x1e\x1f \ufeff', ['\x1e\x1f', '\ufeff']],
    ['a', '-', [null]],
    ['a', 'x', ['x']],
    ['time', '10:30', ['10:30:00']],
    ['time', '10:30:00.000001', ['10:30:00.000001']],
    ['Date TIME', '2024-02-29 -', ['2024-02-29', null]],
    ['a a A', '1 2 3', [1, 2, 3]],
  ])('%s: %s', async (names, line, expected) => {
    const [, row] = await rowsOf(`#Fields: ${names}\n${line}\n`);
    expect(row).toEqual(expected);
  });

  test('equal names get numbers', async () => {
    const [names] = await rowsOf('#Fields: a a A\n1 2 3\n');
    expect(names).toEqual(['a', 'a_1', 'A_2']);
  });
});

test('fields named again: columns are put together by their names, rows keep their order', async () => {
  const content =
    '#Fields: a b\n1 x\n#Fields: a b\n2 y\n#Software: new\n#Fields: b c\nz 1.5\n#Fields: a b\n3 -\n';
  expect(await rowsOf(content)).toEqual([
    ['a', 'b', 'c'],
    [1, 'x', null],
    [2, 'y', null],
    [null, 'z', 1.5],
    [3, null, null],
  ]);
});

test('fields that only come far behind the first lines', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${at} x`);
  const { engine } = await engineOver({
    'x.log': `#Fields: a b\n${lines.join('\n')}\n#Fields: c a\n7 8\n`,
    'y.log': '#Software: one\n#Fields: d\n',
    'z.log': '#Software: one\n',
  });
  expect(await ask(engine, 'SELECT count(*), sum(a), max(c), count(d) FROM *.log')).toMatchObject({
    text: '[20001,199990008,7,0]',
    rowsScanned: 20_001,
  });
});

describe('what does not fit is refused with its line', () => {
  test.each([
    [
      '#Fields: a b\n1 2\n1',
      'line 3: expected 2 fields between spaces, as line 1 names them, found 1',
    ],
    [
      '#Fields: a b\n1\t2\n1 2',
      'line 3: expected 2 fields between tabs, as line 1 names them, found 1',
    ],
    [
      '#Fields: a,b\n1,2,3',
      'line 2: expected 2 fields between commas, as line 1 names them, found 3',
    ],
    ['#Software: x\n1 2', 'line 2: expected a line \'#Fields:\' before entries, found "1 2"'],
    ['#Fields:\n1 2', "line 1: expected names behind '#Fields:'"],
    ['#Fields: a b\n"1 2', 'line 2: expected a closing quote, found none behind "\\"1 2"'],
    ['#Fields: a b\n"1"2 3', 'line 2: expected a space behind a closing quote, found "2 3"'],
    [
      '#Fields: date\n2024-02-30',
      'line 2: field \'date\': expected a date such as 2024-01-31, found "2024-02-30"',
    ],
    [
      '#Fields: date\n2024-02-01\n31.01.2024',
      "line 3: field 'date': expected a date such as 2024-01-31",
    ],
    [
      '#Fields: time\n24:00:00',
      "line 2: field 'time': expected a time such as 10:30:00, with at most 6 digits",
    ],
    ['#Fields: time\n10:30:00.1234567', "line 2: field 'time': expected a time such as 10:30:00"],
    ['#Fields: a b\n1 2\n\0\0', 'line 3: expected text, found a NUL'],
  ])('%j', async (content, words) => {
    expect(await faultOf(content)).toContain(`The file 'x.log', ${words}`);
  });

  test('without any fields', async () => {
    expect(await faultOf('#Software: x\n#Date: y\n')).toContain("The file 'x.log' has no columns");
  });

  test('beside a log of another format', async () => {
    const { engine } = await engineOver({
      'x.log': '#Fields: a\n1\n',
      'y.log': '192.0.2.1 - - [31/Jan/2024:10:30:00 +0100] "GET / HTTP/1.1" 200 2\n',
      'z.log': 'a,b\n1,2\n',
    });
    await expect(ask(engine, "SELECT * FROM '[xy].log'")).rejects.toThrow(
      "must be logs of one format: 'x.log' is w3c, 'y.log' is common. Name them apart",
    );
    await expect(ask(engine, "SELECT * FROM '[xz].log'")).rejects.toThrow(
      "The file 'z.log': expected a log that begins with '#Fields:'",
    );
  });
});

test('a log of another name is read as one', async () => {
  const { engine } = await engineOver({ 'x.txt': '#Version: 1.0\n#Fields: a b\n1 2\n3 4\n' });
  for (const table of ['x.txt', "read_log('x.txt', format='w3c')"]) {
    expect(await askRows(engine, `SELECT sum(a) FROM ${table}`)).toEqual([[4]]);
  }
});

test('CSV may name the program that wrote it', async () => {
  const { engine } = await engineOver({ 'x.csv': '#Software: x,y\n1,2\n' });
  expect((await ask(engine, 'SELECT * FROM x.csv')).columns).toEqual(['#Software: x', 'y']);
});
