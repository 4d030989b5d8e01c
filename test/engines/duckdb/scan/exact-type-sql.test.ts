// What DuckDB makes of texts that are exact in a type, random and spiteful ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digitsOf,
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
} from '../../../../src/kinds/shared/types/exact-types.ts';
import { csvLab } from './csv-lab.ts';
import { texts } from './texts.ts';

const lab = csvLab();

const types: ExactType[] = [
  ...exactTypes.filter((name) => name !== 'DECIMAL').map((name) => ({ name, scale: 0 })),
  ...[0, 1, 2, 18, 37, 38].map((scale) => ({ name: 'DECIMAL' as const, scale })),
];

/** What became of those texts that are exact in the type, read from a file as that type. */
async function bentBy(type: ExactType, values: readonly string[]): Promise<string[]> {
  const exact = values.filter((value) => value !== '' && isExact(value, type));
  if (type.name === 'NULL' || exact.length === 0) return [];
  const lines = exact.map((value) => `"${value.replaceAll('"', '""')}"\n`);
  const table = await lab.open(lab.write('exact.csv', `a\n${lines.join('')}`), { header: true });
  const columns = [{ name: 'a', type: { kind: 'exact' as const, ...type } }];
  const { rows } = await lab.readTable({ ...table, columns });
  return exact.flatMap((text, row) => {
    const printed = rows[row]?.[0] ?? 'NULL';
    if (isSameValue(type.name, text, printed)) return [];
    return [`${JSON.stringify(text)} became ${printed}`];
  });
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
