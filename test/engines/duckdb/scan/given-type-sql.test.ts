// What DuckDB makes of texts that fit a given type, against sums of our own: in SQL, and of those in a file.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { givenValueSql } from '../../../../src/engines/duckdb/scan/given-type-sql.ts';
import {
  type GivenTypeOptions,
  givenTypeRule,
} from '../../../../src/kinds/shared/types/given-types.ts';
import { typeSpellings } from '../../../../src/kinds/shared/types/type-names.ts';
import { csvLab } from './csv-lab.ts';
import { momentCases, momentValue } from './given-moments.ts';
import { decimals, europeanNumbers, numberValue, wholeNumbers } from './given-numbers.ts';
import { texts as anyTexts } from './texts.ts';

const lab = csvLab();
const textsOfOneCase = 4000;

interface Case {
  readonly type: string;
  readonly options: GivenTypeOptions;
  readonly texts: fc.Arbitrary<string>;
  /** Of a text, and of what DuckDB prints of its value. */
  readonly meaning: (text: string, isPrinted: boolean) => unknown;
}

const whole = 'TINYINT SMALLINT INTEGER BIGINT HUGEINT'.split(' ');
const unsigned = 'UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT'.split(' ');
const decimalTypes = [
  ...'DECIMAL(4,2) DECIMAL(9,0) DECIMAL(18,3) DECIMAL(18,18) DECIMAL(38,0) DECIMAL(38,10)'.split(
    ' ',
  ),
  ...'DECIMAL(38,38) DECIMAL(1,1) DECIMAL(22,4)'.split(' '),
];
const notations: GivenTypeOptions[] = [
  {},
  { decimalSeparator: ',' },
  { decimalSeparator: '.' },
  { thousands: ',' },
  { thousands: '.' },
  { thousands: '.', decimalSeparator: ',' },
  { thousands: ' ', decimalSeparator: ',' },
  { thousands: "'" },
  { thousands: '_' },
  { thousands: '\u202f', decimalSeparator: ',' },
];

const numberCases: Case[] = [...whole, ...unsigned, ...decimalTypes, 'FLOAT', 'DOUBLE'].flatMap(
  (type) =>
    notations.map((options) => ({
      type,
      options,
      texts: fc.oneof(wholeNumbers, decimals, europeanNumbers(options), anyTexts.random),
      meaning: (text: string, isPrinted: boolean) => numberValue(text, isPrinted ? {} : options),
    })),
);

const booleans: Record<string, boolean> = { true: true, t: true, yes: true, y: true, 1: true };
const plainCases: Case[] = [
  {
    type: 'BOOLEAN',
    options: {},
    texts: fc.oneof(
      fc.mixedCase(fc.constantFrom(...'true false t f yes no y n 0 1 on off'.split(' '))),
      anyTexts.random,
    ),
    meaning: (text) => booleans[text.toLowerCase()] ?? false,
  },
  {
    type: 'UUID',
    options: {},
    texts: fc.oneof(
      fc.mixedCase(fc.uuid()),
      fc.uuid().map((id) => id.replaceAll('-', '')),
    ),
    meaning: (text) => BigInt(`0x${text.replaceAll('-', '')}`),
  },
  { type: 'VARCHAR', options: {}, texts: anyTexts.random, meaning: (text) => text },
];

const cases: Case[] = [
  ...numberCases,
  ...plainCases,
  // How numbers are written is nothing to a time.
  ...momentCases.map(({ type, options, texts, read }, index) => ({
    type,
    options: index % 2 === 0 ? options : { ...options, thousands: '.', decimalSeparator: ',' },
    texts: fc.oneof({ arbitrary: texts, weight: 5 }, { arbitrary: anyTexts.random, weight: 1 }),
    meaning: (text: string, isPrinted: boolean) => momentValue(isPrinted ? text : read(text)),
  })),
];

test.each(cases)('$type with $options', async ({ type, options, texts, meaning }) => {
  const { fits } = givenTypeRule(type, options);
  const sample = new Set(fc.sample(texts, { numRuns: textsOfOneCase, seed: 7 }));
  const fitting = [...sample].filter((text) => text !== '' && fits(text));
  expect(fitting.length).toBeGreaterThan(5);
  expect(wrong(fitting, await bySql(fitting, type, options))).toEqual([]);
  expect(wrong(fitting, await fromFile(fitting, type, options))).toEqual([]);

  function wrong(given: readonly string[], printed: readonly (string | null)[]): string[] {
    return given.flatMap((text, index) => {
      const found = printed[index] ?? null;
      const isRight = found !== null && meaning(text, false) === meaning(found, true);
      return isRight ? [] : [`${JSON.stringify(text)} became ${found}`];
    });
  }
});

async function bySql(values: readonly string[], type: string, options: GivenTypeOptions) {
  const list = values.map((value) => `('${value.replaceAll("'", "''")}')`).join(', ');
  const sql = `SELECT TRY(${givenValueSql('s', type, options)})::VARCHAR FROM (VALUES ${list}) t(s)`;
  return (await lab.run(sql)).map(([printed]) => printed as string | null);
}

const optionNames = {
  dateFormat: 'dateformat',
  timestampFormat: 'timestampformat',
  decimalSeparator: 'decimal_separator',
  thousands: 'thousands',
} as const;

/** Every text in quotes, and once more without them where it needs none; beside them a column of numbers, which some options ask for. */
async function fromFile(values: readonly string[], type: string, options: GivenTypeOptions) {
  const lines = values.map((value) => {
    const quoted = `"${value.replaceAll('"', '""')}"`;
    return `${quoted},${/[",\r\n]/.test(value) ? quoted : value},\n`;
  });
  const notation = Object.entries(options).map(([name, value]) => [
    optionNames[name as keyof GivenTypeOptions],
    value,
  ]);
  const { rows } = await lab.read(lab.write('given.csv', `a,b,n\n${lines.join('')}`), {
    ...{ header: true, delim: ',', types: { a: type, b: type, n: 'DOUBLE' } },
    ...Object.fromEntries(notation),
  });
  expect(rows.length).toBe(values.length);
  return rows.map(([quoted = null, plain]) => (quoted === plain ? quoted : null));
}

test('DuckDB knows the other spellings as the same types', async () => {
  const spellings = Object.entries(typeSpellings);
  const typesOf = async (names: readonly string[]) => {
    const list = names.map((name) => `typeof(CAST(NULL AS ${name}))`).join(', ');
    return (await lab.run(`SELECT ${list}`))[0];
  };
  const expected = await typesOf(spellings.map(([, name]) => name));
  expect(await typesOf(spellings.map(([spelling]) => spelling))).toEqual(expected);
});
