// One query on one lane: check, open its files, plan, deliver. Starts over when a file proves to be otherwise.
import { isTypeViolation, type RunSql } from '../csv/types/column-types.ts';
import { PathqlError } from '../errors.ts';
import type { FileLayout, QueryRequest, QueryStats } from '../query.ts';
import type { CheckedStatement, FileReference } from '../sql/check-statement.ts';
import { interruptible } from './duckdb/interruptible.ts';
import type { Lane } from './duckdb/lanes.ts';
import { watchProgress } from './duckdb/watch-progress.ts';
import { faultOf } from './engine-fault.ts';
import { planRows, type RowPlan } from './rows/row-plan.ts';
import { readScanCounts } from './rows/rows-scanned.ts';
import type { CheckedText } from './statement-memory.ts';
import { assertUnchanged, type FileTable, type FileTables, scanOf } from './tables/file-tables.ts';
import type { CachedTable, TableCache } from './tables/table-cache.ts';

export interface QueryRun {
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly layout: FileLayout;
  readonly tables: FileTables;
  readonly cache: TableCache;
  /** False once rows have left: what is sent cannot be taken back. */
  readonly canStartOver: () => boolean;
  readonly onProgress: QueryRequest['onProgress'];
}

/** What a way of delivery is given. `isLarge`: better written by the engine than read in process. */
export interface Delivery {
  readonly plan: RowPlan;
  readonly lane: Lane;
  readonly connection: Lane['plain'];
  readonly isLarge: boolean;
}

export interface Delivered {
  readonly rowCount: number;
}

export interface QueryOutcome<T> {
  readonly columns: readonly string[];
  readonly delivered: T;
  readonly stats: Omit<QueryStats, 'executionTimeMs'>;
}

/** One table of the query: read from its files, or cached. */
interface Source {
  readonly table: FileTable;
  readonly cached: CachedTable | null;
}

/** A file that changes all the time may be whole only for a moment. */
const maxAttempts = 8;

/** Starts over, unless rows have left, when a value goes against guessed types or a file changes underneath. */
export async function answerQuery<T extends Delivered>(
  checked: CheckedText,
  run: QueryRun,
  deliver: (delivery: Delivery) => Promise<T>,
): Promise<QueryOutcome<T>> {
  let proves = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptQuery({ checked, run, deliver, proves });
    } catch (error) {
      if (isViolation(error)) proves = true;
      else if (!(error instanceof PathqlError && error.code === 'file_changed')) throw error;
      if (attempt < maxAttempts && run.canStartOver() && !run.signal.aborted) continue;
      throw isViolation(error) ? typesDiffer(error) : error;
    }
  }
}

interface Attempt<T> {
  readonly checked: CheckedText;
  readonly run: QueryRun;
  readonly deliver: (delivery: Delivery) => Promise<T>;
  /** Types are to be proven, however large the files. */
  readonly proves: boolean;
}

async function attemptQuery<T extends Delivered>(attempt: Attempt<T>): Promise<QueryOutcome<T>> {
  const { checked, run, proves } = attempt;
  const sources: Source[] = [];
  try {
    for (const reference of checked.statement.references) {
      sources.push(await openSource(reference, run, proves));
    }
    return await runOver(sources, attempt);
  } catch (error) {
    if (run.signal.aborted) throw run.signal.reason;
    assertUnchanged(sources.flatMap(({ table }) => table.files));
    throw error;
  } finally {
    await release(sources, run);
  }
}

async function openSource(
  reference: FileReference,
  { lane, signal, tables, cache }: QueryRun,
  proves: boolean,
): Promise<Source> {
  const run = sqlRunner(lane, signal);
  const table = await tables.open(reference, { run, signal, proves });
  table.uses++;
  return { table, cached: await cache.lease(table, { connection: lane.plain, run }) };
}

async function release(sources: readonly Source[], { cache, lane }: QueryRun): Promise<void> {
  for (const { cached } of sources) if (cached !== null) await cache.release(cached, lane.plain);
}

