// Runs queries on another machine over HTTP, and writes their rows as the engine here writes them.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PathqlClient, QueryError, type QueryErrorType } from '../client/client.ts';
import { columnKinds } from '../client/column-kinds.ts';
import { ExactNumber } from '../client/exact-number.ts';
import { type ExactAnswer, readExactAnswer } from '../client/read-exact-answer.ts';
import { type ErrorCode, PathqlError } from '../errors.ts';
import { compressor } from '../formats/compression.ts';
import { namedFor, objectKeys } from '../formats/object-keys.ts';
import { writeRow } from '../formats/write-row.ts';
import { type AnswerColumn, isBinary, type RowLayout } from '../query/layouts.ts';
import type { QueryStats, RowSink } from '../query/query-answer.ts';
import type { QueryRequest, SaveRequest } from '../query/query-request.ts';
import type { QueryRunner } from '../query/services.ts';
import { cellTexts } from './cell-texts.ts';

/** Throws a PathqlError with code usage_invalid for what is no URL of a server. */
export function remoteEngine(url: string, token?: string): QueryRunner {
  const client = newClient(url, token);
  return {
    stream: (request, sink) => stream(client, request, sink),
    save: (request) => save(client, request),
    close: () => Promise.resolve(),
  };
}

function newClient(url: string, token: string | undefined): PathqlClient {
  try {
    return new PathqlClient(url, token === undefined ? {} : { token });
  } catch (error) {
    throw new PathqlError('usage_invalid', `--url: ${(error as Error).message}`);
  }
}

async function stream(
  client: PathqlClient,
  request: QueryRequest,
  sink: RowSink,
): Promise<QueryStats> {
  const { answer, stats } = await ask(client, request);
  await sink.begin(namedFor(request.layout, columnsOf(answer)));
  for (const rows of parts(answer, request.layout)) await sink.write(Buffer.from(rows));
  return stats;
}

async function save(client: PathqlClient, request: SaveRequest): Promise<QueryStats> {
  const { layout, path, head, compression } = request;
  if (isBinary(layout)) {
    const message =
      'Parquet and Arrow are written by the engine here, not by a server: leave out --url';
    throw new PathqlError('usage_invalid', message);
  }
  const packed = compression === undefined ? [] : [compressor(compression)];
  const { answer, stats } = await ask(client, request);
  const line = head === undefined ? '' : `${head(namedFor(layout, columnsOf(answer)))}\n`;
  const text = async function* () {
    yield line;
    yield* parts(answer, layout);
  };
  await pipeline([Readable.from(text()), ...packed, createWriteStream(path)]);
  return stats;
}

async function ask(
  client: PathqlClient,
  { sql, signal, timeoutMs }: Pick<QueryRequest, 'sql' | 'signal' | 'timeoutMs'>,
): Promise<{ readonly answer: ExactAnswer; readonly stats: QueryStats }> {
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  try {
    const text = await client.queryText(sql, {
      onWarning,
      ...(signal && { signal }),
      ...(timeoutMs && { timeoutMs }),
    });
    const answer = readExactAnswer(text, (digits) => new ExactNumber(digits));
    if (answer !== undefined) return { answer, stats: { ...answer.stats, warnings } };
  } catch (error) {
    if (error instanceof QueryError) throw toPathqlError(error);
    throw error;
  }
  throw new PathqlError(
    'server_not_reachable',
    'The server sent something that is no answer to a query',
  );
}

function columnsOf(answer: ExactAnswer): AnswerColumn[] {
  const kinds = columnKinds(answer);
  return answer.columns.map((name, i) => ({ name, kind: kinds[i] ?? 'text' }));
}

function toPathqlError(error: QueryError): PathqlError {
  const hint = error.status === 401 ? '. PATHQL_TOKEN in the environment holds it' : '';
  return new PathqlError(codes[error.errorType], error.message + hint, { cause: error });
}

/** The server sends the category of an error, not its code: any code of the category has its exit code. */
const codes: Readonly<Record<QueryErrorType, ErrorCode>> = {
  parse_error: 'sql_syntax',
  execution_error: 'execution_failed',
  invalid_input: 'file_not_readable',
  internal_error: 'server_not_reachable',
  connection_error: 'server_not_reachable',
  unexpected_answer: 'server_not_reachable',
};

const rowsOfPart = 1_000;

function* parts({ columns, rows }: ExactAnswer, layout: RowLayout): Generator<string> {
  const keys = objectKeys(columns.map((name) => ({ name })));
  for (let start = 0; start < rows.length; start += rowsOfPart) {
    const part = rows.slice(start, start + rowsOfPart);
    yield part.map((row) => `${writeRow[layout](row.map(cellTexts), keys)}\n`).join('');
  }
}
