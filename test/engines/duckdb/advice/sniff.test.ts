import { expect, test } from 'vitest';
import { askRows, sharedEngine } from '../../../test-engine.ts';
import { countOf } from './follow-hint.ts';

const engineOver = sharedEngine();

test('a file that needs no option', async () => {
  const { engine } = await engineOver({ 'x.csv': 'id,name\r\n1,Ada\r\n2,\r\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({
    path: 'x.csv',
    call: "read_csv('x.csv')",
    records: 2,
    problem: null,
    summary: 'This reads all 2 records',
    delimiter: ',',
    quote: '"',
    lineEnd: 'CRLF',
    encoding: 'utf-8',
    compression: 'none',
    header: { line: 1, text: 'id,name', isData: false },
    preamble: [],
    footer: null,
    typedCall: null,
  });
  expect(report.columns).toEqual([
    { name: 'id', type: 'BIGINT', notation: null, example: { line: 2, text: '1' } },
    { name: 'name', type: 'VARCHAR', notation: null, example: { line: 2, text: 'Ada' } },
  ]);
});

test('a report in Windows letters with a title, a footer and German notations', async () => {
  const text =
    'Umsätze\n\nTag;Ort;Betrag;Kode\n31.12.2024;Köln;1.234,50;007\n01.01.2025;Ulm;2,25;012\nSumme: 2\n';
  const { engine } = await engineOver({ "it's.csv": Buffer.from(text, 'latin1') });
  const report = await engine.sniff({ path: "it's.csv" });
  expect(report).toMatchObject({
    call: "read_csv('it''s.csv', encoding='windows-1252', skip=2, ignore_errors=true)",
    records: 2,
    delimiter: ';',
    encoding: 'windows-1252',
    header: { line: 3, isData: false },
    preamble: [
      { line: 1, text: 'Umsätze' },
      { line: 2, text: '' },
    ],
    footer: { line: 6, text: 'Summe: 2' },
    summary: expect.stringMatching(
      /^This reads 2 records, with the header in line 3, and leaves out the footer, 1 line from line 6 on \('Summe: 2'\)/,
    ),
    columns: [
      { name: 'Tag', notation: "dates as '%d.%m.%Y'", example: { line: 4, text: '31.12.2024' } },
      { name: 'Ort', type: 'VARCHAR', notation: null },
      { name: 'Betrag', notation: "numbers with ',' for the point and '.' between thousands" },
      { name: 'Kode', notation: 'codes with leading zeros, kept as text' },
    ],
  });
  expect(await countOf(engine, report.call)).toBe(2);
  const rows = await askRows(engine, `SELECT * FROM ${report.typedCall}`);
  expect(rows).toEqual([
    ['2024-12-31', 'Köln', 1234.5, '007'],
    ['2025-01-01', 'Ulm', 2.25, '012'],
  ]);
});

