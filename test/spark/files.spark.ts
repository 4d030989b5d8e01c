// Awkward files are read as the embedded engine reads them, or refused.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { QueryEngine } from '../../src/run/query-engine.ts';
import { randomCase } from '../differential/random-file.ts';
import { ask } from '../test-engine.ts';
import {
  type Comparison,
  compareEngines,
  countOf,
  describeAll,
  inLanes,
} from './compare-engines.ts';
import { edgeFile } from './edge-files.ts';
import { openEngines } from './open-engines.ts';
import { sampleOf } from './sample.ts';

const files = Number(process.env.SPARK_FILES ?? 60);
const firstSeed = Number(process.env.SPARK_SEED ?? 7_000);

test(`${files} random files`, { timeout: 3_600_000 }, async () => {
  const cases = Array.from({ length: files }, (_, i) => randomCase(firstSeed + i));
  const stored = cases.flatMap((one) => one.files.map((file) => [file.name, file.stored] as const));
  const engines = await openEngines(Object.fromEntries(stored));
  const names = stored.map(([name]) => name);
  const compare = async (name: string) => [
    await compareEngines(engines, `SELECT * FROM '${name}'`),
  ];
  report(await inLanes(names, compare));
});

test(`${files} files at the edges of types`, { timeout: 3_600_000 }, async () => {
  const cases = Array.from({ length: files }, (_, i) => edgeFile(firstSeed + i));
  const engines = await openEngines(
    Object.fromEntries(cases.map(({ name, content }) => [name, content])),
  );
  const questions = cases.map(({ name }, i) => {
    return i % 4 === 0 ? `DESCRIBE '${name}'` : `SELECT * FROM '${name}'`;
  });
  const comparisons = await inLanes(questions, async (sql) => [await compareEngines(engines, sql)]);
  report(comparisons);
  expect(countOf(comparisons).same).toBeGreaterThan(comparisons.length / 2);
});

test('queries at once agree on a type that shows late', async () => {
  const { embedded, spark } = await openEngines({
    'text.csv': `n\n${'1\n'.repeat(3_000)}x\n`,
    'decimal.csv': `n\n${'1\n'.repeat(3_000)}2.5\n`,
  });
  const questions = ['text.csv', 'decimal.csv'].flatMap((file) =>
    ['max(n)', 'min(n), max(n)', 'count(DISTINCT n)'].map((what) => `SELECT ${what} FROM ${file}`),
  );
  const answers = async (engine: QueryEngine) =>
    await Promise.all(questions.map(async (sql) => (await ask(engine, sql)).text));
  expect(await answers(spark)).toEqual(await answers(embedded));
});

test('names that Spark leaves out are refused, by a pattern, too', async () => {
  const { spark } = await openEngines({
    'x/_1.csv': 'a\n1\n',
    'x/2.csv': 'a\n2\n',
    'y/_z/1.csv': 'a\n1\n',
    'y/a/2.csv': 'a\n2\n',
    'co:lon.csv': 'a\n1\n',
    'a.csv.lz4': 'a\n1\n',
    'a.csv.deflate': 'a\n1\n',
  });
  const refused = ['x/_1.csv', 'x/*.csv', 'y/*/*.csv', 'co:lon.csv', 'a.csv.lz4', 'a.csv.*'];
  for (const path of refused) {
    await expect(ask(spark, `SELECT * FROM '${path}'`)).rejects.toMatchObject({
      code: 'file_not_allowed',
    });
  }
  expect((await ask(spark, "SELECT * FROM 'x/[0-9].csv'")).text).toBe('[2]');
});

/** Of many columns, of all types in turn, with quotes in some and without a value in others. */
const wideValues = ['7', '1.5', '2024-02-29', '"a ""b"", c"', '', 'true', '0.1234567890123456789'];
const wide = [
  Array.from({ length: 300 }, (_, i) => `c${i}`),
  ...[0, 1].map(() => Array.from({ length: 300 }, (_, i) => wideValues[i % 7])),
];

