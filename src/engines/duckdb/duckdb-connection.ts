// Runs queries on one connection to DuckDB: checks, opens tables, plans, delivers.
import type { DuckDBConnection } from '@duckdb/node-api';
import { internalErrorMessage, PathqlError } from '../../errors.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import type { CleanCopy } from '../../kinds/shared/clean-copies.ts';
import type { TableFacts } from '../../query/read-table.ts';
import type { CleanCopies } from '../../spool/clean-copies.ts';
import type { Spool } from '../../spool/spool.ts';
import type { ScannedStatement } from '../../sql/scan-statement.ts';
import type { ColumnUse } from '../../text/column-use.ts';
import type {
  EngineConnection,
  EngineQuery,
  EngineResult,
  Output,
  StatementRules,
  TableOpening,
} from '../engine-driver.ts';
import type { CachedTable } from './cache/cached-tables.ts';
import type { LoadQueue } from './cache/load-queue.ts';
import type { TableCache } from './cache/table-cache.ts';
import { interruptible } from './database/interruptible.ts';
import { isCountOverwritten } from './database/memory-count.ts';
import { watchProgress } from './database/watch-progress.ts';
import { type DuckDbTable, openDuckDbTable } from './duckdb-table.ts';
import type { ErrorTable } from './errors/error-table.ts';
import { namedTable } from './errors/near-columns.ts';
import { TemporaryFolderGone, temporaryFileError } from './errors/temporary-file-error.ts';
import { isDamage, toEngineError, toFailure } from './errors/to-pathql-error.ts';
import { assertJsonUse } from './json-use/assert-json-use.ts';
import { deliverRows } from './result/deliver-rows.ts';
import type { Delivered } from './result/delivery.ts';
import { answerSize, planRows, type RowPlan } from './result/plan-rows.ts';
import { PreparedPlans } from './result/prepared-plans.ts';
import { typeName } from './result/type-name.ts';
import type { DuckDbStatement } from './statement/check-statement.ts';
import { type RenderedStatement, renderStatement } from './statement/render-statement.ts';
import { StatementParser } from './statement/statement-parser.ts';
import type { ContentColumn, LoadedColumns } from './table-contents.ts';
import { tableFacts } from './table-facts.ts';

export interface ConnectionContext {
  readonly cache: TableCache;
  readonly loads: LoadQueue;
  readonly spool: Spool;
  readonly copies: CleanCopies;
  readonly maxPlans: number;
}

/** One table of a query: read from its files, or from the cache. */
export interface Source {
  readonly table: DuckDbTable;
  readonly cached: CachedTable | null;
  readonly columns: LoadedColumns['columns'];
  /** SELECT of the columns. */
  readonly scan: string;
  /** That the table is read from. */
  readonly copies: readonly CleanCopy[];
  /** All that was made of the files. */
  readonly made: readonly CleanCopy[];
}

export class DuckDbEngineConnection implements EngineConnection<DuckDbStatement, DuckDbTable> {
  readonly #connection: DuckDBConnection;
  readonly #context: ConnectionContext;
  readonly #plans: PreparedPlans;
  readonly #parser: StatementParser;

  constructor(connection: DuckDBConnection, context: ConnectionContext) {
    this.#connection = connection;
    this.#context = context;
    this.#plans = new PreparedPlans(context.maxPlans);
    this.#parser = new StatementParser(connection);
  }

  async check(scanned: ScannedStatement, rules?: StatementRules): Promise<DuckDbStatement> {
    try {
      return await this.#parser.check(scanned, rules);
    } catch (error) {
      throw await this.#failureOf(error);
    }
  }

