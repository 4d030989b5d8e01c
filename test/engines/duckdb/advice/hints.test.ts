import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { zstdFrame } from '../../../kinds/shared/zstd-frame.ts';
import { askRows, sharedEngine } from '../../../test-engine.ts';
import { callsIn, countOf, refusal } from './follow-hint.ts';

const engineOver = sharedEngine();

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${row(at)}\n`).join('');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const people = 'id,name,city\n1,Ada,Turin\n2,Bo,Lisbon\n3,Cy,Oslo\n';

interface Case {
  readonly file?: string;
  readonly content: string | Uint8Array;
  /** What stands after the path in the call that fails. */
  readonly given?: string;
  /** What the hint adds. */
  readonly adds: string;
  readonly records: number;
}

const cases: Readonly<Record<string, Case>> = {
  'a title': { content: `Report of the year\n${people}`, adds: 'skip=1', records: 3 },
  'a title and an empty line': {
    content: `Report of the year\n\n${people}`,
    adds: 'skip=2',
    records: 3,
  },
  'empty lines': { content: `\n\n${people}`, adds: 'skip=2', records: 3 },
  'empty lines above a header without records': {
    content: '\n\na,b\n',
    adds: 'skip=2',
    records: 0,
  },
  'a title in quotes': {
    content: `"Report, ""all"""\r\n${people.replaceAll('\n', '\r\n')}`,
    adds: 'skip=1',
    records: 3,
  },
  'a preamble with more fields': {
    content: `Report,2024,by,me,v1\n\n${people}`,
    adds: 'skip=2',
    records: 3,
  },
  'a preamble with more fields, no empty line': {
    content: `Report,2024,by,me,v1\n${people}`,
    adds: 'skip=1',
    records: 3,
  },
  'a preamble of several widths': {
    content: `Report\nUnit,EUR\nMade,2024-01-01,by me,x\n${people}`,
    adds: 'skip=3',
    records: 3,
  },
  'a title filled up with delimiters': {
    content: `Report,,\n,,\n${people}`.replace('Report,,', 'Report,,,,'),
    adds: 'skip=2',
    records: 3,
  },
  'a title, semicolons and decimal commas': {
    content: 'Umsatz 2024, in Euro\nTag;Ort;Betrag\n1;Ulm;1,50\n2;Bonn;2,25\n',
    adds: 'skip=1',
    records: 2,
  },
  'semicolons and decimal commas': {
    content: 'a,b,c;d\n1,5;2\n2,5;3\n',
    adds: "delim=';'",
    records: 2,
  },
  'a quote that is not closed above another': {
    content: 'id,name,n\n0,"n 0",0\n1,"n 1,1\n2,"n 2",2\n3,"n 3",3\n',
    adds: 'ignore_errors=true',
    records: 3,
  },
  'the end of a file by MS-DOS': {
    content: 'id,name\n1,A\n2,B\n\x1a',
    adds: 'ignore_errors=true',
    records: 2,
  },
  'tabs below a header with commas': {
    content: 'a, b, c\td\n1\t2\n3\t4\n',
    adds: "delim='\\t'",
    records: 2,
  },
  'comments between records': {
    content: 'a,b\n1,2\n# later: more\n3,4\n',
    adds: "comment='#'",
    records: 2,
  },
  'quotes after a backslash': {
    content: 'a,b\n1,"say \\"x\\", y"\n2,"z"\n',
    adds: "escape='\\'",
    records: 2,
  },
  'quotes that are text': {
    content: 'a,b\n1,"Vis-à-Vis" Bus\n2,x\n',
    adds: "quote=''",
    records: 2,
  },
  'a quote that is never closed': { content: 'a,b\n1,"x\n2,y\n', adds: "quote=''", records: 2 },
  'single quotes': {
    content: "a,b\n1,'x, y'\n2,'z'\n",
    adds: "quote=''''",
    records: 2,
  },
  'text after a quote beside quoted delimiters': {
    content: 'a,b\n1,"Vis-à-Vis" Bus\n2,"x, y"\n3,"z, w"\n',
    adds: 'strict_mode=false',
    records: 3,
  },
  'windows-1252': {
    content: latin1('a,b\n1,caf\xe9 \x80 5\n2,na\xefve\n'),
    adds: "encoding='windows-1252'",
    records: 2,
  },
  'windows-1252 with a title': {
    content: latin1('R\xe9sum\xe9\nid;name;city\n1;Ada;K\xf6ln\n2;Bo;Z\xfcrich\n'),
    adds: "encoding='windows-1252', skip=1",
    records: 2,
  },
  'windows-1250': {
    content: Buffer.from('a,b\n1,Bia\xb3ystok\n2,Wa\xb3brzych\n', 'latin1'),
    adds: "encoding='windows-1250'",
    records: 2,
  },
  'windows-1250, where windows-1252 has other signs': {
    content: Buffer.from('a,b\n1,\xa3\xf3d\x9f\n2,Gda\xf1sk\n', 'latin1'),
    adds: "encoding='windows-1250'",
    records: 2,
  },
  'windows-1251': {
    content: Buffer.concat([
      Buffer.from('a,b\n1,'),
      Buffer.from([
        0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, 0x20, 0xf1, 0xf2, 0xee, 0xeb, 0xe8, 0xf6, 0xe0,
      ]),
      Buffer.from('\n2,x\n'),
    ]),
    adds: "encoding='windows-1251'",
    records: 2,
  },
  'UTF-16 without a mark': {
    content: Buffer.from('a,b\n1,x\n2,y\n', 'utf16le'),
    adds: "encoding='utf-16'",
    records: 2,
  },
  'another encoding than the one given': {
    content: latin1('a,b\n1,5 \x80\n'),
    given: ", encoding='latin-1'",
    adds: "encoding='windows-1252'",
    records: 1,
  },
  'line ends of two kinds': {
    content: 'a,b\r\n1,2\r\n3,4\n5,6\r\n',
    adds: 'strict_mode=false',
    records: 3,
  },
  'short records': { content: 'a,b,c\n1,2,3\n4,5\n6,7,8\n', adds: 'null_padding=true', records: 3 },
  'a long record': {
    content: `a,b\n${rows(200, (at) => `${at},x`)}1,${'y'.repeat(17_000_000)}\n`,
    adds: 'max_line_size=20000000',
    records: 201,
  },
  'records with too many fields': {
    content: `a,b\n${rows(300, (at) => `${at},x`)}1,2,3\n${rows(5, (at) => `${at},y`)}`,
    adds: 'ignore_errors=true',
    records: 305,
  },
  'a footer': {
    content: `a,b,c\n${rows(4, (at) => `${at},x,y`)}Total: 4\n`,
    adds: 'ignore_errors=true',
    records: 4,
  },
  'a title and a footer': {
    content: `Report\n\n${people}\nTotal: 3\nSource: us\n`,
    adds: 'skip=2, ignore_errors=true',
    records: 3,
  },
  'given options are kept': {
    content: 'x\ny\na:b:c\n1:2:3\n4:5\n6:7:8\n',
    given: ", skip=2, delim=':'",
    adds: 'null_padding=true',
    records: 3,
  },
  'lists and structs are kept': {
    content: 'Report\n\na,b,c\n1,NA,3\n',
    given: ", nullstr=['NA', 'it''s'], types=['VARCHAR'], header=true",
    adds: 'skip=2',
    records: 1,
  },
  'more lines to skip': {
    content: `Report\n\n\n${people}`,
    given: ', skip=1',
    adds: 'skip=3',
    records: 3,
  },
  'a quote in the name': {
    file: "it's here.csv",
    content: `Report of the year\n${people}`,
    adds: 'skip=1',
    records: 3,
  },
  zstd: {
    file: 'x.csv.zst',
    content: zstdFrame(`Report of the year\n${people}`),
    adds: 'skip=1',
    records: 3,
  },
  gzip: {
    file: 'x.csv.gz',
    content: gzipSync(`Report of the year\n${people}`),
    adds: 'skip=1',
    records: 3,
  },
  'gzip in windows-1252': {
    file: 'x.csv.gz',
    content: gzipSync(latin1('a,b\n1,caf\xe9\n2,x\n')),
    adds: "encoding='windows-1252'",
    records: 2,
  },
  'dates of the given type': {
    content: 'd,n\n31.12.2024,1\n01.01.2025,2\n',
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%d.%m.%Y'",
    records: 2,
  },
  'dates with the month first': {
    content: 'd,n\n01/02/2024,1\n12/31/2024,2\n',
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%m/%d/%Y'",
    records: 2,
  },
  'dates with the month first, above which nothing is names': {
    content: '12/31/2024,x\n01/02/2024,y\n',
    given: ", types=['DATE', 'VARCHAR']",
    adds: "dateformat='%m/%d/%Y'",
    records: 2,
  },
  'dates of a file with comments': {
    content: 'K,D\na,12/31/2024\nb,01/02/2024\nc,02/03/2024\n',
    given: ", comment='#', header=true, columns={'K': 'VARCHAR', 'D': 'DATE'}",
    adds: "dateformat='%m/%d/%Y'",
    records: 3,
  },
  'dates of a file in windows-1252': {
    content: latin1('K;D\nM\xfcller;31.12.2024\nB;01.02.2024\n'),
    given: ", encoding='windows-1252', types={'D': 'DATE'}",
    adds: "dateformat='%d.%m.%Y'",
    records: 2,
  },
  'dates with years of two digits': {
    content: 'd,n\n12/31/24,1\n01/02/24,2\n',
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%m/%d/%y'",
    records: 2,
  },
  'dates with a time of midnight': {
    content: 'd,n\n31.12.2024 00:00:00,1\n01.02.2024 00:00:00,2\n',
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%d.%m.%Y %H:%M:%S'",
    records: 2,
  },
  'time stamps with the day first': {
    content: 't,n\n31.12.2024 23:59,1\n01.02.2024 00:10,2\n',
    given: ", types={'t': 'TIMESTAMP'}",
    adds: "timestampformat='%d.%m.%Y %H:%M'",
    records: 2,
  },
  'time stamps with seconds': {
    content: 't,n\n31.12.2024 23:59:58,1\n01.02.2024 00:10:00,2\n',
    given: ", types={'t': 'TIMESTAMP_S'}",
    adds: "timestampformat='%d.%m.%Y %H:%M:%S'",
    records: 2,
  },
  'time stamps before and after noon': {
    content: 't,n\n12/31/2024 11:59 PM,1\n01/02/2024 12:10 AM,2\n',
    given: ", types={'t': 'TIMESTAMP'}",
    adds: "timestampformat='%m/%d/%Y %I:%M %p'",
    records: 2,
  },
  'dates and decimal commas in one record': {
    content: 'k;d;w\na;31.12.2024;1.234,5\nb;01.02.2024;2,5\n',
    given: ", types={'d': 'DATE', 'w': 'DOUBLE'}",
    adds: "dateformat='%d.%m.%Y', decimal_separator=',', thousands='.'",
    records: 2,
  },
  'the same text as a date and as a time stamp': {
    content: 'd,t\n31.12.2024,31.12.2024\n',
    given: ", types={'d': 'DATE', 't': 'TIMESTAMP'}",
    adds: "dateformat='%d.%m.%Y', timestampformat='%d.%m.%Y'",
    records: 1,
  },
  'commas between thousands of whole numbers': {
    content: 'K,D\nM,"1,000"\nB,"2,000"\n',
    given: ", types={'D': 'INTEGER'}",
    adds: "thousands=','",
    records: 2,
  },
  'commas between thousands, as another value has a point': {
    content: 'k,p\na,"1,234"\nb,"12,500.5"\n',
    given: ", types={'p': 'DOUBLE'}",
    adds: "thousands=','",
    records: 2,
  },
  'decimal commas of the only column': {
    content: 'price\n"1.234,50"\n"2,5"\n',
    given: ", types={'price': 'DOUBLE'}",
    adds: "decimal_separator=',', thousands='.'",
    records: 2,
  },
  'thousands marked in another way': {
    content: "k;p\na;1'234.5\nb;12'500\n",
    given: ", types={'p': 'DOUBLE'}",
    adds: "thousands=''''",
    records: 2,
  },
  'decimal commas of the given type': {
    content: 'd;n\na;1.234,50\nb;2,25\n',
    given: ", types={'n': 'DECIMAL(10,2)'}",
    adds: "decimal_separator=',', thousands='.'",
    records: 2,
  },
  'a word for no value': {
    content: 'd,n\na,1\nb,NA\n',
    given: ", types={'n': 'BIGINT'}",
    adds: "nullstr=['NA']",
    records: 2,
  },
  'a ruled list in windows-1252': {
    content: latin1(
      `Buchungen f\xfcr 2024\n${'-'.repeat(20)}\n|BuKr|Betrag|HW\xe4hr|\n${'-'.repeat(20)}\n${rows(9, (at) => `|100${at}|${at},50-|EUR|`)}${'-'.repeat(20)}\n|*|12,00|EUR|\n`,
    ),
    adds: "encoding='windows-1252', skip=2, ignore_errors=true",
    records: 10,
  },
  'a late quote that is never closed': {
    content: `a,b\n${rows(30_000, (at) => `${at},text`)}1,"y\n2,z\n`,
    adds: "quote=''",
    records: 30_002,
  },
  'a late quote that is never closed, far from the end': {
    content: `a,b\n${rows(30_000, (at) => `${at},text`)}1,"y\n${rows(30_000, (at) => `${at},text`)}`,
    adds: "quote=''",
    records: 60_001,
  },
  'a late record that is cut short': {
    content: `a,b\n${rows(30_000, (at) => `${at},text`)}5`,
    adds: 'null_padding=true',
    records: 30_001,
  },
  'late dates tell the order of days and months': {
    content: `d,n\n${rows(30_000, (at) => `01/02/2024,${at}`)}12/31/2024,5\n`,
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%m/%d/%Y'",
    records: 30_001,
  },
  'late quotes, beyond what is tried first': {
    content: `a,b\n${rows(90_000, (at) => `${at},text`)}1,"Vis" Bus\n2,x\n`,
    adds: "quote=''",
    records: 90_002,
  },
  'late comments': {
    content: `a,b\n${rows(90_000, (at) => `${at},text`)}# a note\n2,x\n`,
    adds: "comment='#'",
    records: 90_001,
  },
  'late letters of Windows': {
    content: latin1(`a,b\n${rows(90_000, (at) => `${at},text`)}1,caf\xe9\n2,x\n`),
    adds: "encoding='windows-1252'",
    records: 90_002,
  },
  'a late footer': {
    content: `a,b\n${rows(90_000, (at) => `${at},text`)}Total: 90000\n`,
    adds: 'ignore_errors=true',
    records: 90_000,
  },
};

