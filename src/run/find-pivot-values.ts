// Lets a PIVOT without IN find its values: asks for them by a query of its own, and puts them into the statement.
import type { CheckedStatement, EngineResult, FoundValues } from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { type OpenPivot, openPivots, valuesQuery, withValues } from '../sql/open-pivots.ts';
import { type ScannedStatement, scanInTurns } from '../sql/scan-statement.ts';

export interface PivotQuery<Statement extends CheckedStatement> {
  /** With PIVOTs that do not name their values. */
  readonly sql: string;
  check(scanned: ScannedStatement): Promise<Statement>;
  /** Runs a query for values, whose rows are JSON arrays, a line each. */
  run(statement: Statement): Promise<EngineResult>;
}

export interface StatementWithValues<Statement> {
  readonly statement: Statement;
  readonly found: FoundValues;
  toSource(offset: number): number;
}

/** Errors have their place in the text as it was written. */
export async function findPivotValues<Statement extends CheckedStatement>(
  query: PivotQuery<Statement>,
): Promise<StatementWithValues<Statement>> {
  const warnings: string[] = [];
  let text = query.sql;
  let toSource = (offset: number) => offset;
  for (;;) {
    const scanned = await scanInTurns(text);
    const [pivot] = openPivots(scanned);
    const before = toSource;
    if (pivot === undefined) {
      const statement = await placed(query.sql, before, () => query.check(scanned));
      return { statement, found: { warnings }, toSource };
    }
    const { values, hasNull } = await valuesOf(pivot, text, { ...query, toSource: before });
    const name = text.slice(pivot.expression.start, pivot.expression.end);
    if (hasNull) warnings.push(leftOut(name));
    const filled = withValues(text, pivot, values);
    text = filled.text;
    toSource = (offset) => before(filled.toSource(offset));
  }
}

interface Values {
  readonly values: readonly string[];
  readonly hasNull: boolean;
}

type Asking<Statement extends CheckedStatement> = PivotQuery<Statement> &
  Pick<StatementWithValues<Statement>, 'toSource'>;

async function valuesOf<Statement extends CheckedStatement>(
  pivot: OpenPivot,
  text: string,
  { sql, check, run, toSource }: Asking<Statement>,
): Promise<Values> {
  const { most } = limits.resultColumns;
  const asked = valuesQuery(text, pivot, most + 2);
  const toUser = (offset: number) => toSource(asked.toSource(offset));
  const { rows } = await placed(sql, toUser, async () =>
    run(await check(await scanInTurns(asked.text))),
  );
  const { start, end } = pivot.expression;
  const refuse = (message: string) => {
    const span = { start: toSource(start), end: toSource(end) };
    return new PathqlError('execution_failed', message, { at: { sql, span } });
  };
  const found = await readTexts(rows, () => refuse(tooLong));
  const values = found.filter((value) => value !== null);
  if (values.length > most) throw refuse(tooMany);
  if (values.length === 0) throw refuse(noValues);
  return { values, hasNull: values.length < found.length };
}

async function placed<T>(
  sql: string,
  toSource: (offset: number) => number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PathqlError ? error.inSource(sql, toSource) : error;
  }
}

async function readTexts(
  rows: EngineResult['rows'],
  tooLongError: () => PathqlError,
): Promise<(string | null)[]> {
  if (rows === null) throw new Error('The engine stored no rows');
  try {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of rows.read()) {
      parts.push(part);
      length += part.length;
      if (length > limits.sqlLength.most) throw tooLongError();
    }
    const lines = Buffer.concat(parts).toString().split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as [string | null])[0]);
  } finally {
    await rows.close();
  }
}

function leftOut(name: string): string {
  return `PIVOT makes no column of NULL, and ${name} has rows with NULL. coalesce(CAST(${name} AS VARCHAR), 'none') after ON gives them a column`;
}

const tooMany = `PIVOT finds more than ${shownNumber(limits.resultColumns.most)} values, and each becomes a column. Name the values you need with IN, found`;
const tooLong = `PIVOT finds values of more than ${shownNumber(limits.sqlLength.most)} characters together. Name the values you need with IN, found`;
const noValues = 'PIVOT finds no value to make a column of. Name the values with IN, found';
