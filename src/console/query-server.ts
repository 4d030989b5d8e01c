// Asks the server behind the page, through the client that programs use.
import { type Answer, type FileList, PathqlClient } from '../client/client.ts';

export type { Answer, FileList, ServerFile } from '../client/client.ts';

/** Of the folder that the page is served from: it may lie below any prefix. */
const newClient = () => new PathqlClient(new URL('.', document.baseURI), { numbers: 'exact' });

export function listFiles(): Promise<FileList> {
  return newClient().files();
}

/** Aborting the signal closes the connection, by which the server stops the query. */
export function runQuery(sql: string, signal?: AbortSignal): Promise<Answer> {
  return newClient().query(sql, { ...(signal && { signal }) });
}