test.each(Object.entries(cases))('the hint reads it: %s', async (_, wanted) => {
  const { file = 'x.csv', content, given = '', adds, records } = wanted;
  const { engine } = await engineOver({ [file]: content });
  const path = `'${file.replaceAll("'", "''")}'`;
  const message = await refusal(engine, `read_csv(${path}${given})`);
  const [call = '', ...others] = callsIn(message);
  expect(others).toEqual([]);
  expect(message).toContain(records === 0 ? 'no record' : records.toLocaleString('en-US'));
  const replaced = /^(skip|max_line_size|encoding)=/.exec(adds)?.[1];
  const kept =
    replaced === undefined ? given : given.replace(new RegExp(`, ${replaced}=[^,]*`), '');
  const isInPlace = replaced !== undefined && kept !== given;
  expect(call).toBe(`read_csv(${path}${isInPlace ? `, ${adds}` : `${given}, ${adds}`})`);
  expect(await countOf(engine, call)).toBe(records);
});

const report = `Report of the year\n${people}`;
const tables: Readonly<
  Record<
    string,
    {
      files: Readonly<Record<string, string | Buffer>>;
      given?: string;
      adds: string;
      records: number;
    }
  >
> = {
  'another encoding': {
    files: { a: latin1('a;b\nM\xfcller;1\n'), b: latin1('a;b\nK\xf6ln;2\n'), c: 'a;b\nBonn;3\n' },
    adds: "encoding='windows-1252'",
    records: 3,
  },
  'a title in each': { files: { a: report, b: report }, adds: 'skip=1', records: 6 },
  'comments in one': {
    files: { a: people, b: `${people}# later\n${people}` },
    adds: "comment='#'",
    records: 10,
  },
  'dates of the given type': {
    files: { a: 'd\n31.12.2024\n', b: 'd\n01.02.2025\n' },
    given: ", types={'d': 'DATE'}",
    adds: "dateformat='%d.%m.%Y'",
    records: 2,
  },
  'footers in some': {
    files: { a: people, b: `${people}Total: 3\n`, c: `${people}Total: 3\n` },
    adds: 'ignore_errors=true',
    records: 9,
  },
  'a long record, and a longer one': {
    files: { a: 'a,b\n1,2\n', b: `a,b\n1,${'y'.repeat(17_000_000)}\n` },
    adds: 'max_line_size=20000000',
    records: 2,
  },
  'names that are guessed in one of the files, data in the other': {
    files: { a: 'k,2019\nDE,5\n', b: 'k,2019\nDE,2018\n' },
    adds: 'header=true',
    records: 2,
  },
  'numbers that may be names, and no others': {
    files: { a: 'k,2019\nDE,5\n', b: '20,7\n21,8\n' },
    adds: 'header=false',
    records: 4,
  },
};