/** Each says more than its name. */
const awkward: Readonly<Record<string, string | Uint8Array>> = {
  'plain.csv': 'a,b\n1,x\n2,y\n',
  'no-final-line-end.csv': 'a,b\n1,x\n2,y',
  'crlf.csv': 'a,b\r\n1,x\r\n2,y\r\n',
  'crlf-no-final.csv': 'a,b\r\n1,x\r\n2,y',
  'cr.csv': 'a,b\r1,x\r',
  'mixed.csv': 'a,b\r\n1,x\n2,y\r\n',
  'mark.csv': '\ufeffa,b\n1,x\n',
  'blank-lines.csv': 'a,b\n\n1,x\n\n\n2,y\n\n',
  'one-column.csv': 'a\n1\n\n3\n',
  'quotes.csv': 'a,b\n1,"x, ""y"""\n2,"z"\n',
  'quoted-break.csv': 'a,b\n1,"x\ny"\n',
  'plain-quotes.csv': 'a,b\n1,5" disk\n2,x"y"z\n',
  'spaced-quotes.csv': 'a,b\n1, "x"\n2,"y" \n',
  'open-quote.csv': 'a,b\n1,"x\n2,y\n',
  'after-quote.csv': 'a,b\n1,"x"y\n',
  'short.csv': 'a,b,c\n1,2,3\n4,5\n',
  'long.csv': 'a,b\n1,2\n3,4,5\n',
  'trailing.csv': 'a,b\n1,2,\n3,4,,\n',
  'repeated-header.csv': 'a,b\n1,x\na,b\n',
  'nul.csv': 'a,b\n1,x\0y\n',
  'latin-1.csv': Buffer.from('a,b\n1,caf\xe9\n', 'latin1'),
  'utf-16.csv': Buffer.from('\ufeffa,b\n1,x\n', 'utf16le'),
  'hash.csv': '#a,b\n1,#x\n#2,y\n',
  'backslash.csv': 'a,b\n1,x\\\n2,\\"y\n',
  'tabs.tsv': 'a\tb\n1\tx y\n',
  'semicolons.csv': 'a;b\n1,5;x\n2;y\n',
  'carets.csv': 'a^b\n1^"x^y"\n2^[z]\n',
  'brackets.csv': 'a]b\n1]x\n2]^y\n',
  'sections.csv': 'a§b§c\n1§x§2\n',
  // A delimiter of two bytes makes up for the one that is missing.
  'ragged-sections.csv': 'a§b§c\n1§x§2\n3§y\n',
  'pairs.csv': 'a||b\n1||x\n2||y|z\n',
  'pipes.csv': 'a|b\n1|x.y\n',
  'types.csv':
    'i,z,n,d,e,day,ts,tz,t\n1,007,12.5,1e5,10E3,2024-02-29,2024-01-01 10:00,2024-01-01T10:00:00+02,true\n-0,1,.5,-1.5E-3,1,2024-12-31,2024-01-01T10:00:00.5,2024-01-01 10:00:00Z,FALSE\n',
  'bad-day.csv': 'x,day\n1,2024-02-29\n2,2023-02-29\n',
  'wide-numbers.csv':
    'n,h,p,o\n9223372036854775807,9223372036854775808,0.1234567890123456789,1e400\n1,99999999999999999999999999999999999999,12345678901234567.5,1\n',
  'doubles.csv': `x,y\n${['2e23,1', '1.7976931348623157e308,0.30000000000000004', '5e-324,0.1', '2.2250738585072014e-308,9007199254740992.5', '0.1234567890123456,123456789.12345678'].join('\n')}\n`,
  'late-text.csv': `n\n${'1\n'.repeat(3_000)}x\n`,
  'late-decimal.csv': `n\n${'1.5\n'.repeat(3_000)}0.1234567890123456789\n`,
  'late-double.csv': `n\n${'1\n'.repeat(3_000)}0.5\n`,
  'no-values.csv': 'a,b\n,\n,\n',
  'late-values.csv': `a,b\n${',\n'.repeat(2_000)}1,x\n`,
  'header-only.csv': 'a,b\n',
  'empty.csv': '',
  'no-header.csv': '1,2024-01-01\n2,2024-01-02\n',
  'same-names.csv': 'a,A,,a\n1,2,3,4\n',
  'padded.csv': 'a,b\n 1 ,\t2\n3, x \n',
  'letters.csv': 'ä,日本\n1,😀\n',
  'with blank [1].csv': 'a,b\n1,x\n',
  'sep.csv': 'sep=;\na;b\n1;2\n',
  'wide.csv': `${wide.map((record) => record.join(',')).join('\n')}\n`,
  'x.json': '{"a":1}',
};

