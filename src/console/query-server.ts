// Asks the server behind the page, through the client that programs use.
import { type Answer, type FileList, PathqlClient, QueryError } from '../client/client.ts';
import { serverToken } from './server-token.ts';

export type { Answer, FileList, ServerFile } from '../client/client.ts';

export interface WarnedAnswer extends Answer {
  /** What the answer leaves out. */
  readonly warnings: readonly string[];
}

/** Of the folder that the page is served from: it may lie below any prefix. */
const newClient = (token: string | undefined) =>
  new PathqlClient(new URL('.', document.baseURI), {
    numbers: 'exact',
    ...(token !== undefined && { token }),
  });

/** Sends again with another token as long as the server asks for one and the person gives one. */
async function withToken<T>(send: (client: PathqlClient) => Promise<T>): Promise<T> {
  let token = await serverToken(undefined);
  for (;;) {
    try {
      return await send(newClient(token));
    } catch (fault) {
      if (!(fault instanceof QueryError) || fault.status !== 401) throw fault;
      token = await serverToken({ token });
      if (token === undefined) throw fault;
    }
  }
}

export function listFiles(): Promise<FileList> {
  return withToken((client) => client.files());
}

/** Aborting the signal closes the connection, by which the server stops the query. */
export async function runQuery(sql: string, signal?: AbortSignal): Promise<WarnedAnswer> {
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  const options = { onWarning, ...(signal && { signal }) };
  const answer = await withToken((client) => client.query(sql, options));
  return { ...answer, warnings };
}