describe.each(Object.entries(tables))('several files: %s', (_, {
  files,
  given = '',
  adds,
  records,
}) => {
  test.each([
    ['a pattern', "'logs/*.csv'"],
    [
      'a list',
      `[${Object.keys(files)
        .map((name) => `'logs/${name}.csv'`)
        .join(', ')}]`,
    ],
  ])('the hint has %s as it was written, and reads all files', async (_, written) => {
    const named = Object.entries(files).map(([name, content]) => [`logs/${name}.csv`, content]);
    const { engine } = await engineOver(Object.fromEntries(named));
    const message = await refusal(engine, `read_csv(${written}${given})`);
    const call = `read_csv(${written}${given}, ${adds})`;
    expect(callsIn(message)).toEqual([call]);
    expect(message).toContain(`${records} records of the ${named.length} files`);
    expect(await countOf(engine, call)).toBe(records);
  });
});

test.each<[string, Record<string, string | Buffer>, string]>([
  ['one with a title', { a: people, b: report }, "read_csv('logs/b.csv', skip=1)"],
  [
    'one in UTF-8 whose letters would be others',
    { a: latin1('a;b\nM\xfcller;1\n'), b: 'a;b\nKöln;2\n' },
    "read_csv('logs/a.csv', encoding='windows-1252')",
  ],
  [
    'one in UTF-8 whose letters come late',
    { a: latin1('a;b\nM\xfcller;1\n'), b: `a;b\n${rows(90_000, (at) => `${at};x`)}Köln;2\n` },
    "read_csv('logs/a.csv', encoding='windows-1252')",
  ],
])('of several files the hint is for one alone where the others are read otherwise: %s', async (_, files, call) => {
  const named = Object.entries(files).map(([name, content]) => [`logs/${name}.csv`, content]);
  const { engine } = await engineOver(Object.fromEntries(named));
  const message = await refusal(engine, "'logs/*.csv'");
  expect(callsIn(message)).toEqual([call]);
  expect(message).toContain('of this file alone, not of the other file');
  await countOf(engine, call);
});

