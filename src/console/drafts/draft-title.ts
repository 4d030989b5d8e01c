// Names a query by the file it reads, for its tab and for what is saved of it.
import { TokenReader } from '../../sql/text/token-reader.ts';

const longest = 24;
/** A file is named early. */
const mostTokens = 400;

export function draftTitle(sql: string): string {
  const text = sql.trim().replace(/\s+/g, ' ');
  return shortened(fileRead(sql) ?? (text === '' ? 'New query' : text));
}

/** Without its folder; undefined when the query reads none. */
export function fileRead(sql: string): string | undefined {
  const reader = new TokenReader(sql);
  let isReadCall = false;
  for (let count = 0; count < mostTokens; count += 1) {
    const token = reader.next();
    if (token === null) break;
    if (token.kind === 'path') return fileName(token.text);
    if (isReadCall && token.kind === 'string') return fileName(token.text.slice(1, -1));
    isReadCall =
      (token.kind === 'word' && token.text.startsWith('READ_')) ||
      (isReadCall && token.kind === 'open');
  }
  return undefined;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}