test('a title above semicolons, which would be read as one column', async () => {
  const { engine } = await engineOver({ 'x.csv': 'Sales\na;b\n1;2\n3;4\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ call: "read_csv('x.csv', skip=1)", records: 2, delimiter: ';' });
  expect(report.problem).toContain('read as one column');
});

test('a title filled up with delimiters, which would be read as names', async () => {
  const { engine } = await engineOver({ 'x.csv': 'Report;;\n;;\nid;name;n\n1;a;5\n2;b;6\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ call: "read_csv('x.csv', skip=2)", records: 2 });
  expect(report.problem).toContain('is a title, filled up with delimiters');
  expect(await countOf(engine, report.call)).toBe(2);
});

test('a log whose first line would be read as names', async () => {
  const { engine } = await engineOver({ 'x.csv': 'ann@x.de,Rome\nbob@x.de,Oslo\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ call: "read_csv('x.csv', header=false)", records: 2 });
  expect(report.header).toMatchObject({ isData: true });
  expect(report.problem).toContain('is read as data, and may hold the names');
  expect(report.otherCall).toBe("read_csv('x.csv', header=true)");
});

test('data without a header', async () => {
  const { engine } = await engineOver({ 'x.csv': '0,x,2024-01-31\n1,y,2024-02-01\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ header: { line: 1, isData: true }, records: 2, problem: null });
});

test.each([
  ['17,4\n18,5\n19,6\n', 3],
  ['17;4\n18;5\n19;6\n', 3],
  ['17,4\n', 1],
])('a first record that may be names or data is read as both: %j', async (content, records) => {
  const { engine } = await engineOver({ 'x.csv': content });
  const { call, otherCall, problem, summary, ...report } = await engine.sniff({ path: 'x.csv' });
  expect(problem).toContain('is read as data, and may hold the names of the columns');
  expect(summary).toMatch(/if line \d holds data$/);
  expect(call).toBe(`read_csv('x.csv', header=false)`);
  expect(otherCall).toBe(`read_csv('x.csv', header=true)`);
  expect(report.records).toBe(records);
  expect(await countOf(engine, call)).toBe(records);
  expect(await countOf(engine, otherCall ?? '')).toBe(records - 1);
});

test('short records are told with their lines', async () => {
  const { engine } = await engineOver({ 'x.csv': 'id,name,note\n1,Anna,fine\n2,Bob,ok\n3,Ca' });
  const { summary } = await engine.sniff({ path: 'x.csv' });
  expect(summary).toBe(
    'This reads all 3 records, with 1 short record filled up with NULL, at line 4',
  );
});

test.each([
  ['01/02/2024\n03/04/2024', /'%d\/%m\/%Y' or '%m\/%d\/%Y': nothing tells which/],
  ['"1,234"\n"5,678"', /nothing tells which/],
])('what cannot be told is not suggested: %j', async (values, notation) => {
  const { engine } = await engineOver({ 'x.csv': `value\n${values}\n` });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]?.notation).toMatch(notation);
  expect(typedCall).toBeNull();
});

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
const day = (at: number) => String(1 + (at % 12)).padStart(2, '0');

test.each<[string, string, string, string | null]>([
  [
    'a day above 12 comes late',
    `${rows(5_000, (at) => `${day(at)}/01/2024`)}25/01/2024\n`,
    "dates as '%d/%m/%Y'",
    "types={'v': 'DATE'}, dateformat='%d/%m/%Y'",
  ],
  [
    'both orders of day and month stand in it',
    `${rows(5_000, (at) => `${day(at)}/01/2024`)}25/01/2024\n01/25/2024\n02/25/2024\n`,
    "dates as '%m/%d/%Y', but for '25/01/2024' in line 5002",
    null,
  ],
  [
    'a date is none',
    `${rows(60_000, (at) => `${day(at)}.01.2024`)}31.13.2024\n`,
    "dates as '%d.%m.%Y', but for '31.13.2024' in line 60002",
    null,
  ],
  [
    'a fraction is longer than the first ones',
    `${rows(4_999, () => '"1,5"')}"1,25"\n`,
    "numbers with ',' for the point",
    "types={'v': 'DECIMAL(20,2)'}, decimal_separator=','",
  ],
  [
    'a code is no number',
    `${rows(4_999, (at) => `0${1_000 + at}`)}D-123\n`,
    "codes with leading zeros, kept as text, but for 'D-123' in line 5001",
    null,
  ],
  [
    'a word stands among numbers',
    `${rows(10, (at) => `${at}.5`)}n/a\n`,
    "numbers, but for 'n/a' in line 12",
    null,
  ],
  ['one of three values is a word', '1\n2\nn/a\n', "numbers, but for 'n/a' in line 4", null],
  [
    'words stand late among numbers',
    `${rows(50_000, String)}n/a\n${rows(50_000, String)}-\n`,
    "numbers, but for 2 values, the first 'n/a' in line 50002",
    null,
  ],
  [
    'a word stands among dates',
    `${rows(99, () => '2024-01-31')}soon\n`,
    "dates, but for 'soon' in line 101",
    null,
  ],
  [
    'a word stands among time stamps',
    `${rows(99, () => '2024-01-31 10:30')}soon\n`,
    "time stamps, but for 'soon' in line 101",
    null,
  ],
  [
    'thousands are parted by spaces',
    '"1 234,50"\n"12,25"\n',
    "numbers with ',' for the point and ' ' between thousands",
    "types={'v': 'DECIMAL(20,2)'}, decimal_separator=',', thousands=' '",
  ],
  [
    'thousands are parted by no-break spaces',
    '"1\u00a0234,50"\n"12,25"\n',
    "numbers with ',' for the point and '<U+00A0>' between thousands",
    "types={'v': 'DECIMAL(20,2)'}, decimal_separator=',', thousands='\u00a0'",
  ],
  [
    'thousands are parted by narrow no-break spaces',
    '1\u202f234\n12\n',
    "numbers with '<U+202F>' between thousands",
    "types={'v': 'DECIMAL(18,0)'}, thousands='\u202f'",
  ],
  [
    'thousands are parted by apostrophes',
    "1'234.50\n12.25\n",
    "numbers with ''' between thousands",
    "types={'v': 'DECIMAL(20,2)'}, thousands=''''",
  ],
  [
    'thousands are parted by points',
    '1.234.567\n1.000\n',
    "numbers with '.' between thousands",
    "types={'v': 'DECIMAL(18,0)'}, decimal_separator=',', thousands='.'",
  ],
])('notations are those of all records: %s', async (_, values, notation, options) => {
  const { engine } = await engineOver({ 'x.csv': `v\n${values}` });
  const { columns, typedCall, typedProblem, records } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]).toMatchObject({ type: 'VARCHAR', notation });
  expect(typedCall).toBe(options && `read_csv('x.csv', ${options})`);
  expect(typedProblem).toBeNull();
  if (typedCall !== null) expect(await countOf(engine, typedCall)).toBe(records);
});

test.each([
  ['01.02.2024 14:30\n13.02.2024 8:05\n', '%d.%m.%Y %H:%M'],
  ['1/13/2024 2:30 PM\n2/14/2024 11:30 AM\n', '%m/%d/%Y %I:%M %p'],
  ['2024/01/31 10:30:00\n2024/01/31 10:30:01\n', '%Y/%m/%d %H:%M:%S'],
])('time stamps in another notation get a call: %j', async (values, format) => {
  const { engine } = await engineOver({ 'x.csv': `v,n\n${values.replaceAll('\n', ',1\n')}` });
  const { columns, typedCall, records } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]).toMatchObject({ type: 'VARCHAR', notation: `time stamps as '${format}'` });
  expect(typedCall).toBe(
    `read_csv('x.csv', types={'v': 'TIMESTAMP'}, timestampformat='${format}')`,
  );
  expect(await countOf(engine, `${typedCall} WHERE v > TIMESTAMP '2024-01-01'`)).toBe(records);
});

test('of a day and a month that nothing tells apart both notations are named', async () => {
  const { engine } = await engineOver({ 'x.csv': 'v\n01/02/2024 14:30\n03/02/2024 9:15\n' });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]?.notation).toBe(
    "time stamps as '%d/%m/%Y %H:%M' or '%m/%d/%Y %H:%M': nothing tells which",
  );
  expect(typedCall).toBeNull();
});