test('names of one file are not data of the others', async () => {
  const { engine } = await engineOver({
    'logs/a.csv': '17,4\n18,5\n',
    'logs/b.csv': 'id,n\n19,6\n',
  });
  const message = await refusal(engine, "'logs/*.csv'");
  expect(message).toContain('must have the same columns');
  expect(callsIn(message)).toEqual([]);
});

test('a long list of files is not repeated', async () => {
  const names = Array.from({ length: 11 }, (_, at) => `${at}.csv`);
  const { engine } = await engineOver(Object.fromEntries(names.map((name) => [name, report])));
  const message = await refusal(
    engine,
    `read_csv([${names.map((name) => `'${name}'`).join(', ')}])`,
  );
  expect(message).toMatch(/all 33 records of the 11 files.*: read_csv\(\[…\], skip=1\)$/);
});

test('columns are matched by name where files share some', async () => {
  const { engine } = await engineOver({
    "logs/it's.csv": people,
    'logs/b.csv': 'name,id\nDi,4\n',
    'logs/c.csv': 'id\n5\n',
  });
  const [call = ''] = callsIn(await refusal(engine, "'logs/*.csv'"));
  expect(call).toBe("read_csv('logs/*.csv', union_by_name=true)");
  expect(await countOf(engine, call)).toBe(5);
});

