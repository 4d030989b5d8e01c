// Proves the types of columns on all rows, and finds those of the columns whose guess does not hold.
import {
  narrowestType,
  type TextTypes,
  typeBit,
} from '../../../kinds/shared/types/column-types.ts';
import {
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
} from '../../../kinds/shared/types/exact-types.ts';
import { digitCountsSql, isAnyDecimalSql, isExactSql } from './exact-types.ts';

export interface OpenColumn {
  /** SQL of the text of a field. */
  readonly text: string;
  /** The narrowest type of some of its values. */
  readonly guess: ExactType;
}

export interface Proof {
  /** Runs a SELECT of these aggregates over all rows. */
  ask(list: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Different texts for which a condition holds, at most so many. */
  texts(text: string, condition: string, most: number): Promise<readonly string[]>;
}

/** The narrowest type of each column in which all its values are exact. */
export async function proveTypes(
  columns: readonly OpenColumn[],
  proof: Proof,
): Promise<ExactType[]> {
  const doubtful = columns.map(({ text, guess }) => notExactSql(text, guess));
  const list = doubtful.map((sql, i) => `coalesce(bool_or(${sql}), false) AS d${i}`);
  const [answer = {}] = await proof.ask(list.join(', '));
  const found: ExactType[] = [];
  for (const [index, column] of columns.entries()) {
    const isDouble = column.guess.name === 'DOUBLE';
    const holds =
      answer[`d${index}`] === false || (isDouble && (await areExactDoubles(column.text, proof)));
    found.push(holds ? await withScale(column, proof) : await findType(column, proof));
  }
  return found;
}

function notExactSql(text: string, type: ExactType): string {
  if (type.name === 'VARCHAR') return 'false';
  return `(CASE WHEN ${text} IS NULL THEN false ELSE NOT ${isExactSql(text, type)} END)`;
}

/** Of a DECIMAL the digits of all values count. */
function withScale({ text, guess }: OpenColumn, proof: Proof): Promise<ExactType> {
  return guess.name === 'DECIMAL' ? findType({ text, guess }, proof) : Promise.resolve(guess);
}

async function findType({ text }: OpenColumn, proof: Proof): Promise<ExactType> {
  const { whole, fraction } = digitCountsSql(text);
  const lost = exactTypes.map((name) => {
    return `coalesce(bool_or(${isLostSql(text, name)}), false) AS l${typeBit[name]}`;
  });
  const counts = [`max(${whole}) AS whole`, `max(${fraction}) AS fraction`];
  const [answer = {}] = await proof.ask([...lost, ...counts].join(', '));
  let bits = 0;
  for (const name of exactTypes) {
    const isDouble = name === 'DOUBLE' && (bits & (typeBit.BIGINT | typeBit.HUGEINT)) === 0;
    const holds =
      answer[`l${typeBit[name]}`] === false || (isDouble && (await areExactDoubles(text, proof)));
    if (holds) bits |= typeBit[name];
  }
  const types: TextTypes = {
    bits,
    wholeDigits: Math.min(Number(answer.whole ?? 0), 255),
    fractionDigits: Math.min(Number(answer.fraction ?? 0), 255),
  };
  return narrowestType(types);
}

/** Whether this text is not exact in the type, so that the column cannot have it. */
function isLostSql(text: string, name: ExactTypeName): string {
  if (name !== 'DECIMAL') return notExactSql(text, { name, scale: 0 });
  return `(CASE WHEN ${text} IS NULL THEN false ELSE NOT ${isAnyDecimalSql(text)} END)`;
}

/** More texts than these are not looked at one by one. */
const mostTexts = 50_000;

/** Whether those that Spark cannot tell are exact, too. */
async function areExactDoubles(text: string, proof: Proof): Promise<boolean> {
  const condition = notExactSql(text, { name: 'DOUBLE', scale: 0 });
  const texts = await proof.texts(text, condition, mostTexts + 1);
  return (
    texts.length <= mostTexts && texts.every((one) => isExact(one, { name: 'DOUBLE', scale: 0 }))
  );
}
