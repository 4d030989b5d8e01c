// Reads one answer in a thread of its own, so that the page never waits: fetches, keeps and hands out its rows.
import { type AnswerStats, PathqlClient, QueryError } from '../../client/client.ts';
import { paramsOption } from '../params-option.ts';
import type { PageText, WorkerReply, WorkerRequest } from './answer-messages.ts';
import { AnswerScanner } from './answer-scanner.ts';
import { cutPage, cutValue } from './cut-page.ts';
import { keepAsBlob } from './keep-as-blob.ts';
import { makeAnswerChart } from './make-answer-chart.ts';
import { RowPages } from './row-pages.ts';
import { StoredRows } from './stored-rows.ts';

type Ask = Extract<WorkerRequest, { kind: 'ask' }>;
type NumberedRequest = Extract<WorkerRequest, { id: number }>;

/** Browsers put so much on disk without a murmur; whoever wants more takes a file. */
const mostBytes = 1024 * 1024 * 1024;
const msBetweenReports = 100;

const pages = new RowPages(keepAsBlob);
const stopping = new AbortController();
let rows: StoredRows | undefined;

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === 'ask') void ask(data);
  else if (data.kind === 'stop') stopping.abort();
  else if (data.kind === 'page') sendPage(data.row);
  else if (rows !== undefined) reply(answerTo(data, rows));
});

function answerTo(request: NumberedRequest, rows: StoredRows): WorkerReply {
  const { kind, id } = request;
  if (kind === 'chart') return { kind, id, made: makeAnswerChart(rows, request.choice) };
  if (kind === 'wholePage') return { kind, id, page: rows.pageText(request.row) };
  const value = rows.valueAt(request.row, request.column);
  return { kind, id, value: cutValue(value, request.longest) };
}

function reply(message: WorkerReply): void {
  self.postMessage(message);
}

async function ask(request: Ask): Promise<void> {
  try {
    await readAnswer(request);
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    const status = fault instanceof QueryError ? fault.status : undefined;
    reply({ kind: 'failed', message, status });
  }
}

async function readAnswer({ query, baseUrl, token }: Ask): Promise<void> {
  const warnings: string[] = [];
  const client = new PathqlClient(baseUrl, token === undefined ? {} : { token });
  const { body } = await client.download(query.sql, {
    format: 'json',
    types: true,
    ...paramsOption(query.params),
    onWarning: (warning) => warnings.push(warning),
  });
  const scanner = new AnswerScanner((page) => pages.add(page));
  let reportedAt = 0;
  const report = () => {
    if (pages.rowCount === 0 && !scanner.isComplete) return;
    if (rows === undefined) begin(scanner, warnings);
    else if (performance.now() - reportedAt > msBetweenReports) {
      reportedAt = performance.now();
      reply({ kind: 'grown', rowCount: pages.rowCount });
    }
  };
  const reader = body.getReader();
  for (;;) {
    if (stopping.signal.aborted || pages.byteCount > mostBytes) {
      await reader.cancel();
      return end(stopping.signal.aborted ? 'stopped' : 'full', undefined);
    }
    const { done, value } = await reader.read().catch(brokeOff);
    if (done) break;
    scanner.push(value);
    report();
  }
  end('complete', statsOf(scanner));
}

function begin(scanner: AnswerScanner, warnings: readonly string[]): void {
  const { columns, types } = scanner.frame as {
    readonly columns: readonly string[];
    readonly types: readonly string[];
  };
  rows = new StoredRows(pages, columns, types);
  reply({ kind: 'begun', columns, types, warnings, page: pageToShow(0) });
}

/** The last page comes along: its values are often the widest. */
function end(how: 'complete' | 'stopped' | 'full', stats: AnswerStats | undefined): void {
  sendPage(pages.rowCount - 1);
  reply({ kind: 'ended', how, rowCount: pages.rowCount, stats });
}

function brokeOff(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Error(`The answer broke off: ${reason}. Run the query again.`, { cause });
}

/** Throws when the end of the document is not what it should be: then rows may be missing. */
function statsOf(scanner: AnswerScanner): AnswerStats {
  const { stats } = (scanner.isComplete ? scanner.frame : {}) as {
    readonly stats?: Readonly<Record<string, number>>;
  };
  const { rows_scanned, rows_returned, execution_time_ms } = stats ?? {};
  if (rows_returned !== pages.rowCount) {
    throw new Error(
      `The answer broke off: expected ${rows_returned ?? 'the end of the document'}, got ${pages.rowCount} rows. Run the query again.`,
    );
  }
  return {
    rowsScanned: rows_scanned ?? 0,
    rowsReturned: pages.rowCount,
    executionTimeMs: execution_time_ms ?? 0,
  };
}

function sendPage(row: number): void {
  const page = pageToShow(row);
  if (page !== undefined) reply({ kind: 'page', ...page });
}

function pageToShow(row: number): PageText | undefined {
  const page = rows?.pageText(row);
  return page && cutPage(page);
}