test('files that share no column are not put together', async () => {
  const { engine } = await engineOver({ 'logs/a.csv': people, 'logs/b.csv': 'x\n1\n' });
  expect(callsIn(await refusal(engine, "'logs/*.csv'"))).toEqual([]);
});

test('files that are CSV but for their names', async () => {
  const { engine } = await engineOver({ 'a.json': people, 'b.json': people });
  const [call = ''] = callsIn(await refusal(engine, "'*.json'"));
  expect(call).toBe("read_csv('*.json')");
  expect(await countOf(engine, call)).toBe(6);
});

test('a file that is CSV but for its name', async () => {
  const { engine } = await engineOver({ 'x.json': people, 'y.json': '{"a": 1, "b": [\n1,2\n' });
  const [call = ''] = callsIn(await refusal(engine, "'x.json'"));
  expect(call).toBe("read_csv('x.json')");
  expect(await countOf(engine, call)).toBe(3);
  expect(callsIn(await refusal(engine, "'y.json'"))).toEqual([]);
});

test('a guess on the first record is part of the hint', async () => {
  const { engine } = await engineOver({ 'x.csv': 'Report of the year\n\n1,alice,x\n2,bob,y\n' });
  const message = await refusal(engine, "'x.csv'");
  expect(message).toContain(', or with the first record as names: ');
  const calls = callsIn(message);
  expect(calls).toEqual(["read_csv('x.csv', skip=2)", "read_csv('x.csv', skip=2, header=true)"]);
  expect(await Promise.all(calls.map((call) => countOf(engine, call)))).toEqual([2, 1]);
});

