// Completes an argument that holds a query, for the shells: they hand over the word, and take whole words back.
import { isQuote } from '../../sql/text/token-end.ts';
import { findPaths } from '../shell/complete-path.ts';
import { completeSql } from '../shell/complete-sql.ts';

export interface ArgumentReach {
  /** Where relative paths start. */
  readonly base: string;
  /** Files of any name are data. */
  readonly takesAll: boolean;
  /** The words go into the line of a shell as they are; else the shell escapes them. */
  readonly isWritten?: boolean;
}

/** `word` as it is typed, with the quote that opens it. The words have none. */
export async function completeArgument(word: string, reach: ArgumentReach): Promise<string[]> {
  const quote = isQuote(word.charAt(0)) ? word.charAt(0) : '';
  const statement = word.slice(quote.length);
  const [hits, replaced] = await completeSql(statement, {
    findPaths: (begun) => findPaths(begun, reach),
    // A shell waits for the answer: no file is read for it.
    columns: async () => [],
    recentPaths: () => [],
  });
  const before = statement.slice(0, statement.length - replaced.length);
  const escaped = reach.isWritten === true ? escapes[quote] : undefined;
  const added = hits.map((hit) => (quote === "'" ? inDoubleQuotes(hit) : hit));
  return continuing(added, replaced).map((hit) => before + (escaped?.(hit) ?? hit));
}

/** Those that begin as is typed; else those that do so behind a quote. A shell puts what they have in common in its place. */
function continuing(hits: readonly string[], typed: string): string[] {
  const exact = hits.filter((hit) => hit.startsWith(typed));
  return exact.length > 0 ? exact : hits.filter((hit) => hit.startsWith(typed, 1));
}

/** Of what bash and zsh take for their own, by the quote it stands in. */
const escapes: Readonly<Record<string, (text: string) => string>> = {
  '"': (text) => text.replace(/[$`"\\]/g, '\\$&'),
  "'": (text) => text.replaceAll("'", "'\\''"),
};

/** Inside single quotes of a shell there can be no others. */
function inDoubleQuotes(hit: string): string {
  const [, path] = /^'((?:[^']|'')*)'?$/.exec(hit) ?? [];
  if (path === undefined) return hit;
  const isClosed = hit.length > 1 && hit.endsWith("'");
  return `"${path.replaceAll("''", "'").replaceAll('"', '""')}${isClosed ? '"' : ''}`;
}
