// Checks statements and fills in their parameters. Those that passed the policy are kept.
import type {
  CheckedStatement,
  EngineConnection,
  StatementRules,
} from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { QueryRequest } from '../query/query-request.ts';
import { fillParameters } from '../sql/fill-parameters.ts';
import { openPivots, withoutValues } from '../sql/open-pivots.ts';
import { type ScannedStatement, scanInTurns } from '../sql/scan-statement.ts';
import { StatementCache } from './statement-cache.ts';

/** A statement, its parameters filled in. */
export interface FilledStatement<Statement> {
  readonly sql: string;
  /** Has another text where PIVOTs do not name their values: those are found before it runs. */
  readonly statement: Statement;
}

export class Statements<Statement extends CheckedStatement, Table> {
  readonly #checked = new StatementCache<Statement>();
  /** With parameters. */
  readonly #templates = new StatementCache<Statement>();

  /** Calls `work` with the checked statement. Errors have their place in the text as it was written. */
  async withFilled<T>(
    { sql, parameters }: Pick<QueryRequest, 'sql' | 'parameters'>,
    connection: EngineConnection<Statement, Table>,
    work: (filled: FilledStatement<Statement>) => Promise<T>,
  ): Promise<T> {
    if (parameters === undefined) return work(await this.#check(sql, connection));
    const scanned = await scanInTurns(sql);
    // As it was written, too: a parameter stands only where the grammar has a value.
    const rules = { mayHoldParameters: true };
    await this.#templates.find(sql, () => checkWithoutValues(scanned, connection, rules));
    const { text, toSource } = fillParameters(scanned, parameters);
    try {
      return await work(await this.#check(text, connection));
    } catch (error) {
      throw error instanceof PathqlError ? error.inSource(sql, toSource) : error;
    }
  }

  async #check(
    sql: string,
    connection: EngineConnection<Statement, Table>,
  ): Promise<FilledStatement<Statement>> {
    const check = async () => checkWithoutValues(await scanInTurns(sql), connection);
    return { sql, statement: await this.#checked.find(sql, check) };
  }
}

async function checkWithoutValues<Statement extends CheckedStatement>(
  scanned: ScannedStatement,
  connection: Pick<EngineConnection<Statement, unknown>, 'check'>,
  rules?: StatementRules,
): Promise<Statement> {
  const { sql } = scanned;
  const pivots = openPivots(scanned);
  if (pivots.length === 0) return connection.check(scanned, rules);
  const { text, toSource } = withoutValues(sql, pivots);
  try {
    return await connection.check(await scanInTurns(text), rules);
  } catch (error) {
    throw error instanceof PathqlError ? error.inSource(sql, toSource) : error;
  }
}