test.each<[string, string, string, readonly [string, string]]>([
  [
    'days and months',
    'k,v\na,12/11/2024\nb,01/02/2024\n',
    'DATE',
    ["dateformat='%d/%m/%Y'", "dateformat='%m/%d/%Y'"],
  ],
  [
    'days and months of time stamps',
    'k,v\na,12/11/2024 10:30\nb,01/02/2024 10:30\n',
    'TIMESTAMP',
    ["timestampformat='%d/%m/%Y %H:%M'", "timestampformat='%m/%d/%Y %H:%M'"],
  ],
  [
    'decimal commas and commas between thousands',
    'k,v\na,"1,234"\nb,"12,500"\nc,3\n',
    'DOUBLE',
    ["decimal_separator=','", "thousands=','"],
  ],
])('both calls are suggested where nothing tells %s apart', async (_, content, type, options) => {
  const { engine } = await engineOver({ 'x.csv': content });
  const given = `read_csv('x.csv', types={'v': '${type}'}`;
  const message = await refusal(engine, `${given})`);
  expect(message).toMatch(/: nothing in the file tells which is right$/);
  const calls = callsIn(message);
  expect(calls).toEqual(options.map((option) => `${given}, ${option})`));
  const [one, other] = await Promise.all(
    calls.map((call) => askRows(engine, `SELECT v FROM ${call}`)),
  );
  expect(one).not.toEqual(other);
});

