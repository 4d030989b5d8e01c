// Runs one query on one connection, and starts over when a file changed under it.
import type {
  CheckedStatement,
  EngineConnection,
  EngineResult,
  Output,
} from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { QueryRequest, WorkingFolderOnly } from '../query.ts';
import type { TableRegistry } from './table-registry.ts';

export interface QueryRun<Statement extends CheckedStatement, Table> {
  readonly statement: Statement;
  readonly connection: EngineConnection<Statement, Table>;
  readonly registry: TableRegistry<Table>;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly workingFolderOnly: WorkingFolderOnly;
  readonly onProgress: QueryRequest['onProgress'];
  /** False once rows have left: what is sent cannot be taken back. */
  readonly canStartOver: () => boolean;
}

/** A file that changes all the time may be whole only for a moment. */
const maxAttempts = 8;

/** The caller closes the rows of the result. */
export async function runQuery<Statement extends CheckedStatement, Table>(
  run: QueryRun<Statement, Table>,
): Promise<EngineResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptQuery(run);
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isFileChanged(error) || attempt >= maxAttempts || !run.canStartOver()) throw error;
    }
  }
}

async function attemptQuery<Statement extends CheckedStatement, Table>({
  statement,
  connection,
  registry,
  output,
  signal,
  workingFolderOnly,
  onProgress,
}: QueryRun<Statement, Table>): Promise<EngineResult> {
  const tables: Table[] = [];
  const { references, firstRows } = statement;
  for (const reference of references) {
    const reading = { connection, signal, workingFolderOnly, firstRows };
    tables.push(await registry.open(reference, reading));
  }
  return connection.run({ statement, tables, signal, onProgress }, output);
}

function isFileChanged(error: unknown): boolean {
  return error instanceof PathqlError && error.code === 'file_changed';
}
