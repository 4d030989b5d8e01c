// Runs one query on one connection, and starts over when a file changed under it.
import type {
  CheckedStatement,
  EngineConnection,
  EngineResult,
  FoundValues,
  Output,
  TableIdentity,
} from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { AnswerRequest, QueryRequest, WorkingFolderOnly } from '../query/query-request.ts';
import { answerVersion } from './answer-version.ts';
import { findPivotValues } from './find-pivot-values.ts';
import { assertFilesFor } from './input-format.ts';
import { withReadOptions } from './read-options.ts';
import type { OpenTable, TableRegistry } from './table-registry.ts';

export interface QueryRun<Statement extends CheckedStatement, Table> {
  /** Parameters filled in. */
  readonly sql: string;
  readonly statement: Statement;
  readonly connection: EngineConnection<Statement, Table>;
  readonly registry: TableRegistry<Table>;
  readonly output: Output;
  /** Versions of the answer that the caller has; undefined: it asks for none. */
  readonly knownVersions: AnswerRequest['knownVersions'];
  readonly signal: AbortSignal;
  readonly workingFolderOnly: WorkingFolderOnly;
  readonly onProgress: QueryRequest['onProgress'];
  readonly readOptions?: QueryRequest['readOptions'] | undefined;
  readonly inputFormat?: QueryRequest['inputFormat'];
  /** False once rows have left: what is sent cannot be taken back. */
  readonly canStartOver: () => boolean;
}

/** A file that changes all the time may be whole only for a moment. */
const maxAttempts = 8;

/** The caller closes the rows of the result. */
export async function runQuery<Statement extends CheckedStatement, Table>(
  run: QueryRun<Statement, Table>,
): Promise<VersionedResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptQuery(run);
    } catch (error) {
      run.signal.throwIfAborted();
      if (!isFileChanged(error) || attempt >= maxAttempts || !run.canStartOver()) throw error;
    }
  }
}

export interface VersionedResult {
  readonly version: string | null;
  /** Null: the caller has this version. */
  readonly result: EngineResult | null;
}

async function attemptQuery<Statement extends CheckedStatement, Table>(
  run: QueryRun<Statement, Table>,
): Promise<VersionedResult> {
  const { statement, inputFormat, output } = run;
  assertFilesFor(inputFormat, statement.references);
  const known = await knownVersion(run);
  if (known !== null) return { version: known, result: null };
  const { identities, result } =
    statement.sql === run.sql
      ? await runOver(run, { statement, output })
      : await runWithValues(run);
  const version =
    run.knownVersions === undefined ? null : answerVersion(run.sql, statement, identities);
  return { version, result };
}

interface RanOver {
  readonly identities: readonly TableIdentity[];
  readonly result: EngineResult;
}

interface Running<Statement> {
  readonly statement: Statement;
  readonly output: Output;
  readonly found?: FoundValues;
  /** Rejects with file_changed where these files have other versions now. */
  readonly before?: readonly TableIdentity[];
}

/** Of PIVOTs: from the same versions of the files as the answer. */
async function runWithValues<Statement extends CheckedStatement, Table>(
  run: QueryRun<Statement, Table>,
): Promise<RanOver> {
  const { sql, connection, output } = run;
  const before: TableIdentity[] = [];
  const { statement, found, toSource } = await findPivotValues({
    sql,
    check: (scanned) => connection.check(scanned),
    run: async (asking: Statement) => {
      const running = {
        statement: asking,
        output: { kind: 'stored', layout: 'texts' },
        before,
      } as const;
      const { identities, result } = await runOver(run, running);
      before.push(...identities);
      return result;
    },
  });
  try {
    return await runOver(run, { statement, output, found, before });
  } catch (error) {
    throw error instanceof PathqlError ? error.inSource(sql, toSource) : error;
  }
}

async function runOver<Statement extends CheckedStatement, Table>(
  run: QueryRun<Statement, Table>,
  { statement, output, found, before = [] }: Running<Statement>,
): Promise<RanOver> {
  const { connection, registry, signal, workingFolderOnly, onProgress, inputFormat } = run;
  const opened: OpenTable<Table>[] = [];
  const { references, firstRows } = statement;
  for (const reference of withReadOptions(references, run.readOptions)) {
    const reading = { connection, signal, workingFolderOnly, inputFormat, firstRows };
    opened.push(await registry.open(reference, reading));
  }
  const identities = opened.map(({ identity }) => identity);
  assertSameVersions(before, identities);
  const tables = opened.map(({ table }) => table);
  const query = { statement, tables, signal, onProgress, found };
  return { identities, result: await connection.run(query, output) };
}

function assertSameVersions(
  before: readonly TableIdentity[],
  identities: readonly TableIdentity[],
): void {
  const versions = new Map(before.map(({ source, version }) => [source, version]));
  for (const { source, version } of identities) {
    if ((versions.get(source) ?? version) === version) continue;
    throw new PathqlError('file_changed', 'A file changed while PIVOT looked for its values');
  }
}

/** The version that the answer would have, if the caller has it. No file is read for that. */
async function knownVersion<Statement extends CheckedStatement, Table>({
  sql,
  statement,
  registry,
  knownVersions,
  signal,
  workingFolderOnly,
}: QueryRun<Statement, Table>): Promise<string | null> {
  if (knownVersions === undefined || knownVersions.length === 0) return null;
  const identities = await registry.identify(statement.references, { signal, workingFolderOnly });
  const version = answerVersion(sql, statement, identities);
  return version !== null && knownVersions.includes(version) ? version : null;
}

function isFileChanged(error: unknown): boolean {
  return error instanceof PathqlError && error.code === 'file_changed';
}