test('files without a byte are errors, alone and beside others', async () => {
  const { spark } = await openEngines({ 'x/1.csv': 'a\n1\n', 'x/2.csv': '', 'empty.csv': '' });
  for (const path of ['empty.csv', 'x/2.csv', 'x/*.csv', '**/*.csv']) {
    const asked = ask(spark, `SELECT * FROM '${path}'`);
    await expect(asked, path).rejects.toMatchObject({
      code: 'csv_invalid',
      message: expect.stringContaining('is empty'),
    });
  }
});

test('a broken line is named by its number', async () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => `${i},x`);
  const { spark } = await openEngines({
    'short.csv': `a,b\n${lines.join('\n')}\n1\n2,x\n3\n`,
    'break.csv': 'a,b\n1,"x\ny"\n',
  });
  await expect(ask(spark, 'SELECT * FROM short.csv')).rejects.toMatchObject({
    code: 'csv_invalid',
    message: "The file 'short.csv', line 50002: expected 2 fields, found 1 field",
  });
  await expect(ask(spark, 'SELECT * FROM break.csv')).rejects.toMatchObject({
    code: 'not_on_spark',
    message: expect.stringContaining("(line 2, the first of 2, begins with '1,\"x')"),
  });
});

test('DESCRIBE tells the types of all rows', async () => {
  const rows = Array.from({ length: 3_000 }, () => '2024-01-01,true').join('\n');
  const files = { 'late.csv': `a,b\n${rows}\n2024-01-01 10:00:00,perhaps\n` };
  const { spark } = await openEngines(files);
  expect((await ask(spark, 'DESCRIBE SELECT a FROM late.csv')).text).toContain('"TIMESTAMP"');
  expect((await ask(spark, 'DESCRIBE SELECT * FROM late.csv')).text).toContain('"VARCHAR"');
});

test('awkward files', { timeout: 1_800_000 }, async () => {
  const engines = await openEngines({
    ...awkward,
    'cut.csv.gz': readFileSync(new URL('../data/cut-short.csv.gz', import.meta.url)),
    'whole.csv.gz': readFileSync(new URL('../data/whole.csv.gz', import.meta.url)),
    'many/1.csv': 'a,b\n1,x\n',
    'many/2.csv': 'a,b\n2,y\n',
    'other/1.csv': 'a,b\n1,x\n',
    'other/2.csv': 'b,a\n2,y\n',
    'deep/a/b/1.csv': 'a\n1\n',
    'deep/2.csv': 'a\n2\n',
  });
  const queries = [
    ...Object.keys(awkward).flatMap((name) => [
      `SELECT * FROM '${name}'`,
      `SELECT count(*) FROM '${name}'`,
      `DESCRIBE '${name}'`,
    ]),
    ...[
      'cut.csv.gz',
      'whole.csv.gz',
      'many/*.csv',
      'other/*.csv',
      'deep/**/*.csv',
      'deep/*',
      'many',
      'none*.csv',
      '../x.csv',
    ].map((path) => `SELECT * FROM '${path}'`),
    "SELECT * FROM read_csv('plain.csv', all_varchar=true)",
    "SELECT * FROM read_csv('no-header.csv', header=false, names=['n', 'day'])",
    "SELECT * FROM read_csv('semicolons.csv', delim=',')",
    "SELECT * FROM read_csv('carets.csv', delim='^')",
    "SELECT * FROM read_csv('brackets.csv', delim=']')",
    "SELECT * FROM read_csv('backslash.csv', delim='\\')",
    "SELECT * FROM read_csv('sections.csv', delim='§')",
    "SELECT * FROM read_csv('ragged-sections.csv', delim='§')",
    "SELECT * FROM read_csv('pairs.csv', delim='||')",
    "SELECT max(n) FROM 'late-text.csv' LIMIT 1",
    "SELECT typeof(n) FROM 'late-decimal.csv' LIMIT 1",
  ];
  report(await inLanes(sampleOf(queries), async (sql) => [await compareEngines(engines, sql)]));
});

/** What cannot be read here is told, whatever the reason on the other side. */
function report(comparisons: readonly Comparison[]): void {
  console.log(JSON.stringify(countOf(comparisons)));
  const wrong = comparisons.filter(({ outcome }) => outcome === 'differs');
  const stopped = comparisons.filter(({ outcome }) => outcome === 'stopped');
  console.log(describeAll(stopped));
  expect(wrong.length, describeAll(wrong)).toBe(0);
}
