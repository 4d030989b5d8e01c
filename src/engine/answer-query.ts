// One query on one lane: check, open its files, plan, deliver. Starts over when a file proves to be otherwise.
import { isTypeViolation, type RunSql } from '../csv/column-types.ts';
import { PathqlError } from '../errors.ts';
import type { QueryStats, RowLayout } from '../query.ts';
import type { CheckedStatement } from '../sql/check-statement.ts';
import { interruptible } from './duckdb/interruptible.ts';
import type { Lane } from './duckdb/lanes.ts';
import { faultOf } from './engine-fault.ts';
import { planRows, planRowsOnce, type RowPlan } from './rows/row-plan.ts';
import { readScanCounts } from './rows/rows-scanned.ts';
import type { CheckedText } from './statement-memory.ts';
import { assertUnchanged, type FileTable, type FileTables, scanOf } from './tables/file-tables.ts';
import type { CachedTable, TableCache } from './tables/table-cache.ts';

export interface QueryRun {
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly layout: RowLayout;
  readonly tables: FileTables;
  readonly cache: TableCache;
  /** False once rows have left: what is sent cannot be taken back. */
  readonly canStartOver: () => boolean;
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

const maxAttempts = 3;

export async function answerQuery<T extends Delivered>(
  checked: CheckedText,
  run: QueryRun,
  deliver: (delivery: Delivery) => Promise<T>,
): Promise<QueryOutcome<T>> {
  for (let attempt = 1; ; attempt++) {
    const sources = await openSources(checked.statement, run);
    try {
      return await attemptQuery({ checked, run, sources, deliver });
    } catch (error) {
      if (attempt === maxAttempts || !(await mendSources(error, sources, run))) {
        throw isViolation(error) ? typesDiffer(error, sources) : error;
      }
    } finally {
      await release(sources, run);
    }
  }
}

async function openSources(statement: CheckedStatement, run: QueryRun): Promise<Source[]> {
  const { lane, signal, tables, cache } = run;
  const runSql = sqlRunner(lane, signal);
  const sources: Source[] = [];
  try {
    for (const reference of statement.references) {
      const table = await tables.open(reference, runSql, signal);
      table.uses++;
      sources.push({
        table,
        cached: await cache.lease(table, { connection: lane.plain, run: runSql }),
      });
    }
    return sources;
  } catch (error) {
    await release(sources, run);
    throw signal.aborted ? signal.reason : error;
  }
}

async function release(sources: readonly Source[], { cache, lane }: QueryRun): Promise<void> {
  for (const { cached } of sources) if (cached !== null) await cache.release(cached, lane.plain);
}

interface Attempt<T> {
  readonly checked: CheckedText;
  readonly run: QueryRun;
  readonly sources: readonly Source[];
  readonly deliver: (delivery: Delivery) => Promise<T>;
}

async function attemptQuery<T extends Delivered>(attempt: Attempt<T>): Promise<QueryOutcome<T>> {
  const { checked, run, sources, deliver } = attempt;
  const { lane, signal } = run;
  const rendered = checked.statement.render(sources.map(relationOf));
  const isCached = sources.every(({ cached }) => cached !== null);
  const counts = sources.every(({ cached, table }) => cached !== null || table.rowCount !== null);
  const connection = counts ? lane.plain : lane.profiled;
  try {
    const outcome = await interruptible(connection, signal, async () => {
      const plan = isCached
        ? await planRowsOnce(lane, rendered.sql, run.layout)
        : await planRows(connection, rendered.sql, run.layout);
      try {
        const isLarge = isLargeAnswer(checked.statement, sources);
        return { plan, delivered: await deliver({ plan, lane, connection, isLarge }) };
      } finally {
        if (!isCached) plan.statement.destroySync();
      }
    });
    for (const { table, cached } of sources)
      if (cached === null) await assertUnchanged(table.files);
    const rowsScanned = await countScanned(sources, lane);
    return {
      columns: outcome.plan.columns.map(({ name }) => name),
      delivered: outcome.delivered,
      stats: { rowsScanned, rowsReturned: outcome.delivered.rowCount },
    };
  } catch (error) {
    if (isViolation(error)) throw error;
    throw faultOf(error, {
      signal,
      csvTables: sources.map(({ table }) => table.csv),
      rendered,
      scanned: checked.scanned,
    });
  }
}

function relationOf({ table, cached }: Source): string {
  return cached?.relation ?? scanOf(table);
}

/** Rows from which on the engine's own writing is quicker, its fixed cost of half a millisecond included. */
const largeRowCount = 20_000;

/** Known before the query runs: a bound in its text, else as if every row met every row. */
function isLargeAnswer({ rowBound }: CheckedStatement, sources: readonly Source[]): boolean {
  if (rowBound !== null) return rowBound > largeRowCount;
  const product = sources.reduce(
    (rows, { table }) => rows * (table.rowCount ?? Number.POSITIVE_INFINITY),
    1,
  );
  return product > largeRowCount;
}

async function countScanned(sources: readonly Source[], lane: Lane): Promise<number> {
  const known = sources.map(({ table, cached }) => cached?.rowCount ?? table.rowCount);
  const sum = known.reduce<number>((total, rows) => total + (rows ?? 0), 0);
  const unknown = known.filter((rows) => rows === null).length;
  if (unknown === 0) return sum;
  const counts = await readScanCounts(lane.profilePath);
  if (unknown === 1) return sum + Math.max(0, ...counts);
  return sum + counts.reduce((total, rows) => total + rows, 0);
}

/** True when the query may start over: after a value against guessed types, or a change of a file under it. */
async function mendSources(
  error: unknown,
  sources: readonly Source[],
  run: QueryRun,
): Promise<boolean> {
  const { tables, signal } = run;
  if (signal.aborted || !run.canStartOver()) return false;
  if (isViolation(error)) {
    const runSql = sqlRunner(run.lane, signal);
    for (const { table, cached } of sources) if (cached === null) await tables.prove(table, runSql);
    return true;
  }
  return (await changedSources(sources)).length > 0;
}

function isViolation(error: unknown): error is Error {
  return error instanceof Error && isTypeViolation(error.message);
}

/** For an answer whose first rows have left with types that a later value went against. */
function typesDiffer(error: Error, sources: readonly Source[]): PathqlError {
  const files = sources.map(({ table }) => `'${table.files[0]?.shownPath}'`).join(', ');
  const message = `The rows so far are right, but a later value of ${files} does not fit the column's type: ${error.message}. Give the column its type: read_csv(…, types = {'column': 'VARCHAR'})`;
  return new PathqlError('csv_invalid', message, { cause: error });
}

async function changedSources(sources: readonly Source[]): Promise<readonly Source[]> {
  const changed: Source[] = [];
  for (const source of sources) {
    const isSame = await assertUnchanged(source.table.files).then(
      () => true,
      () => false,
    );
    if (!isSame) changed.push(source);
  }
  return changed;
}

function sqlRunner(lane: Lane, signal: AbortSignal): RunSql {
  return async (sql) =>
    interruptible(lane.plain, signal, async () =>
      (await lane.plain.runAndReadAll(sql)).getRowsJS(),
    );
}