test('a given mark between thousands is kept', async () => {
  const { engine } = await engineOver({ 'x.csv': 'k;p\na;1,234.5,6\nb;1.234,5\n' });
  const message = await refusal(engine, "read_csv('x.csv', thousands=',', types={'p': 'DOUBLE'})");
  expect(callsIn(message)).toEqual([]);
});

test.each([
  ['Temp, C;Hum, %\n20,5;40,1\n21,5;41,1\n', '', 2],
  ['Report\nDay;Temp, C\n01.01.2024;20,5\n02.01.2024;21,5\n', 'skip=1, ', 2],
])('of two delimiters that nothing tells apart both are named: %j', async (content, before, records) => {
  const { engine } = await engineOver({ 'x.csv': content });
  const calls = callsIn(await refusal(engine, "'x.csv'"));
  expect(calls).toEqual([
    `read_csv('x.csv', ${before}delim=';')`,
    `read_csv('x.csv', ${before}delim=',')`,
  ]);
  for (const call of calls) expect(await countOf(engine, call)).toBe(records);
});

test.each([
  ['windows-1252', Buffer.from([0x61, 10, 0x4d, 0x81, 0x6c, 0x6c, 10]), 'None of the encodings'],
  ['utf-16le', Buffer.from([0xff, 0xfe, 0x61, 0, 10, 0, 0x62]), 'byte order mark of UTF-16'],
])('advice on encodings does not go in a circle: %s', async (_, content, hint) => {
  const { engine } = await engineOver({ 'x.csv': content });
  const message = await refusal(engine, "'x.csv'");
  expect(message).toContain(hint);
  expect(message).not.toContain("encoding='");
});

test('a text for no value is said to be none in every column', async () => {
  const { engine } = await engineOver({ 'x.csv': 'id,country,v\n1,NA,5\n2,DE,NA\n' });
  const message = await refusal(engine, "read_csv('x.csv', types={'v': 'INTEGER'})");
  expect(message).toContain("with 'NA' for no value in every column");
});

test('columns that some of the files lack are named', async () => {
  const { engine } = await engineOver({ 'a.csv': 'id,n\n1,2\n', 'b.csv': 'ID,n \n3,4\n' });
  const message = await refusal(engine, "'?.csv'");
  expect(message).toContain("NULL where a file has none ('n', 'n ')");
});

const encoded = (...bytes: number[]) => Buffer.from([...bytes, 10]);

