// Names a query by the file it reads, for its tab.
import { TokenReader } from '../../sql/text/token-reader.ts';

const longest = 24;
/** A file is named early. */
const mostTokens = 400;

export function draftTitle(sql: string): string {
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
  const text = sql.trim().replace(/\s+/g, ' ');
  return text === '' ? 'New query' : shortened(text);
}

function fileName(path: string): string {
  return shortened(path.slice(path.lastIndexOf('/') + 1));
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}
