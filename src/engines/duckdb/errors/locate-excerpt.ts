// Reads the excerpt of a statement that ends an error of DuckDB: `LINE 2: …a, agee from…` over a caret.

/** What the error says, and the excerpt behind it. Words of the user before that may look like one. */
export function splitExcerpt(engineMessage: string): { words: string; excerpt: string | null } {
  const at = engineMessage.lastIndexOf('\nLINE ');
  const excerpt = engineMessage.slice(at + 1);
  if (at === -1 || !/^LINE \d+: .*\n *\^\s*$/.test(excerpt))
    return { words: engineMessage, excerpt: null };
  return { words: engineMessage.slice(0, at).trimEnd(), excerpt };
}

/** The offset in `sql`, or null when the excerpt fits nowhere or in several places. */
export function locateExcerpt(excerpt: string, sql: string): number | null {
  const parts = /^(LINE (\d+): )(.*)\n( *)\^/.exec(excerpt);
  if (!parts) return null;
  const [, head = '', lineNumber = '1', shown = '', indent = ''] = parts;
  const caret = indent.length - head.length;
  const line = lineOf(sql, Number(lineNumber));
  if (!line || caret < 0) return null;
  const isCutBefore = shown.startsWith('...');
  const body = shown.slice(isCutBefore ? 3 : 0, shown.endsWith('...') ? -3 : undefined);
  const inBody = unitsOfColumns(body, caret - (isCutBefore ? 3 : 0));
  const found = isCutBefore ? onlyIndexOf(line.text, body) : line.text.startsWith(body) ? 0 : -1;
  return found < 0 ? null : line.start + found + inBody;
}

function lineOf(sql: string, number: number): { text: string; start: number } | null {
  let start = 0;
  for (let line = 1; line < number; line += 1) {
    const end = sql.indexOf('\n', start);
    if (end === -1) return null;
    start = end + 1;
  }
  const end = sql.indexOf('\n', start);
  return { text: sql.slice(start, end === -1 ? sql.length : end), start };
}

function onlyIndexOf(text: string, part: string): number {
  const first = text.indexOf(part);
  return first !== -1 && text.indexOf(part, first + 1) === -1 ? first : -1;
}

/** DuckDB counts characters as a terminal shows them: wide ones take two columns. */
function unitsOfColumns(text: string, columns: number): number {
  let units = 0;
  let column = 0;
  for (const character of text) {
    if (column >= columns) break;
    column += isWide(character) ? 2 : 1;
    units += character.length;
  }
  return units;
}

function isWide(character: string): boolean {
  return /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Extended_Pictographic}/u.test(
    character,
  );
}
