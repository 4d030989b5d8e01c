// Tells what a query would read, without running it.
import type { CheckedStatement, EngineConnection } from '../engines/engine-driver.ts';
import { PathqlError } from '../errors.ts';
import type { GivenReadOptions, InputFormat, WorkingFolderOnly } from '../query/query-request.ts';
import type { ReadTable } from '../query/read-table.ts';
import { assertFilesFor } from './input-format.ts';
import { withReadOptions } from './read-options.ts';
import type { TableRegistry } from './table-registry.ts';

export interface Inspection<Statement extends CheckedStatement, Table> {
  readonly statement: Statement;
  readonly connection: EngineConnection<Statement, Table>;
  readonly registry: TableRegistry<Table>;
  readonly readOptions: GivenReadOptions | undefined;
  readonly inputFormat: InputFormat | undefined;
  readonly workingFolderOnly: WorkingFolderOnly;
  readonly signal: AbortSignal;
}

/** The same as long as the files are; null where there are none. No file is read for it. */
export async function fileVersions<Statement extends CheckedStatement, Table>({
  statement,
  registry,
  ...reach
}: Inspection<Statement, Table>): Promise<string | null> {
  const identities = await registry.identify(statement.references, reach);
  return identities.length === 0 ? null : JSON.stringify(identities.map(({ version }) => version));
}

/** Every mention of files, in the order of the text. Rejects as the query would for a file that cannot be read. */
export async function explainTables<Statement extends CheckedStatement, Table>(
  inspection: Inspection<Statement, Table>,
): Promise<ReadTable[]> {
  const { statement, connection, registry, readOptions, ...reach } = inspection;
  const { describeTable } = connection;
  if (describeTable === undefined) {
    throw new PathqlError(
      'usage_invalid',
      'This engine does not tell how it reads files. The embedded engine (ENGINE=duckdb) does',
    );
  }
  assertFilesFor(inspection.inputFormat, statement.references);
  const tables: ReadTable[] = [];
  for (const reference of withReadOptions(statement.references, readOptions)) {
    const { table } = await registry.open(reference, {
      connection,
      firstRows: statement.firstRows,
      ...reach,
    });
    tables.push({
      written: reference.paths,
      ...(await describeTable.call(connection, table, reach.signal)),
    });
  }
  return tables;
}
