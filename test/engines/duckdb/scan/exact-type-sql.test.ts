// What DuckDB makes of texts that are exact in a type, random and spiteful ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactValueSql } from '../../../../src/engines/duckdb/scan/exact-type-sql.ts';
import {
  digitsOf,
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
} from '../../../../src/kinds/shared/types/exact-types.ts';
import { literal } from '../../../../src/text/sql-text.ts';
import { csvLab } from './csv-lab.ts';
import { texts } from './texts.ts';

const lab = csvLab();

const types: ExactType[] = [
  ...exactTypes.filter((name) => name !== 'DECIMAL').map((name) => ({ name, scale: 0 })),
  ...[0, 1, 2, 18, 37, 38].map((scale) => ({ name: 'DECIMAL' as const, scale })),
];

/** A text that only this type and wider ones hold exactly. */
const steering: Readonly<Record<Exclude<ExactTypeName, 'DECIMAL'>, string>> = {
  NULL: '',
  BOOLEAN: 'true',
  BIGINT: '1',
  HUGEINT: '9'.repeat(38),
  DOUBLE: '0.5',
  DATE: '2024-01-15',
  TIMESTAMP: '2024-01-15 10:30:00',
  TIMESTAMPTZ: '2024-01-15 10:30:00Z',
  VARCHAR: 'x',
};

function steeringText({ name, scale }: ExactType): string {
  if (name !== 'DECIMAL') return steering[name];
  return `${'1'.repeat(38 - scale)}.${'1'.repeat(scale)}`;
}

/** What became of those texts that are exact in the type. */
async function bentBy(type: ExactType, values: readonly string[]): Promise<string[]> {
  const exact = values.filter((value) => value !== '' && isExact(value, type));
  if (type.name === 'NULL' || exact.length === 0) return [];
  const read = isInferred(type) ? await fromFile(type, exact) : await bySql(type, exact);
  return exact.flatMap((text, row) => {
    const printed = read[row] ?? 'NULL';
    if (isSameValue(type.name, text, printed)) return [];
    return [`${JSON.stringify(text)} became ${printed}`];
  });
}

/** A DECIMAL without a fraction is a HUGEINT, and a zero before 38 digits makes a column VARCHAR. */
function isInferred({ name, scale }: ExactType): boolean {
  return name !== 'DECIMAL' || (scale > 0 && scale < 38);
}

async function fromFile(type: ExactType, exact: readonly string[]) {
  const lines = [steeringText(type), ...exact].map((text) => `"${text.replaceAll('"', '""')}"\n`);
  const table = await lab.open(lab.write('exact.csv', `a\n${lines.join('')}`), { header: true });
  expect(await table.columns.types('all', new AbortController().signal)).toEqual([
    { name: 'a', type: { kind: 'exact', ...type } },
  ]);
  const { rows } = await lab.readTable(table);
  return rows.slice(1).map(([printed]) => printed);
}

async function bySql(type: ExactType, exact: readonly string[]) {
  const list = exact.map((text) => `(${literal(text)})`).join(', ');
  const sql = `SELECT CAST(${exactValueSql('s', type)} AS VARCHAR) FROM (VALUES ${list}) t(s)`;
  return (await lab.run(sql)).map(([printed]) => printed as string | null);
}

function isSameValue(name: ExactTypeName, text: string, printed: string): boolean {
  if (name === 'BOOLEAN') return text.toLowerCase() === printed;
  if (name === 'BIGINT' || name === 'HUGEINT') return text.trim() === printed;
  if (name === 'DOUBLE' || name === 'DECIMAL') {
    const isZero = digitsOf(text.trim()) === '';
    return (
      digitsOf(text.trim()) === digitsOf(printed) && (isZero || Number(text) === Number(printed))
    );
  }
  if (name === 'DATE') return text === printed;
  if (name === 'TIMESTAMP') return moment(`${text}Z`) === moment(`${printed}Z`);
  if (name === 'TIMESTAMPTZ') return moment(text) === moment(printed);
  return name === 'VARCHAR' && text === printed;
}

/** Microseconds of an ISO 8601 text. */
function moment(text: string): bigint {
  const parts = /^(.{10})(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.(\d+))?)?(Z|[+-]\d\d)?:?(\d\d)?$/.exec(
    text,
  );
  if (parts === null) throw new Error(`no moment: ${text}`);
  const [, date, time = '00:00', seconds = ':00', fraction = '', zone = 'Z', minutes = '00'] =
    parts;
  const offset = zone === 'Z' ? 'Z' : `${zone}:${minutes}`;
  return (
    BigInt(Date.parse(`${date}T${time}${seconds}${offset}`)) * 1000n +
    BigInt(fraction.padEnd(6, '0'))
  );
}

describe.each(types)('$name $scale', (type) => {
  test('spiteful texts', async () => {
    expect(await bentBy(type, texts.spiteful)).toEqual([]);
  });

  test('random texts', async () => {
    const batch = fc.array(texts.random, { minLength: 200, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(batch, async (values) => {
        expect(await bentBy(type, values)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