test.each<[string, Buffer, string]>([
  [
    'Shift-JIS',
    encoded(0x94, 0xd4, 0x8d, 0x86, 0x2c, 0x96, 0xbc, 0x91, 0x4f),
    "encoding='shift_jis' for '番号'",
  ],
  [
    'Cyrillic',
    encoded(0xde, 0xeb, 0xff, 0x2c, 0xdf, 0xf8, 0xe0),
    "encoding='windows-1251' for 'Юля'",
  ],
  ['Greek', encoded(0xf0, 0xfc, 0xeb, 0xe7), "encoding='windows-1253' for 'πόλη'"],
  ['Chinese', encoded(0xb1, 0xe0, 0xba, 0xc5), "encoding='gb18030' for '编号'"],
  ['Korean', encoded(0xb9, 0xf8, 0xc8, 0xa3), "encoding='euc-kr' for '번호'"],
  ['Big5', encoded(0xbd, 0x73, 0xb8, 0xb9), "encoding='big5' for '編號'"],
  ['MS-DOS', encoded(0x4d, 0x84, 0x64, 0x63), 'None of the encodings that can be read'],
  ['unknown', encoded(0x4d, 0x81, 0x6c, 0x6c), 'None of the encodings that can be read'],
])('few letters that are no UTF-8 are shown in the encodings they may have: %s', async (_, header, hint) => {
  const { engine } = await engineOver({ 'x.csv': Buffer.concat([header, Buffer.from('1,2\n')]) });
  const message = await refusal(engine, "'x.csv'");
  expect(message).toContain(hint);
  expect(message).not.toContain('mend line');
});

test('a faulty byte in a file of UTF-8 is one to mend', async () => {
  const content = Buffer.concat([Buffer.from('a,b\n1,Zürich\n2,Málaga\n3,'), latin1('K\xf6ln\n')]);
  const { engine } = await engineOver({ 'x.csv': content });
  expect(await refusal(engine, "'x.csv'")).toMatch(/No other options were found .*: mend line 4$/);
});

test('a hint reads the table below a title that is filled up with delimiters', async () => {
  const text = 'Bericht;;\n;;\nid;name;n\n1;M\xfcller;5\n2;Kr\xe4mer;6\n3;Gr\xf6\xdfe;7\n';
  const { engine } = await engineOver({ 'x.csv': Buffer.from(text, 'latin1') });
  const [call = ''] = callsIn(await refusal(engine, "'x.csv'"));
  expect(call).toBe("read_csv('x.csv', encoding='windows-1252', skip=2)");
  expect(await countOf(engine, call)).toBe(3);
});

test.each<[string, string | Uint8Array]>([
  ['JSON would be cut', 'id,payload\n1,{"a":1,"b":2}\n2,{"a":3,"b":4}\n3,{"a":5,"b":6}\n'],
  ['quoted text would be cut', 'a,b,c\n1,"x, y"\n2,"z, w"\n'],
  ['names would be skipped', 'id,name\n1:a:7,"x" y,z\n2:b:8,"x" y,z\n3:c:9,"x" y,z\n'],
  ['no record would be left', 'col0\tcol1\n007\n"NA"\t"\n'],
  ['most records cannot be read', 'a,b\n1\n2,3,4\n5,6,7\n8,9,10\n1,2\n'],
  ['the header is shorter than all records', 'a,b\nx,y,z\nu,v,w\nr,s,t\n'],
  ['it would be read as one column of many', 'a,b,c\n1;2;3\n4;5;6\n'],
  ['a comment mark would cut records', `a,b\n1,C#\n# note\n${rows(4, (at) => `x,${at},y`)}`],
  ['it is binary', Buffer.from([1, 2, 3, 4, 0, 0, 1, 0, 255, 254, 0, 0, 0])],
])('no call is suggested where %s', async (_, content) => {
  const { engine } = await engineOver({ 'x.csv': content });
  const message = await refusal(engine, "'x.csv'");
  expect(callsIn(message)).toEqual([]);
  expect(message).toMatch(/No other options were found .*: mend line \d+$/);
});

test('never a record is skipped to read those below it', async () => {
  const { engine } = await engineOver({ 'x.csv': 'a,b,c\n1,2,3\n4,5\n6,7,8\n9,10,11\n' });
  const [call = ''] = callsIn(await refusal(engine, "'x.csv'"));
  expect(await countOf(engine, call)).toBe(4);
});
