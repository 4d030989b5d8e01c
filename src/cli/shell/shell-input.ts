// Collects the lines of a statement until it is complete.
import { splitStatements } from '../../sql/text/split-statements.ts';
import { TokenReader } from '../../sql/text/token-reader.ts';

export class ShellInput {
  readonly #lines: string[] = [];

  /** What was typed before the line that is being typed. */
  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  clear(): void {
    this.#lines.length = 0;
  }

  /** The statements, once the last one is ended; null while it is not, or where there is none. */
  add(line: string): Completed | null {
    this.#lines.push(line);
    const text = this.#lines.join('\n');
    const { statements, unendedFrom } = splitStatements(text);
    if (unendedFrom !== null) return null;
    const completed = { statements, entry: entryOf(text), lineCount: this.#lines.length };
    this.clear();
    return /[^\s;]/.test(withoutComments(text)) ? completed : null;
  }
}

export interface Completed {
  readonly statements: readonly string[];
  /** For the history: in one line where that means the same. */
  readonly entry: string;
  readonly lineCount: number;
}

/** The blanks between words may be a line break or not; those inside quotes may not. */
function entryOf(text: string): string {
  const parts: string[] = [];
  const reader = new TokenReader(text);
  let end = 0;
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind === 'comment' && text.startsWith('--', token.start)) return text.trim();
    parts.push(text.slice(end, token.start).replace(/\s*\n\s*/g, ' '));
    parts.push(text.slice(token.start, token.end));
    end = token.end;
  }
  return parts.join('').trim();
}

function withoutComments(text: string): string {
  const reader = new TokenReader(text);
  let rest = '';
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind !== 'comment') rest += text.slice(token.start, token.end);
  }
  return rest;
}
