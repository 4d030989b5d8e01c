// Opens the tables behind the paths of a query, and remembers them until their files change.
import { waitFor } from '../concurrency/wait-for.ts';
import type {
  EngineConnection,
  PathReach,
  TableIdentity,
  TableOpening,
} from '../engines/engine-driver.ts';
import { type ErrorCode, PathqlError } from '../errors.ts';
import { type FileKind, kindOfFiles, kindReadBy } from '../files/file-kinds.ts';
import type { DataFile } from '../files/resolve-path.ts';
import type { InputFormat } from '../query/query-request.ts';
import type { FileReference } from '../sql/file-reference.ts';
import { allOfIt, fewBytes, firstRowsOf, isFew, moreBytes } from './first-rows.ts';
import { assertInputFormat } from './input-format.ts';

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

type Resolve = (paths: readonly string[], reach: PathReach) => Promise<DataFile[]>;

const maxRemembered = 1_000;

export class TableRegistry<Table> {
  readonly #resolve: Resolve;
  /** By version. */
  readonly #known = new Map<string, Promise<Table>>();
  /** The newest version by source, in order of use, oldest first: nobody asks for what a file held before. */
  readonly #newest = new Map<string, string>();

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** The files that each of `references` names now, without a look into them. */
  async identify(references: readonly FileReference[], reach: PathReach): Promise<TableIdentity[]> {
    const identities: TableIdentity[] = [];
    for (const reference of references) {
      identities.push(identityOf(await this.#resolve(reference.paths, reach), reference));
    }
    return identities;
  }

  /** The table that `reference` names, its files checked anew. */
  async open(reference: FileReference, reading: Reading<Table>): Promise<OpenTable<Table>> {
    const { connection, signal, firstRows } = reading;
    if (wantsPart(reading)) return this.open(reference, { ...reading, enough: fewBytes });
    const files = await this.#resolve(reference.paths, reading);
    const kind = kindOf(files, reference);
    assertInputFormat(reading.inputFormat, kind, reference);
    const identity = identityOf(files, reference);
    const { options, paths: written } = reference;
    const opening = { written, files, kind, options, identity, signal };
    if (files.some(({ isPart = false }) => isPart)) {
      return this.#openPart({ ...opening, firstRows }, reference, reading);
    }
    const table = await this.#open(firstRowsOf(opening, firstRows), connection);
    return table === null ? this.open(reference, reading) : { table, identity };
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
    const isEnough = table !== null && connection.describeTable?.(table).rowCount === firstRows;
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
    const known = this.#known.get(identity.version);
    if (known === undefined) return this.#remember(identity, connection.openTable(opening));
    return waitFor(this.#remember(identity, known), signal).catch((error: unknown) => {
      if (signal.aborted || !isStop(error)) throw error;
      return null;
    });
  }

  #remember({ version, source }: TableIdentity, table: Promise<Table>): Promise<Table> {
    const before = this.#newest.get(source);
    if (before !== undefined) this.#known.delete(before);
    this.#newest.delete(source);
    this.#known.set(version, table);
    this.#newest.set(source, version);
    table.catch(() => {
      if (this.#known.get(version) === table) this.#known.delete(version);
    });
    for (const [oldest, oldestVersion] of this.#newest) {
      if (this.#newest.size <= maxRemembered) break;
      this.#newest.delete(oldest);
      this.#known.delete(oldestVersion);
    }
    return table;
  }
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

function kindOf(files: readonly DataFile[], { reader }: FileReference): FileKind {
  const kind = reader === null ? kindOfFiles(files) : kindReadBy(reader);
  if (kind === undefined) throw new Error(`${reader} reads no files`);
  return kind;
}

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
