// Holds an answer for the page: its columns, the rows that were looked at lately, and where the others come from.
import type { ChartChoice } from '../../charts/choose-chart.ts';
import type { AnswerStats } from '../../client/client.ts';
import type { CellValue } from '../../client/read-json.ts';
import type { ColumnKind } from '../../query/layouts.ts';
import type { AskedQuery } from '../query-server.ts';
import type { AnswerEnd, MadeChart, PageText, WorkerReply } from './answer-messages.ts';
import type { AnswerWorker } from './answer-worker-port.ts';
import { kindOfType } from './column-kind.ts';
import { readPage } from './stored-rows.ts';

export type Row = readonly CellValue[];

export interface FinishedAnswer {
  readonly how: AnswerEnd;
  /** Undefined when not all rows were fetched. */
  readonly stats: AnswerStats | undefined;
}

interface HeldPage {
  readonly firstRow: number;
  readonly rows: readonly Row[];
}

/** More than any window shows, also while one drags the scroll bar. */
const mostPagesHeld = 40;

export class PagedAnswer {
  readonly query: AskedQuery;
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly warnings: readonly string[];
  /** Resolves when no more rows come; rejects when they broke off. */
  readonly finished: Promise<FinishedAnswer>;
  rowCount: number;
  /** All rows came. */
  isComplete = false;
  /** Called when rows came: more of them, or those that were asked for. */
  onChange: () => void = () => {};
  readonly #worker: AnswerWorker;
  /** The one used last at the end. */
  #held: HeldPage[] = [];
  readonly #waiting = new Map<number, ((page: HeldPage) => void)[]>();
  readonly #charts = new Map<number, (made: MadeChart) => void>();

  constructor(
    worker: AnswerWorker,
    query: AskedQuery,
    begun: Extract<WorkerReply, { kind: 'begun' }>,
  ) {
    this.#worker = worker;
    this.query = query;
    this.columns = begun.columns;
    this.types = begun.types;
    this.kinds = begun.types.map(kindOfType);
    this.warnings = begun.warnings;
    this.rowCount = begun.page?.rowCount ?? 0;
    if (begun.page !== undefined) this.#hold(begun.page);
    this.finished = new Promise((resolve, reject) => {
      worker.onReply = (message) => {
        if (message.kind === 'ended') resolve(this.#end(message));
        else if (message.kind === 'failed') reject(new Error(message.message));
        else this.#take(message);
      };
    });
    // Whoever shows the answer waits for it; nobody has to.
    this.finished.catch(() => {});
  }

  /** Undefined: not here yet; `onChange` is called when it is. */
  rowAt(row: number): Row | undefined {
    const page = this.#pageOf(row);
    if (page === undefined) void this.#fetch(row);
    return page?.rows[row - page.firstRow];
  }

  /** From `first` up to `end`, page by page. */
  async *rows(first: number, end: number): AsyncGenerator<readonly Row[], void> {
    for (let row = first; row < end; ) {
      const page = this.#pageOf(row) ?? (await this.#fetch(row));
      const part = page.rows.slice(row - page.firstRow, end - page.firstRow);
      yield part;
      row += part.length;
    }
  }

  /** All of them, or undefined when some would have to be fetched. */
  rowsAtHand(first: number, end: number): readonly Row[] | undefined {
    const rows: Row[] = [];
    while (first + rows.length < end) {
      const at = first + rows.length;
      const page = this.#pageOf(at);
      if (page === undefined) return undefined;
      rows.push(...page.rows.slice(at - page.firstRow, end - page.firstRow));
    }
    return rows;
  }

  /** Those that are here now. */
  rowsHeld(): readonly Row[] {
    return this.#held.flatMap(({ rows }) => rows);
  }

  chart(choice?: ChartChoice): Promise<MadeChart> {
    const id = this.#charts.size;
    this.#worker.send({ kind: 'chart', id, choice });
    return new Promise((resolve) => this.#charts.set(id, resolve));
  }

  /** Fetches no more rows; those that came stay. */
  stop(): void {
    this.#worker.send({ kind: 'stop' });
  }

  /** Frees what holds the rows. Closing twice is safe. */
  close(): void {
    this.#worker.close();
  }

  #take(message: WorkerReply): void {
    if (message.kind === 'grown') this.rowCount = message.rowCount;
    else if (message.kind === 'chart') this.#charts.get(message.id)?.(message.made);
    else if (message.kind === 'page') {
      const page = this.#hold(message);
      for (const [row, waiting] of this.#waiting) {
        if (row < page.firstRow || row >= page.firstRow + page.rows.length) continue;
        this.#waiting.delete(row);
        for (const resolve of waiting) resolve(page);
      }
    }
    this.onChange();
  }

  #end({ how, rowCount, stats }: Extract<WorkerReply, { kind: 'ended' }>): FinishedAnswer {
    this.rowCount = rowCount;
    this.isComplete = how === 'complete';
    this.onChange();
    return { how, stats };
  }

  #hold(text: PageText): HeldPage {
    const page = readPage(text);
    this.#held = [...this.#held.filter(({ firstRow }) => firstRow !== page.firstRow), page];
    if (this.#held.length > mostPagesHeld) this.#held.shift();
    return page;
  }

  #pageOf(row: number): HeldPage | undefined {
    return this.#held.findLast(
      ({ firstRow, rows }) => row >= firstRow && row < firstRow + rows.length,
    );
  }

  #fetch(row: number): Promise<HeldPage> {
    const waiting = this.#waiting.get(row);
    if (waiting === undefined) this.#worker.send({ kind: 'page', row });
    return new Promise((resolve) => this.#waiting.set(row, [...(waiting ?? []), resolve]));
  }
}
