// Access logs of Apache and nginx asked through the engine: each value as it stands, or an error that says where.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, askRows, sharedEngine, testEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

const time = '[31/Jan/2024:10:30:00 +0100]';
const common = `192.0.2.1 - - ${time} "GET /a?b=%20c HTTP/1.1" 200 2326`;
const combined = `${common} "https://example.org/" "Browser/5.0 (X11; like, others)"`;

async function objectsOf(content: string | Uint8Array, name = 'x.log'): Promise<object[]> {
  const { engine } = await engineOver({ [name]: content });
  const { text } = await ask(engine, `SELECT * FROM '${name}'`, { layout: 'json-nested' });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function faultOf(content: string, from = 'x.log'): Promise<string> {
  const { engine } = await engineOver({ 'x.log': content });
  const answer = await ask(engine, `SELECT * FROM ${from}`).catch((error: Error) => error);
  return answer instanceof Error ? answer.message : answer.text;
}

const commonObject = {
  ...{ host: '192.0.2.1', ident: null, user: null },
  ...{ time: '2024-01-31T09:30:00Z', time_zone: '+0100' },
  ...{ request: 'GET /a?b=%20c HTTP/1.1', method: 'GET', path: '/a?b=%20c', protocol: 'HTTP/1.1' },
  ...{ status: 200, bytes: 2326 },
};

test('the common form', async () => {
  expect(await objectsOf(common)).toEqual([commonObject]);
});

test('the combined form, in columns of known types', async () => {
  const { engine } = await engineOver({ 'x.log': `${combined}\n` });
  const types = await askRows(engine, 'SELECT column_name, column_type FROM (DESCRIBE x.log)');
  expect(types).toEqual([
    ['host', 'VARCHAR'],
    ['ident', 'VARCHAR'],
    ['user', 'VARCHAR'],
    ['time', 'TIMESTAMP WITH TIME ZONE'],
    ['time_zone', 'VARCHAR'],
    ['request', 'VARCHAR'],
    ['method', 'VARCHAR'],
    ['path', 'VARCHAR'],
    ['protocol', 'VARCHAR'],
    ['status', 'SMALLINT'],
    ['bytes', 'BIGINT'],
    ['referer', 'VARCHAR'],
    ['user_agent', 'VARCHAR'],
  ]);
  const agents = { referer: 'https://example.org/', user_agent: 'Browser/5.0 (X11; like, others)' };
  expect(await objectsOf(combined)).toEqual([{ ...commonObject, ...agents }]);
});

describe('parts of a line', () => {
  test.each([
    ['IPv6', combined.replace('192.0.2.1', '2001:db8::1'), { host: '2001:db8::1' }],
    ['a name', combined.replace('- -', '- alice'), { ident: null, user: 'alice' }],
    ['an identity', combined.replace('- -', 'id alice'), { ident: 'id', user: 'alice' }],
    ['a name of two words', combined.replace('- -', '- alice b'), { user: 'alice b' }],
    ['a bracket in a name', combined.replace('- -', '- a [b] c'), { user: 'a [b] c' }],
    ['an empty name', combined.replace('- -', '- ""'), { user: '""' }],
    ['no request', combined.replace(/"GET [^"]*"/, '"-"'), { request: null, method: null }],
    ['an empty request', combined.replace(/"GET [^"]*"/, '""'), { request: null, path: null }],
    ['two words', combined.replace(' HTTP/1.1', ''), { request: 'GET /a?b=%20c', method: null }],
    [
      'a space in a path',
      combined.replace('%20', ' '),
      { request: 'GET /a?b= c HTTP/1.1', path: null },
    ],
    [
      'two spaces',
      combined.replace('GET ', 'GET  '),
      { request: 'GET  /a?b=%20c HTTP/1.1', path: null },
    ],
    [
      'bytes of TLS',
      combined.replace(/"GET [^"]*"/, '"\\x16\\x03\\x01"'),
      { request: '\\x16\\x03\\x01' },
    ],
    [
      'a quote',
      combined.replace('(X11', '(\\"X11\\"'),
      { user_agent: 'Browser/5.0 (\\"X11\\"; like, others)' },
    ],
    [
      'a backslash at the end',
      combined.replace('others)', '\\\\'),
      { user_agent: 'Browser/5.0 (X11; like, \\\\' },
    ],
    ['no referer', combined.replace('https://example.org/', '-'), { referer: null }],
    ['an empty referer', combined.replace('https://example.org/', ''), { referer: null }],
    ['no bytes', combined.replace('2326', '-'), { bytes: null }],
    ['many bytes', combined.replace('2326', '900000000000000000'), { bytes: 9e17 }],
    ['no status', combined.replace(' 200 ', ' - '), { status: null }],
    ['the highest status', combined.replace(' 200 ', ' 999 '), { status: 999 }],
    ['no byte', combined.replace('2326', '0'), { bytes: 0 }],
    [
      'another zone',
      combined.replace('+0100', '-0930'),
      { time: '2024-01-31T20:00:00Z', time_zone: '-0930' },
    ],
    [
      'letters',
      combined.replace('Browser', 'Браузер'),
      { user_agent: 'Браузер/5.0 (X11; like, others)' },
    ],
    [
      'separators of copies',
      combined.replace('Browser', '\x1e\x1f\ufeff'),
      { user_agent: '\x1e\x1f\ufeff/5.0 (X11; like, others)' },
    ],
    [
      'a return',
      combined.replace('Browser', 'a\rb'),
      { user_agent: 'a\rb/5.0 (X11; like, others)' },
    ],
  ])('%s', async (_, line, expected) => {
    const [first, second] = await objectsOf(`${combined}\n${line}\n`);
    expect(first).toMatchObject(commonObject);
    expect(second).toMatchObject(expected);
  });
});

describe('files', () => {
  test.each([
    ['CRLF', `${common}\r\n${common}\r\n`, 'x.log'],
    ['empty lines and no end', `\n${common}\n\n${common}`, 'x.log'],
    ['a byte order mark', `\ufeff${common}\n${common}\n`, 'x.log'],
    ['compressed', gzipSync(`${common}\n${common}\n`), 'x.log.gz'],
    ['put aside', `${common}\n${common}\n`, 'x.log.1'],
    ['put aside by date', gzipSync(`${common}\n${common}\n`), 'x.log-20240131.gz'],
  ])('%s', async (_, content, name) => {
    expect(await objectsOf(content, name)).toEqual([commonObject, commonObject]);
  });

  test('many are one table by names, an empty one has no rows, folders are columns', async () => {
    const { engine } = await engineOver({
      'day=1/x.log': `${common}\n`,
      'day=2/x.log': `${combined}\n`,
      'day=3/x.log': '',
    });
    const sql = 'SELECT host, user_agent, day FROM **/*.log';
    expect(await ask(engine, sql)).toMatchObject({
      text: '["192.0.2.1",null,1],["192.0.2.1","Browser/5.0 (X11; like, others)",2]',
      rowsScanned: 2,
    });
  });

  test('read again from the cache, and joined with CSV', async () => {
    const { engine } = await engineOver({
      'x.log': combined,
      'y.csv': 'host,city\n192.0.2.1,Lima\n',
    });
    const sql = 'SELECT city, status FROM x.log JOIN y.csv USING (host)';
    for (let time = 0; time < 3; time++) {
      expect(await ask(engine, sql)).toMatchObject({ text: '["Lima",200]', rowsScanned: 2 });
    }
  });
});

describe('what does not fit is refused with its line', () => {
  test.each([
    ['', 'a host, found the end of the line', 'x'],
    ['192.0.2.1', 'an identity, or -, found the end of the line', '-'],
  ])('%j in the only line of read_log', async (line, words, more) => {
    const from = "read_log('x.log', format='common')";
    expect(await faultOf(`${common}\n${line} \n${more}`, from)).toContain('line 2: expected ');
    if (line !== '') expect(await faultOf(`${common}\n${line}`, from)).toContain(words);
  });

  test.each([
    [combined.replace('- - ', '- '), 'a user, or -, and then the time'],
    [`www.example.org:80 ${combined}`, 'a user, or -, and then the time'],
    [
      combined.replace('31/Jan', '31-Jan'),
      'a time such as [31/Jan/2024:10:30:00 +0100], found " [31-Jan',
    ],
    [
      combined.replace('31/Jan', '31/Feb'),
      'a time that exists, found "31/Feb/2024:10:30:00 +0100"',
    ],
    [combined.replace('Jan', 'Jän'), 'a time such as'],
    [combined.replace('10:30:00', '10:60:00'), 'a time that exists'],
    [combined.replace('+0100', '+9900'), 'a time that exists'],
    [combined.replace('"GET', 'GET'), 'a request in quotes, found " GET'],
    [combined.replace('b=%20c', 'b="c'), 'a status from 100 to 999, or 000, found "c HTTP'],
    [combined.replace(' 200 ', ' 20 '), 'a status from 100 to 999, or 000, found " 20 2326'],
    [combined.replace(' 200 ', ' 099 '), 'a status from 100 to 999, or 000, found " 099 2326'],
    [combined.replace(' 2326 ', ' 02326 '), 'a number of bytes, or -, found " 02326'],
    [
      combined.replace(' 2326 ', ' 9223372036854775808 '),
      'at most 9223372036854775807 bytes, found "9223372036854775808"',
    ],
    [combined.replace(' 2326 ', ' 23x '), 'a number of bytes, or -, found " 23x'],
    [combined.replace(' 2326 ', ' 9999999999999999999 '), 'at most 9223372036854775807 bytes'],
    [common, 'a referer in quotes, found the end of the line'],
    [`${common} "-"`, 'a user agent in quotes, found the end of the line'],
    [combined.slice(0, -1), 'a user agent in quotes, found " \\"Browser/5.0'],
    [`${combined} 0.004`, 'the end of the line, found " 0.004"'],
    [`${combined} "-"`, 'the end of the line, found " \\"-\\""'],
    [combined.replace('- -', 'a b c'), 'a user, or -, and then the time'],
  ])('%s', async (line, words) => {
    const message = await faultOf(`${combined}\n${line}\n${combined}\n`);
    expect(message).toContain(`The file 'x.log', line 2: expected ${words}`);
  });

  test('bytes that are no text', async () => {
    const { engine } = await engineOver({
      'x.log': Buffer.from(`${common}\n${common.replace('/a', '/\xe4')}`, 'latin1'),
      'y.log': `${common}\n\0\0\0`,
    });
    await expect(ask(engine, 'SELECT * FROM x.log')).rejects.toThrow(
      "The file 'x.log', line 2: expected UTF-8, found bytes that are no text in it",
    );
    await expect(ask(engine, 'SELECT * FROM y.log')).rejects.toThrow(
      "The file 'y.log', line 2: expected text, found a NUL",
    );
  });

  test('lines that are too long, of any character', async () => {
    for (const filling of ['x', '\\', '"', ' [']) {
      const line = combined.replace('Browser', filling.repeat(1_000_000 / filling.length - 500));
      const answer = await faultOf(
        `${combined}\n${line}\n`,
        "read_log('x.log', format='combined')",
      );
      expect(answer.length, filling).toBeGreaterThan(100);
      const long = combined.replace('Browser', filling.repeat(1_000_000));
      expect(await faultOf(`${combined}\n${long}\n`)).toContain(
        "The file 'x.log', line 2: expected lines of at most 1000000 characters",
      );
    }
  });
});

test('the largest number of bytes keeps its digits', async () => {
  const line = common.replace(' 2326', ' 9223372036854775807');
  const { engine } = await engineOver({ 'x.log': `${line}\n` });
  expect((await ask(engine, 'SELECT bytes FROM x.log')).text).toBe('[9223372036854775807]');
});

describe('which format it is', () => {
  test('another form in all lines: read_csv reads it', async () => {
    const line = `www.example.org:80 ${combined} 0.004`;
    expect(await faultOf(`${line}\n${line}\n`)).toMatch(
      /line 1: expected a user.*By spaces and quotes alone, this reads all 2 records: read_csv\('x.log', delim=' ', quote='"', escape='\\', header=false\)$/,
    );
  });

  test('what the call says holds', async () => {
    expect(await faultOf(combined, "read_log('x.log', format='common')")).toContain(
      'line 1: expected the end of the line, found " \\"https',
    );
    expect(await faultOf('a,b\n1,2\n', "read_log('x.log')")).toBe(
      "The file 'x.log': expected a log that begins with '#Fields:' (w3c), or lines of an access log (common, combined), found neither. Other files are read by read_csv",
    );
    expect(await faultOf(common, "read_log('x.log', format='apache')")).toContain(
      "The option format of read_log expects 'w3c', 'common', 'combined', found \"apache\"",
    );
    const { engine } = await engineOver({ access_log: '', 'x.log': common });
    const empty = await ask(engine, "SELECT * FROM read_log('access_log', format='common')");
    expect(empty).toMatchObject({ text: '', rowsScanned: 0 });
    expect(empty.columns).toHaveLength(11);
    const named = "SELECT file, status FROM read_log('x.log', filename='file')";
    expect(await askRows(engine, named)).toEqual([['x.log', 200]]);
  });

  test('other files of such a name are CSV', async () => {
    expect(await faultOf('a,b\n1,2\n')).toBe('[1,2]');
  });

  test.each([
    'access_log',
    'x.txt',
    'x.csv',
  ])('a log of another name is read as one: %s', async (name) => {
    const { engine } = await engineOver({ [name]: `\n${combined}\n${combined}\n` });
    for (const table of [`'${name}'`, `read_log('${name}')`]) {
      expect(await askRows(engine, `SELECT count(*), min(status) FROM ${table}`)).toEqual([
        [2, 200],
      ]);
    }
    await expect(engine.sniff({ path: name })).rejects.toThrow('in the format combined');
  });

  test('of another name it begins with an entry: others are in a text', async () => {
    const { engine } = await engineOver({ 'x.txt': `note\n${combined.replaceAll(',', '')}\n` });
    expect(await ask(engine, 'SELECT * FROM x.txt')).toMatchObject({ columns: ['note'] });
    const { engine: other } = await engineOver({ 'x.txt': `${combined}\nnote\n` });
    await expect(ask(other, 'SELECT * FROM x.txt')).rejects.toThrow("'x.txt', line 2: expected");
  });

  test('a log of no known format is read as CSV, with a warning of its first line', async () => {
    const { engine } = await engineOver({
      'y.log': 'ERROR,one\nINFO,two\n',
      'y.csv': 'a,b\n1,2\n',
    });
    expect(await ask(engine, 'SELECT * FROM y.log')).toMatchObject({
      columns: ['ERROR', 'one'],
      warnings: [
        "The file 'y.log' has the name of a log, but is in no known format of logs. It is read as CSV",
        "The first record of 'y.log' (ERROR | one) is read as the names of the columns, and may be data. Say which: read_csv('y.log', header=false) for data, or read_csv('y.log', header=true) for names",
      ],
    });
    const said = "SELECT * FROM read_csv('y.log', header=false)";
    expect(await ask(engine, said)).toMatchObject({ rowsReturned: 2, warnings: [] });
    expect(await ask(engine, 'SELECT * FROM y.csv')).toMatchObject({ warnings: [] });
  });

  test('sniff names the format', async () => {
    const { engine } = await engineOver({ 'x.log': common, 'y.log': 'a,b\n1,2\n' });
    await expect(engine.sniff({ path: 'x.log' })).rejects.toThrow(
      "'x.log' is a log by its first lines, in the format common, and needs no options",
    );
    expect(await engine.sniff({ path: 'y.log' })).toMatchObject({ records: 1, delimiter: ',' });
  });
});

describe('without a data folder', () => {
  test.each([
    'x.log',
    "read_csv('x.log')",
    "read_log('x.log', format='common')",
  ])('a log of no known format is not read: %s', async (from) => {
    const { engine, folder } = await testEngine({ 'x.log': 'secret,1\n' }, { dataDir: null });
    const sql = `SELECT * FROM ${from.replace(/'?x\.log'?/, `'${folder}/x.log'`)}`;
    await expect(ask(engine, sql)).rejects.toMatchObject({
      code: 'file_not_allowed',
      message: expect.stringContaining('not read as one in a known format'),
    });
    await expect(engine.sniff({ path: `${folder}/x.log` })).rejects.toThrow('known format');
  });

  test('others are', async () => {
    const { engine, folder } = await testEngine({ 'x.log': common }, { dataDir: null });
    expect(await askRows(engine, `SELECT status FROM '${folder}/x.log'`)).toEqual([[200]]);
  });
});
