// Opens the tables behind the paths of a query, and remembers them until their files change.
import { waitFor } from '../concurrency/wait-for.ts';
import type {
  EngineConnection,
  EngineDriver,
  PathReach,
  RecognisedFiles,
  TableIdentity,
  TableOpening,
} from '../engines/engine-driver.ts';
import { type ErrorCode, PathqlError } from '../errors.ts';
import type { DataFile } from '../files/resolve-path.ts';
import type { InputFormat } from '../query/query-request.ts';
import type { FileReference } from '../sql/file-reference.ts';
import { allOfIt, fewBytes, firstRowsOf, isFew, moreBytes } from './first-rows.ts';
import { assertInputFormat } from './input-format.ts';
import { NewestVersions } from './newest-versions.ts';

export interface Reading<Table> extends PathReach {
  readonly connection: Pick<EngineConnection<never, Table>, 'openTable' | 'describeTable'>;
  readonly inputFormat?: InputFormat | undefined;
  /** All that is wanted of the table; undefined: every row. */
  readonly firstRows?: number | undefined;
}

export interface OpenTable<Table> {
  readonly table: Table;
  readonly identity: TableIdentity;
}

type Files = Pick<EngineDriver<never, unknown>, 'resolve' | 'recognise'>;

export class TableRegistry<Table> {
  readonly #files: Files;
  readonly #tables = new NewestVersions<Promise<Table>>();
  readonly #recognised = new NewestVersions<RecognisedFiles>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** The files that each of `references` names now, without a look into them. */
  async identify(references: readonly FileReference[], reach: PathReach): Promise<TableIdentity[]> {
    const identities: TableIdentity[] = [];
    for (const reference of references) {
      identities.push(identityOf(await this.#files.resolve(reference.paths, reach), reference));
    }
    return identities;
  }

  /** The table that `reference` names, its files checked anew. */
  async open(reference: FileReference, reading: Reading<Table>): Promise<OpenTable<Table>> {
    const { connection, signal, firstRows } = reading;
    if (wantsPart(reading)) return this.open(reference, { ...reading, enough: fewBytes });
    const found = await this.#files.resolve(reference.paths, reading);
    const identity = identityOf(found, reference);
    const recognised = await this.#recognise(found, { reference, identity, signal });
    const { kind } = recognised;
    assertInputFormat(reading.inputFormat, kind, reference);
    const { options, reader, paths: written, used } = reference;
    const opening = { ...recognised, written, reader, options, used, identity, signal };
    if (found.some(({ isPart = false }) => isPart)) {
      // Only CSV is read in part.
      if (kind !== 'csv') return this.open(reference, { ...reading, enough: allOfIt });
      return this.#openPart({ ...opening, firstRows }, reference, reading);
    }
    const table = await this.#open(firstRowsOf(opening, firstRows), connection);
    return table === null ? this.open(reference, reading) : { table, identity };
  }

  async #recognise(
    files: readonly DataFile[],
    { reference, identity, signal }: Recognising,
  ): Promise<RecognisedFiles> {
    const known = this.#recognised.get(identity);
    if (known !== undefined) return known;
    const recognised = await this.#files.recognise({ files, reference, signal });
    if (identity.isSettled) this.#recognised.put(identity, recognised);
    return recognised;
  }

  #open(opening: TableOpening, connection: Reading<Table>['connection']): Promise<Table | null> {
    if (!opening.identity.isSettled) return connection.openTable(opening);
    return this.#shared(opening, connection);
  }

  /** Of a pipe: when its first rows are not in what came so far, more of it is read. A fault is told from all of it. */
  async #openPart(
    opening: TableOpening,
    reference: FileReference,
    reading: Reading<Table>,
  ): Promise<OpenTable<Table>> {
    const { connection, enough = allOfIt } = reading;
    const { firstRows } = opening;
    const identity = { ...opening.identity, isSettled: false };
    const table = await connection.openTable({ ...opening, identity }).catch(nullIfFaulty);
    const facts = table === null ? null : await connection.describeTable?.(table, opening.signal);
    const isEnough = table !== null && facts?.rowCount === firstRows;
    if (isEnough) return { table, identity };
    const next = table === null ? allOfIt : moreBytes(enough);
    return this.open(reference, { ...reading, enough: next });
  }

  /** Null when another query was opening it and was stopped, which is no fault of the file. */
  async #shared(
    opening: TableOpening,
    connection: Reading<Table>['connection'],
  ): Promise<Table | null> {
    const { identity, signal } = opening;
    const known = this.#tables.get(identity);
    const table = known ?? connection.openTable(opening);
    this.#tables.put(identity, table);
    if (known === undefined) {
      table.catch(() => this.#tables.drop(identity, table));
      return table;
    }
    return waitFor(known, signal).catch((error: unknown) => {
      if (signal.aborted || !isStop(error)) throw error;
      return null;
    });
  }
}

interface Recognising {
  readonly reference: FileReference;
  readonly identity: TableIdentity;
  readonly signal: AbortSignal;
}

function wantsPart({ firstRows, enough, connection }: Reading<unknown>): boolean {
  return enough === undefined && connection.describeTable !== undefined && isFew(firstRows);
}

function nullIfFaulty(error: unknown): null {
  if (error instanceof PathqlError && error.code === 'csv_invalid') return null;
  throw error;
}

function isStop(error: unknown): boolean {
  return error instanceof PathqlError && stopCodes.has(error.code);
}

const stopCodes: ReadonlySet<ErrorCode> = new Set(['cancelled', 'timed_out']);

function identityOf(
  files: readonly DataFile[],
  { paths, reader, options }: FileReference,
): TableIdentity {
  const given = options === null ? null : [...options].map(([name, { value }]) => [name, value]);
  const versions = files.map(({ version, shownPath }) => [version.key, shownPath]);
  return {
    version: JSON.stringify([versions, reader, given]),
    source: JSON.stringify([paths, reader, given]),
    isSettled: files.every(({ version }) => version.isSettled),
  };
}