async function runOver<T extends Delivered>(
  sources: readonly Source[],
  { checked, run, deliver }: Attempt<T>,
): Promise<QueryOutcome<T>> {
  const { scanned, statement } = checked;
  const rendered = statement.render(sources.map(relationOf));
  try {
    const { plan, delivered } = await runPlan(
      { sql: rendered.sql, sources, run },
      (plan, connection) =>
        deliver({ plan, connection, lane: run.lane, isLarge: isLargeAnswer(statement, sources) }),
    );
    for (const { table, cached } of sources) if (cached === null) assertUnchanged(table.files);
    const rowsScanned = await countScanned(sources, run.lane);
    return {
      columns: plan.columns.map(({ name }) => name),
      delivered,
      stats: { rowsScanned, rowsReturned: delivered.rowCount },
    };
  } catch (error) {
    if (isViolation(error)) throw error;
    const csvTables = sources.map(({ table }) => table.csv);
    throw faultOf(error, { signal: run.signal, csvTables, rendered, scanned });
  }
}

interface Planned {
  readonly sql: string;
  readonly sources: readonly Source[];
  readonly run: QueryRun;
}

async function runPlan<T>(
  { sql, sources, run }: Planned,
  deliver: (plan: RowPlan, connection: Lane['plain']) => Promise<T>,
): Promise<{ readonly plan: RowPlan; readonly delivered: T }> {
  const { lane, signal, layout } = run;
  const isCached = sources.every(({ cached }) => cached !== null);
  const isCounted = sources.every(({ cached, table }) => (cached ?? table).rowCount !== null);
  const connection = isCounted ? lane.plain : lane.profiled;
  return interruptible(connection, signal, async () => {
    const known = isCached ? lane.prepared.find(sql, layout) : undefined;
    const plan = known ?? (await planRows(connection, sql, layout));
    try {
      const bytes = sources.reduce((sum, { table }) => sum + table.bytes, 0);
      const watch = watchProgress(connection, bytes, run.onProgress);
      return { plan, delivered: await deliver(plan, connection).finally(watch.stop) };
    } finally {
      if (isCached) lane.prepared.put(sql, layout, plan);
      else plan.statement.destroySync();
    }
  });
}

function relationOf({ table, cached }: Source): string {
  return cached?.relation ?? scanOf(table);
}

/** Rows from which on the engine's own writing is quicker, its fixed cost of half a millisecond included. */
const largeRowCount = 20_000;

const fewRowCount = 1_000;
const fewBytes = 16_000_000;

/** Known before the query runs: from a bound in its text, else as if every row met every row. */
function isLargeAnswer(statement: CheckedStatement, sources: readonly Source[]): boolean {
  const { rowBound, makesRows } = statement;
  if (rowBound === null && makesRows) return true;
  const tables = sources.map(({ table }) => table);
  const counts = tables.map(({ rowCount }) => rowCount ?? Number.POSITIVE_INFINITY);
  const rows = rowBound ?? counts.reduce((product, count) => product * Math.max(1, count), 1);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
  return rows > largeRowCount || (rows > fewRowCount && bytes > fewBytes);
}

async function countScanned(sources: readonly Source[], lane: Lane): Promise<number> {
  const known = sources.map(({ table, cached }) => (cached ?? table).rowCount);
  const sum = known.reduce<number>((total, rows) => total + (rows ?? 0), 0);
  const unknown = known.filter((rows) => rows === null).length;
  if (unknown === 0) return sum;
  const counts = await readScanCounts(lane.profilePath);
  if (unknown === 1) return sum + Math.max(0, ...counts);
  return sum + counts.reduce((total, rows) => total + rows, 0);
}

function isViolation(error: unknown): error is Error {
  return error instanceof Error && isTypeViolation(error.message);
}

/** For an answer whose first rows have left with types that a later value went against. */
function typesDiffer(error: Error): PathqlError {
  const message = `The rows so far are right, but a later value does not fit the type of its column: ${error.message}. Give the column a type: read_csv(…, types = {'column': 'VARCHAR'})`;
  return new PathqlError('csv_invalid', message, { cause: error });
}

function sqlRunner(lane: Lane, signal: AbortSignal): RunSql {
  return async (sql) =>
    interruptible(lane.plain, signal, async () =>
      (await lane.plain.runAndReadAll(sql)).getRowsJS(),
    );
}
