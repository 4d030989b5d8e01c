// Checks statements and fills in their parameters. Those that passed the policy are kept.
import type { CheckedStatement, EngineConnection } from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { QueryRequest } from '../query/query-request.ts';
import { fillParameters } from '../sql/fill-parameters.ts';
import { scanInTurns } from '../sql/scan-statement.ts';
import { StatementCache } from './statement-cache.ts';

/** A statement, its parameters filled in. */
export interface FilledStatement<Statement> {
  readonly sql: string;
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
    const check = (text: string) =>
      this.#checked.find(text, async () => connection.check(await scanInTurns(text)));
    if (parameters === undefined) return work({ sql, statement: await check(sql) });
    const scanned = await scanInTurns(sql);
    // As it was written, too: a parameter stands only where the grammar has a value.
    await this.#templates.find(sql, () => connection.check(scanned, { mayHoldParameters: true }));
    const { text, toSource } = fillParameters(scanned, parameters);
    try {
      return await work({ sql: text, statement: await check(text) });
    } catch (error) {
      throw error instanceof PathqlError ? error.inSource(sql, toSource) : error;
    }
  }
}
