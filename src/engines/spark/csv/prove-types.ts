// Proves the types of columns on all rows, and finds those of the columns whose guess does not hold.
import { narrowestType, typeBit } from '../../../kinds/shared/types/column-types.ts';
import {
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
} from '../../../kinds/shared/types/exact-types.ts';
import {
  digitCountsSql,
  isAnyDecimalSql,
  isExactSql,
  isWrittenAsDoubleSql,
} from './exact-types.ts';

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
  for (const position of await findExactDoubles(doubles, proof)) unproven.delete(position);
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
  const conditions = [...exactTypes.map((name) => notExactSql(name)), notDoubleAtAllSql];
  const count = conditions.length;
  const tests = conditions.map((condition, index) => {
    return { positions, condition, found: `i * ${count} + ${index}` };
  });
  const lost = new Set(await findWhere(tests, proof));
  const isLost = (position: number, name: ExactTypeName) =>
    lost.has(position * count + exactTypes.indexOf(name));
  const perhapsDoubles = positions.filter((position) => {
    const isAtAll = !lost.has(position * count + exactTypes.length);
    const isWhole = !isLost(position, 'BIGINT') || !isLost(position, 'HUGEINT');
    return isAtAll && !isWhole && isLost(position, 'DOUBLE');
  });
  const doubles = new Set(await findExactDoubles(perhapsDoubles, proof));
  const holds = (position: number, name: ExactTypeName) =>
    !isLost(position, name) || (name === 'DOUBLE' && doubles.has(position));
  return new Map(
    positions.map((position) => {
      const held = exactTypes.filter((name) => holds(position, name));
      return [position, held.reduce((bits, name) => bits | typeBit[name], 0)];
    }),
  );
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

function notExactSql(name: ExactTypeName): string {
  if (name === 'VARCHAR') return 'false';
  const isOne = name === 'DECIMAL' ? isAnyDecimalSql(text) : isExactSql(text, { name, scale: 0 });
  return `CASE WHEN ${text} IS NULL THEN false ELSE NOT ${isOne} END`;
}

const notDoubleAtAllSql = `coalesce(NOT ${isWrittenAsDoubleSql(text)}, false)`;

/** More texts than these of a column are not looked at one by one. */
const mostTexts = 50_000;

/** Of these columns those with DOUBLEs only: whether a text that Spark cannot tell is exact, is looked at here. */
async function findExactDoubles(positions: readonly number[], proof: Proof): Promise<number[]> {
  if (positions.length === 0) return [];
  const doubtful = `filter(array(${positions.join(', ')}), i -> ${notExactSql('DOUBLE')})`;
  const each = `explode(transform(${doubtful}, i -> named_struct('i', i, 'text', ${text})))`;
  const rows = await proof.ask((records) => {
    const found = `SELECT ${each} AS d FROM ${records}`;
    return `SELECT DISTINCT d.i AS i, d.text AS text FROM (${found}) LIMIT ${mostTexts + 1}`;
  });
  if (rows.length > mostTexts) return findExactDoublesApart(positions, proof);
  const lost = new Set(rows.filter((row) => !isExactDouble(row.text)).map(({ i }) => Number(i)));
  return positions.filter((position) => !lost.has(position));
}

/** What is found of a column must not depend on those beside it. */
async function findExactDoublesApart(
  positions: readonly number[],
  proof: Proof,
): Promise<number[]> {
  if (positions.length === 1) return [];
  const middle = Math.ceil(positions.length / 2);
  const halves = [positions.slice(0, middle), positions.slice(middle)];
  return (await Promise.all(halves.map((half) => findExactDoubles(half, proof)))).flat();
}

function isExactDouble(one: unknown): boolean {
  return isExact(String(one), { name: 'DOUBLE', scale: 0 });
}
