// Proves the types of columns on all rows, and finds those of the columns whose guess does not hold.
import { narrowestType, typeBit } from '../../../kinds/shared/types/column-types.ts';
import {
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
} from '../../../kinds/shared/types/exact-types.ts';
import { digitCountsSql, isAnyDecimalSql, isExactSql } from './exact-types.ts';

export interface Proof {
  /**
   * Rows of a SELECT that is written over a relation of all records: its column `texts` is an array with a text or NULL for
   * each of the columns.
   */
  ask(select: (records: string) => string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/**
 * The narrowest type of each column in which all its values are exact. Conditions are over elements of an array, as Spark
 * would plan and compile a condition for each column longer than it computes them.
 */
export async function proveTypes(
  guesses: readonly ExactType[],
  proof: Proof,
): Promise<ExactType[]> {
  const positions = [...guesses.keys()];
  const unproven = new Set(await findDoubtful(guesses, proof));
  const doubles = positions.filter((i) => unproven.has(i) && guesses[i]?.name === 'DOUBLE');
  for (const position of doubles) {
    if (await areExactDoubles(position, proof)) unproven.delete(position);
  }
  // Of a DECIMAL the digits of all values count.
  const open = positions.filter((i) => unproven.has(i) || guesses[i]?.name === 'DECIMAL');
  const found = await findTypes(open, proof);
  return guesses.map((guess, position) => found.get(position) ?? guess);
}

/** Positions of columns with a value that is not exact in the type of the guess. */
async function findDoubtful(guesses: readonly ExactType[], proof: Proof): Promise<number[]> {
  const tests = exactTypes
    .filter((name) => name !== 'VARCHAR' && name !== 'DECIMAL')
    .map((name) => ({
      positions: [...guesses.keys()].filter((position) => guesses[position]?.name === name),
      condition: notExactSql(name),
    }));
  return findWhere(tests, proof);
}

/** Of the columns at these positions. */
async function findTypes(
  positions: readonly number[],
  proof: Proof,
): Promise<ReadonlyMap<number, ExactType>> {
  if (positions.length === 0) return new Map();
  const bits = await findBits(positions, proof);
  const typeOf = (position: number, wholeDigits: number, fractionDigits: number) =>
    narrowestType({ bits: bits.get(position) ?? 0, wholeDigits, fractionDigits });
  const decimals = positions.filter((position) => typeOf(position, 0, 0).name === 'DECIMAL');
  const digits = await countDigits(decimals, proof);
  return new Map(
    positions.map((position) => {
      const { whole = 0, fraction = 0 } = digits.get(position) ?? {};
      return [position, typeOf(position, whole, fraction)];
    }),
  );
}

/** The types in which all values of a column are exact, as bits; DECIMAL whatever the digits. */
async function findBits(
  positions: readonly number[],
  proof: Proof,
): Promise<ReadonlyMap<number, number>> {
  const count = exactTypes.length;
  const tests = exactTypes.map((name, index) => ({
    positions,
    condition: notExactSql(name),
    found: `i * ${count} + ${index}`,
  }));
  const lost = new Set(await findWhere(tests, proof));
  const bits = new Map<number, number>();
  for (const position of positions) {
    let held = 0;
    for (const [index, name] of exactTypes.entries()) {
      const isLost = lost.has(position * count + index);
      const mayBeDouble = name === 'DOUBLE' && (held & (typeBit.BIGINT | typeBit.HUGEINT)) === 0;
      if (!isLost || (mayBeDouble && (await areExactDoubles(position, proof)))) {
        held |= typeBit[name];
      }
    }
    bits.set(position, held);
  }
  return bits;
}

interface Digits {
  readonly whole: number;
  readonly fraction: number;
}

/** The most digits that a value of a column has before the point, and after it. */
async function countDigits(
  positions: readonly number[],
  proof: Proof,
): Promise<ReadonlyMap<number, Digits>> {
  if (positions.length === 0) return new Map();
  const { whole, fraction } = digitCountsSql(text);
  const counted = `named_struct('i', i, 'whole', ${whole}, 'fraction', ${fraction})`;
  const each = `explode(transform(array(${positions.join(', ')}), i -> ${counted})) AS d`;
  const list = 'd.i AS i, max(d.whole) AS whole, max(d.fraction) AS fraction';
  const rows = await proof.ask(
    (records) => `SELECT ${list} FROM (SELECT ${each} FROM ${records}) GROUP BY d.i`,
  );
  const counts = rows.map(({ i, whole, fraction }): [number, Digits] => {
    return [Number(i), { whole: Number(whole ?? 0), fraction: Number(fraction ?? 0) }];
  });
  return new Map(counts);
}

/** The text of the column `i` in a row. */
const text = 'get(texts, i)';

interface Test {
  readonly positions: readonly number[];
  /** On the column `i`. */
  readonly condition: string;
  /** A number that is found for `i`; `i` itself where it is not said. */
  readonly found?: string;
}

/** What is found where a condition holds in any row. */
async function findWhere(tests: readonly Test[], proof: Proof): Promise<number[]> {
  const lists = tests
    .filter(({ positions, condition }) => positions.length > 0 && condition !== 'false')
    .map(({ positions, condition, found }) => {
      const holds = `filter(array(${positions.join(', ')}), i -> ${condition})`;
      return found === undefined ? holds : `transform(${holds}, i -> ${found})`;
    });
  if (lists.length === 0) return [];
  const found = `explode(concat(${lists.join(', ')})) AS found`;
  const rows = await proof.ask((records) => `SELECT DISTINCT ${found} FROM ${records}`);
  return rows.map(({ found }) => Number(found));
}

function notExactSql(name: ExactTypeName, of = text): string {
  if (name === 'VARCHAR') return 'false';
  const isOne = name === 'DECIMAL' ? isAnyDecimalSql(of) : isExactSql(of, { name, scale: 0 });
  return `CASE WHEN ${of} IS NULL THEN false ELSE NOT ${isOne} END`;
}

/** More texts than these are not looked at one by one. */
const mostTexts = 50_000;

/** Whether those that Spark cannot tell are exact, too. */
async function areExactDoubles(position: number, proof: Proof): Promise<boolean> {
  const rows = await proof.ask((records) => {
    const texts = `SELECT get(texts, ${position}) AS text FROM ${records}`;
    const where = notExactSql('DOUBLE', 'text');
    return `SELECT DISTINCT text FROM (${texts}) WHERE ${where} LIMIT ${mostTexts + 1}`;
  });
  return (
    rows.length <= mostTexts &&
    rows.every(({ text }) => isExact(String(text), { name: 'DOUBLE', scale: 0 }))
  );
}
