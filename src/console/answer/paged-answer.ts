// Holds an answer for the page: its columns, the rows that were looked at lately, and where the others come from.
import type { ChartChoice } from '../../charts/choose-chart.ts';
import type { AnswerStats } from '../../client/client.ts';
import type { CellValue } from '../../client/read-json.ts';
import type { ColumnKind } from '../../query/layouts.ts';
import type { AskedQuery } from '../query-server.ts';
import type { AnswerEnd, MadeChart, PageText, WorkerReply } from './answer-messages.ts';
import type { AnswerWorker } from './answer-worker-port.ts';
import { kindOfType } from './column-kind.ts';
import { CutValue } from './cut-value.ts';
import { readPage, readShownPage, readValue, type ShownPage, type WholePage } from './read-page.ts';

export type Row = readonly CellValue[];
/** Long values of it may be cut. */
export type ShownRow = readonly (CellValue | CutValue)[];

export interface FinishedAnswer {
  readonly how: AnswerEnd;
  /** Undefined when not all rows were fetched. */
  readonly stats: AnswerStats | undefined;
}

type NumberedReply = Extract<WorkerReply, { id: number }>;

/** More than any window shows, also where each holds one long row. */
const mostPagesHeld = 100;

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
  #held: ShownPage[] = [];
  readonly #waiting = new Map<number, ((page: ShownPage) => void)[]>();
  readonly #asked = new Map<number, (reply: NumberedReply) => void>();
  #lastId = 0;

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
  rowAt(row: number): ShownRow | undefined {
    const page = this.#pageOf(row);
    if (page === undefined) void this.#fetch(row);
    return page?.rows[row - page.firstRow];
  }

  /** Or its beginning, when it is longer than so many characters. */
  async valueAt(
    { row, column }: { readonly row: number; readonly column: number },
    longest = Number.POSITIVE_INFINITY,
  ): Promise<CellValue | CutValue> {
    const held = this.#pageOf(row);
    const known = held?.rows[row - held.firstRow]?.[column];
    if (known !== undefined && !(known instanceof CutValue)) return known;
    const ask = (id: number) => this.#worker.send({ kind: 'value', id, row, column, longest });
    const { value } = await this.#ask<'value'>(ask);
    return readValue(value);
  }

  /** From `first` up to `end`, page by page, every value in full. */
  async *rows(first: number, end: number): AsyncGenerator<readonly Row[], void> {
    for (let row = first; row < end; ) {
      const held = this.#pageOf(row);
      const { firstRow, rows } = held && isWhole(held) ? held : await this.#fetchWhole(row);
      const part = rows.slice(row - firstRow, end - firstRow);
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
      if (page === undefined || !isWhole(page)) return undefined;
      rows.push(...page.rows.slice(at - page.firstRow, end - page.firstRow));
    }
    return rows;
  }

  /** Those that are here now. */
  rowsHeld(): readonly ShownRow[] {
    return this.#held.flatMap(({ rows }) => rows);
  }

  async chart(choice?: ChartChoice): Promise<MadeChart> {
    const { made } = await this.#ask<'chart'>((id) =>
      this.#worker.send({ kind: 'chart', id, choice }),
    );
    return made;
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
    else if ('id' in message) {
      this.#asked.get(message.id)?.(message);
      this.#asked.delete(message.id);
      return;
    } else if (message.kind === 'page') {
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

  #hold(text: PageText): ShownPage {
    const page = readShownPage(text);
    this.#held = [...this.#held.filter(({ firstRow }) => firstRow !== page.firstRow), page];
    if (this.#held.length > mostPagesHeld) this.#held.shift();
    return page;
  }

  #pageOf(row: number): ShownPage | undefined {
    return this.#held.findLast(
      ({ firstRow, rows }) => row >= firstRow && row < firstRow + rows.length,
    );
  }

  #fetch(row: number): Promise<ShownPage> {
    const waiting = this.#waiting.get(row);
    if (waiting === undefined) this.#worker.send({ kind: 'page', row });
    return new Promise((resolve) => this.#waiting.set(row, [...(waiting ?? []), resolve]));
  }

  /** Not held: it may be large. */
  async #fetchWhole(row: number): Promise<WholePage> {
    const { page } = await this.#ask<'wholePage'>((id) =>
      this.#worker.send({ kind: 'wholePage', id, row }),
    );
    if (page === undefined) throw new Error(`row ${row + 1} is not kept`);
    return readPage(page);
  }

  #ask<Kind extends NumberedReply['kind']>(
    send: (id: number) => void,
  ): Promise<Extract<NumberedReply, { kind: Kind }>> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve as (reply: NumberedReply) => void);
      send(id);
    });
  }
}

function isWhole(page: ShownPage): page is WholePage {
  return page.rows.every((row) => !row.some((value) => value instanceof CutValue));
}
