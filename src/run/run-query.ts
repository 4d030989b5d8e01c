// Runs one query on one connection, and starts over when a file proves to be otherwise.
import {
  type CheckedStatement,
  type EngineConnection,
  type EngineResult,
  type EngineTable,
  type Output,
  TypeViolation,
} from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { QueryRequest } from '../query.ts';
import type { TableRegistry } from './table-registry.ts';

export interface QueryRun<Statement extends CheckedStatement, Table extends EngineTable> {
  readonly statement: Statement;
  readonly connection: EngineConnection<Statement, Table>;
  readonly registry: TableRegistry<Table>;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly onProgress: QueryRequest['onProgress'];
  /** False once rows have left: what is sent cannot be taken back. */
  readonly canStartOver: () => boolean;
}

/** A file that changes all the time may be whole only for a moment. */
const maxAttempts = 8;

/** The caller closes the rows of the result. */
export async function runQuery<Statement extends CheckedStatement, Table extends EngineTable>(
  run: QueryRun<Statement, Table>,
): Promise<EngineResult> {
  let infersFromAllRows = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptQuery(run, infersFromAllRows);
    } catch (error) {
      run.signal.throwIfAborted();
      const isViolation = error instanceof TypeViolation;
      if (isViolation) infersFromAllRows = true;
      else if (!isFileChanged(error)) throw error;
      if (attempt < maxAttempts && run.canStartOver()) continue;
      throw isViolation ? error.error : error;
    }
  }
}

async function attemptQuery<Statement extends CheckedStatement, Table extends EngineTable>(
  run: QueryRun<Statement, Table>,
  infersFromAllRows: boolean,
): Promise<EngineResult> {
  const { statement, connection, registry, output, signal, onProgress } = run;
  const tables: Table[] = [];
  for (const reference of statement.references) {
    tables.push(await registry.open(reference, { connection, signal, infersFromAllRows }));
  }
  return connection.run({ statement, tables, signal, onProgress }, output);
}

function isFileChanged(error: unknown): boolean {
  return error instanceof PathqlError && error.code === 'file_changed';
}
