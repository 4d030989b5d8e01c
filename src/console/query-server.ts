// Asks the server behind the page, through the client that programs use.
import {
  type AnswerStats,
  type DownloadOptions,
  type Explained,
  type FileList,
  type FilesOptions,
  PathqlClient,
  type Sniffed,
} from '../client/client.ts';
import { readExactAnswer } from '../client/read-exact-answer.ts';
import type { CellValue } from '../client/read-json.ts';
import { paramsOption } from './params-option.ts';
import { serverToken } from './server-token.ts';
import { isWholeFile } from './whole-file.ts';

export type { ExplainedTable, FileList, ServerFile, Sniffed } from '../client/client.ts';

export interface AskedQuery {
  readonly sql: string;
  /** As JSON, which takes every digit to a worker. */
  readonly params?: string;
}

/** Of the folder that the page is served from: it may lie below any prefix. */
const newClient = (token: string | undefined) =>
  new PathqlClient(new URL('.', document.baseURI), {
    numbers: 'exact',
    ...(token !== undefined && { token }),
  });

/** Sends again with another token as long as the server asks for one and the person gives one. */
export async function withToken<T>(send: (token: string | undefined) => Promise<T>): Promise<T> {
  let token = await serverToken(undefined);
  for (;;) {
    try {
      return await send(token);
    } catch (fault) {
      if ((fault as { readonly status?: unknown } | null)?.status !== 401) throw fault;
      token = await serverToken({ token });
      if (token === undefined) throw fault;
    }
  }
}

/** A page of the files. */
export function listFiles(options: FilesOptions): Promise<FileList> {
  return withToken((token) => newClient(token).files(options));
}

/** What the query would read. */
export function explainQuery({ sql, params }: AskedQuery, signal: AbortSignal): Promise<Explained> {
  return withToken((token) => newClient(token).explain(sql, { signal, ...paramsOption(params) }));
}

/** For few rows: they are read at once. Aborting the signal closes the connection, by which the server stops the query. */
export function queryRows(
  { sql, params }: AskedQuery,
  signal?: AbortSignal,
): Promise<readonly (readonly CellValue[])[]> {
  const options = { ...paramsOption(params), ...(signal && { signal }) };
  return withToken(async (token) => {
    const answer = readExactAnswer(await newClient(token).queryText(sql, options));
    if (answer === undefined) throw new Error('The server sent something that is no answer.');
    return answer.rows;
  });
}

export function sniffFile(path: string): Promise<Sniffed> {
  return withToken((token) => newClient(token).sniff(path));
}

export type DownloadFormat = DownloadOptions['format'];

/** The answer as a file, which the browser keeps; resolves when all of it came. */
export function downloadAnswer(
  { sql, params }: AskedQuery,
  format: DownloadFormat,
  signal: AbortSignal,
): Promise<{ readonly content: Blob; readonly stats: AnswerStats | undefined }> {
  return withToken(async (token) => {
    // As it runs: its end is marked then, and one that a proxy cut is none.
    const stream = format === 'csv' || format === 'tsv' || format === 'ndjson';
    const options = { format, signal, stream, ...paramsOption(params) };
    const { body, contentType, stats } = await newClient(token).download(sql, options);
    const headers = { 'content-type': contentType };
    const content = await new Response(body, { headers }).blob();
    if (!stream && !(await isWholeFile(format, content))) {
      throw new Error('The answer broke off. Download it again.');
    }
    return { content, stats };
  });
}