const doubtful = 'the points may part thousands: nothing in the column tells';

test('what other columns show tells whether points part thousands', async () => {
  const content = 'k;n;p\nA;1.200;12,50\nB;3.450;1.299,00\nC;950;7,99\n';
  const { engine } = await engineOver({ 'x.csv': content });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[1]).toMatchObject({ name: 'n', type: 'DOUBLE', notation: doubtful });
  expect(await askRows(engine, `SELECT sum(n), sum(p) FROM ${typedCall}`)).toEqual([
    [5600, 1319.49],
  ]);
});

test.each([
  ['1.200\n950\n', doubtful],
  ['1.200\n0.950\n', null],
  ['1.200\n1.25\n', null],
  ['1.200\n1e3\n', null],
])('numbers with points stay numbers where nothing tells: %j', async (values, notation) => {
  const { engine } = await engineOver({ 'x.csv': `v\n${values}` });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]).toMatchObject({ type: 'DOUBLE', notation });
  expect(typedCall).toBeNull();
});

test.each([
  ['names', 'Ada\nBo\n'],
  ['as many numbers as words', '1\nx\n2\ny\n'],
  ['numbers at first only', `${rows(2_000, String)}${rows(2_000, () => 'x')}`],
])('text is text: %s', async (_, values) => {
  const { engine } = await engineOver({ 'x.csv': `v\n${values}` });
  const { columns } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]).toMatchObject({ type: 'VARCHAR', notation: null });
});

test('columns in a second notation of dates or of numbers stay text, which is said', async () => {
  const content =
    'a;b;c;d\n31.12.2024;12/31/2024;1,5;1,234.5\n30.12.2024;12/30/2024;2,25;2,234.5\n';
  const { engine } = await engineOver({ 'x.csv': content });
  const { typedCall, typedProblem } = await engine.sniff({ path: 'x.csv' });
  expect(typedCall).toContain("types={'a': 'DATE', 'c': 'DECIMAL(20,2)'}");
  expect(typedProblem).toContain("'b', 'd' stay text");
});

test('a file that nothing reads is refused as in a query', async () => {
  const { engine } = await engineOver({ 'x.csv': 'a,b\nx,y,z\nu,v,w\nr,s,t\n' });
  await expect(engine.sniff({ path: 'x.csv' })).rejects.toMatchObject({
    code: 'csv_invalid',
    message: expect.stringContaining('mend line 2'),
  });
});

test.each([
  ['../x.csv', 'file_not_allowed'],
  ['/etc/passwd', 'file_not_allowed'],
  ['none.csv', 'file_not_found'],
  ['*.csv', 'request_invalid'],
])('never looks at %s', async (path, code) => {
  const { engine } = await engineOver({ 'a.csv': 'a\n1\n', 'b.csv': 'a\n1\n' });
  await expect(engine.sniff({ path })).rejects.toMatchObject({ code });
});

test('stops with its signal', async () => {
  const { engine } = await engineOver({ 'a.csv': 'a\n1\n' });
  const signal = AbortSignal.abort();
  await expect(engine.sniff({ path: 'a.csv', signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});