  async openTable(opening: TableOpening): Promise<DuckDbTable> {
    const { cache, copies } = this.#context;
    const kept = await cache.open(opening, this.#connection);
    return kept ?? openDuckDbTable(opening, { connection: this.#connection, copies });
  }

  async describeTable(table: DuckDbTable, signal: AbortSignal): Promise<TableFacts> {
    const tools = { connection: this.#connection, signal };
    const columns = await table.contents.columns.types('all', tools);
    return tableFacts(table, columns, this.#context.cache.holds(table));
  }

  async run(
    query: EngineQuery<DuckDbStatement, DuckDbTable>,
    output: Output,
  ): Promise<EngineResult> {
    const { tables } = query;
    for (const table of new Set(tables)) table.uses++;
    try {
      return await this.#attempt(query, output);
    } catch (error) {
      // Rows that were passed on cannot be taken back.
      if (output.kind !== 'stored' || output.onBegin !== undefined) throw error;
      if (!(await this.#makeRoom(error))) throw error;
      return await this.#attempt(query, output);
    } finally {
      this.#context.loads.add(tables);
    }
  }

  /** Forgets prepared statements whose text contains `fragment`, so that they keep nothing alive. */
  forgetPlans(fragment: string): void {
    this.#plans.forget(fragment);
  }

  /** `engine_lost` where every query would be told from now on that there is no memory. */
  async #failureOf(error: unknown): Promise<unknown> {
    const failure = toFailure(error);
    if (!isOutOfMemory(failure)) return failure;
    const { cause } = failure;
    const isLost = await isCountOverwritten(this.#connection, cause);
    return isLost ? new PathqlError('engine_lost', internalErrorMessage, { cause }) : failure;
  }

  /** Whether the query may run to its end now. */
  async #makeRoom(error: unknown): Promise<boolean> {
    const { loads, spool } = this.#context;
    if (isOutOfMemory(error)) return loads.putOff();
    if (!(error instanceof TemporaryFolderGone)) return false;
    spool.makeFolders();
    return true;
  }

  async #attempt(
    query: EngineQuery<DuckDbStatement, DuckDbTable>,
    output: Output,
  ): Promise<EngineResult> {
    const { tables, signal, statement } = query;
    const sources: Source[] = [];
    try {
      for (const [at, table] of tables.entries()) {
        const use = statement.references[at]?.used ?? 'all';
        sources.push(await this.#lease(table, use, signal));
      }
      return await this.#runOver(sources, query, output);
    } catch (error) {
      signal.throwIfAborted();
      assertUnchanged(tables.flatMap(({ files }) => files));
      throw await this.#failureOf(error);
    } finally {
      await this.#release(sources);
    }
  }

  async #lease(table: DuckDbTable, use: ColumnUse, signal: AbortSignal): Promise<Source> {
    const { cache, copies: allCopies } = this.#context;
    const { isSettled, source } = table.identity;
    const cached = cache.lease(table);
    if (cached !== null) return { table, cached, ...cached, copies: [], made: [] };
    const tools = { connection: this.#connection, signal };
    const { columns, scan, copies, made } = await table.load(use, tools);
    if (isSettled) await allCopies.replace(source, made);
    return { table, cached, columns, scan, copies, made };
  }

  async #release(sources: readonly Source[]): Promise<void> {
    const { cache, copies: allCopies } = this.#context;
    for (const { table, cached, copies, made } of sources) {
      if (cached !== null) await cache.release(cached, this.#connection);
      await allCopies.releaseAll(copies);
      // No other query will ask for this table.
      if (!table.identity.isSettled) await allCopies.removeIdle(made);
    }
  }

  async #runOver(
    sources: readonly Source[],
    query: EngineQuery<DuckDbStatement, DuckDbTable>,
    output: Output,
  ): Promise<EngineResult> {
    const relations = sources.map(({ scan }) => `(${scan})`);
    const rendered = renderStatement(query.statement, relations);
    try {
      const { plan, delivered } = await this.#deliver({ rendered, sources, query }, output);
      const { rowCount: rowsReturned, rows } = delivered;
      try {
        for (const { table, cached } of sources) if (cached === null) assertUnchanged(table.files);
        const rowsScanned = sources.reduce((sum, { table }) => sum + table.rowCount, 0);
        const columns = plan.columns.map(({ name }) => name);
        const types = plan.columns.map(({ type }) => typeName(type));
        const warnings = warningsOf(sources, query);
        return { columns, types, rowsScanned, rowsReturned, warnings, rows };
      } catch (error) {
        await rows?.close();
        throw error;
      }
    } catch (error) {
      const { tables, statement } = query;
      if (isDamage(error)) await this.#removeDamaged(sources);
      const names = statement.references.map((reference, i) =>
        namedTable(reference, tables[i]?.contents.names ?? []),
      );
      const temporary = temporaryFileError(error, (path) => this.#context.spool.holds(path));
      if (temporary !== null) throw temporary;
      throw toEngineError(error, {
        tables: sources.map(({ table, columns }) => errorTable(table, columns)),
        sql: statement.sql,
        rendered,
        names,
        hasFoundValues: query.found !== undefined,
      });
    }
  }

  /** Rejects so that the query starts over when one of its tables was kept. */
  async #removeDamaged(sources: readonly Source[]): Promise<void> {
    const names: string[] = [];
    for (const { cached, table } of sources) {
      if (!cached?.isKept) continue;
      await this.#context.cache.removeDamaged(cached, this.#connection);
      names.push(...table.shownPaths);
    }
    if (names.length === 0) return;
    const message = `The cached table of '${names.join("', '")}' was damaged, and was removed. Run the query again`;
    throw new PathqlError('file_changed', message);
  }

  async #deliver(
    { rendered: { sql }, sources, query }: Planned,
    output: Output,
  ): Promise<{ readonly plan: RowPlan; readonly delivered: Delivered }> {
    const { statement, signal, onProgress } = query;
    const isCached = sources.every(({ cached }) => cached !== null);
    const connection = this.#connection;
    const { layout } = output;
    const kept = isCached ? this.#plans.find(sql, layout) : undefined;
    if (kept === undefined) await assertJsonUse(connection, statement, sources);
    return interruptible(connection, signal, async () => {
      const plan = kept ?? (await planRows(connection, sql, layout));
      const bytes = sources.reduce((sum, { table }) => sum + table.bytes, 0);
      const rows = sources.reduce((sum, { table }) => sum + table.rowCount, 0);
      const stopWatching = onProgress && watchProgress(connection, { bytes, rows }, onProgress);
      try {
        const size = answerSize(statement, sources);
        const { spool } = this.#context;
        const delivery = {
          plan,
          connection,
          spool,
          size,
          warnings: warningsOf(sources, query),
          signal,
        };
        return { plan, delivered: await deliverRows(delivery, output) };
      } finally {
        stopWatching?.();
        if (isCached) this.#plans.put(sql, layout, plan);
        else plan.statement.destroySync();
      }
    });
  }
}

function errorTable(table: DuckDbTable, columns: readonly ContentColumn[]): ErrorTable {
  const { files, kind, contents } = table;
  return { files, kind, contents, columns, callWith: (other) => table.callWith(other) };
}

function warningsOf(
  sources: readonly Source[],
  { found }: Pick<EngineQuery<DuckDbStatement, DuckDbTable>, 'found'>,
): string[] {
  const ofTables = sources.flatMap(({ table }) => table.contents.warnings);
  return [...new Set([...ofTables, ...(found?.warnings ?? [])])];
}

function isOutOfMemory(error: unknown): error is PathqlError {
  return error instanceof PathqlError && error.code === 'out_of_memory';
}

interface Planned {
  readonly rendered: RenderedStatement;
  readonly sources: readonly Source[];
  readonly query: EngineQuery<DuckDbStatement, DuckDbTable>;
}
