import { expect, test } from 'vitest';
import { askRows, testEngine } from '../../../test-engine.ts';
import { countOf } from './follow-hint.ts';

test('a file that needs no option', async () => {
  const { engine } = await testEngine({ 'x.csv': 'id,name\r\n1,Ada\r\n2,\r\n' });
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
  const { engine } = await testEngine({ "it's.csv": Buffer.from(text, 'latin1') });
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
      { name: 'Betrag', notation: "numbers with ',' for the point" },
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
  const { engine } = await testEngine({ 'x.csv': 'Sales\na;b\n1;2\n3;4\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ call: "read_csv('x.csv', skip=1)", records: 2, delimiter: ';' });
  expect(report.problem).toContain('read as one column');
});

test('data without a header', async () => {
  const { engine } = await testEngine({ 'x.csv': '0,x,0.5\n1,y,1.5\n' });
  const report = await engine.sniff({ path: 'x.csv' });
  expect(report).toMatchObject({ header: { line: 1, isData: true }, records: 2, problem: null });
});

test.each([
  ['17,4\n18,5\n19,6\n', 2],
  ['17;4\n18;5\n19;6\n', 2],
  ['17,4\n', 0],
])('a first record that may be names or data is read as both: %j', async (content, records) => {
  const { engine } = await testEngine({ 'x.csv': content });
  const { call, otherCall, problem, summary, ...report } = await engine.sniff({ path: 'x.csv' });
  expect(problem).toContain('names or data');
  expect(summary).toMatch(/if line \d holds the names$/);
  expect(call).toBe(`read_csv('x.csv', header=true)`);
  expect(otherCall).toBe(`read_csv('x.csv', header=false)`);
  expect(report.records).toBe(records);
  expect(await countOf(engine, call)).toBe(records);
  expect(await countOf(engine, otherCall ?? '')).toBe(records + 1);
});

test('short records are told with their lines', async () => {
  const { engine } = await testEngine({ 'x.csv': 'id,name,note\n1,Anna,fine\n2,Bob,ok\n3,Ca' });
  const { summary } = await engine.sniff({ path: 'x.csv' });
  expect(summary).toBe(
    'This reads all 3 records, with 1 short record filled up with NULL, at line 4',
  );
});

test.each([
  ['01/02/2024\n03/04/2024', /'%d\/%m\/%Y' or '%m\/%d\/%Y': nothing tells which/],
  ['"1,234"\n"5,678"', /nothing tells which/],
])('what cannot be told is not suggested: %j', async (values, notation) => {
  const { engine } = await testEngine({ 'x.csv': `value\n${values}\n` });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]?.notation).toMatch(notation);
  expect(typedCall).toBeNull();
});

test('types are suggested only when all values of the file fit', async () => {
  const dates = '31.12.2024\n'.repeat(100_000);
  const { engine } = await testEngine({ 'x.csv': `d\n${dates}31.31.2024\n` });
  const { columns, typedCall } = await engine.sniff({ path: 'x.csv' });
  expect(columns[0]?.notation).toMatch(/%d\.%m\.%Y/);
  expect(typedCall).toBeNull();
});

test('a file that nothing reads is refused as in a query', async () => {
  const { engine } = await testEngine({ 'x.csv': 'a,b\nx,y,z\nu,v,w\nr,s,t\n' });
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
  const { engine } = await testEngine({ 'a.csv': 'a\n1\n', 'b.csv': 'a\n1\n' });
  await expect(engine.sniff({ path })).rejects.toMatchObject({ code });
});

test('stops with its signal', async () => {
  const { engine } = await testEngine({ 'a.csv': 'a\n1\n' });
  const signal = AbortSignal.abort();
  await expect(engine.sniff({ path: 'a.csv', signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});
