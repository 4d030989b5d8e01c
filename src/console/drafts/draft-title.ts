// Names a query by the file it reads, for its tab.
import { TokenReader } from '../../sql/text/token-reader.ts';

const longest = 24;
/** A file is named early. */
const mostTokens = 400;

export function draftTitle(sql: string): string {
  const reader = new TokenReader(sql);
  for (let count = 0; count < mostTokens; count += 1) {
    const token = reader.next();
    if (token === null) break;
    if (token.kind === 'path') return shortened(token.text.slice(token.text.lastIndexOf('/') + 1));
  }
  const text = sql.trim().replace(/\s+/g, ' ');
  return text === '' ? 'New query' : shortened(text);
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}
