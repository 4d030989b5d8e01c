// Asks the server behind the page, through the client that programs use.
import { type Answer, type FileList, PathqlClient } from '../client/client.ts';

export type { Answer, FileList, ServerFile } from '../client/client.ts';

export interface WarnedAnswer extends Answer {
  /** What the answer leaves out. */
  readonly warnings: readonly string[];
}

/** Of the folder that the page is served from: it may lie below any prefix. */
const newClient = () => new PathqlClient(new URL('.', document.baseURI), { numbers: 'exact' });

export function listFiles(): Promise<FileList> {
  return newClient().files();
}

/** Aborting the signal closes the connection, by which the server stops the query. */
export async function runQuery(sql: string, signal?: AbortSignal): Promise<WarnedAnswer> {
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  const answer = await newClient().query(sql, { onWarning, ...(signal && { signal }) });
  return { ...answer, warnings };
}
