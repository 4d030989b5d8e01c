// Offers what may be written at the cursor: files where a table stands; elsewhere columns, functions and keywords.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
} from '@codemirror/autocomplete';
import { type CursorPosition, cursorPosition } from '../../sql/text/cursor-position.ts';
import { queryKeywords, queryStarts } from '../../sql/text/keywords.ts';
import { functionNames } from '../../sql/text/sql-words.ts';
import { isWord, type Token } from '../../sql/text/token.ts';
import { isQuote } from '../../sql/text/token-end.ts';
import { nameInSql, pathInSql } from '../../sql/text/write-name.ts';
import type { FileColumn } from '../files/file-columns.ts';
import type { ServerFile } from '../query-server.ts';
import { readCalls } from './read-calls.ts';

export interface CompletionFacts {
  files(): readonly ServerFile[];
  columns(path: string): Promise<readonly FileColumn[]>;
  /** Of a call that reads files. */
  columnsOfCall(call: string): Promise<readonly FileColumn[]>;
}

/** In UTF-16 code units. To find the cursor's position, a longer text would be read too slowly for every key. */
const maxCompletedLength = 100_000;

export function sqlCompletions(facts: CompletionFacts): CompletionSource {
  return async (context) => {
    const { doc } = context.state;
    if (doc.length > maxCompletedLength) return null;
    const sql = doc.toString();
    const position = cursorPosition(sql, context.pos);
    if (position === null) return null;
    const name = nameAt(sql, position, context.pos);
    return position.expects === 'path'
      ? completeFile(name, facts.files())
      : completeWord(name, context.explicit, await columnOptions(facts, name, context));
  };
}

/** What is written so far, without its opening quote. */
interface BegunName {
  readonly from: number;
  readonly quote: string;
  readonly token: Token | null;
  readonly previous: Token | null;
}

function nameAt(sql: string, { token, previous }: CursorPosition, cursor: number): BegunName {
  const start = token?.start ?? cursor;
  const quote = token !== null && isQuote(sql.charAt(start)) ? sql.charAt(start) : '';
  return { from: start + quote.length, quote, token, previous };
}

function completeFile(name: BegunName, files: readonly ServerFile[]): CompletionResult | null {
  if (files.some(({ path }) => path === name.token?.text)) return null;
  const options = files.map(({ path }) => ({
    label: path,
    type: 'file',
    apply: replaceName(name, pathInSql(path)),
  }));
  const starts = mayStartQuery(name.previous) ? [...queryStarts].map(keywordOption) : [];
  return { from: name.from, options: [...options, ...starts] };
}

function mayStartQuery(previous: Token | null): boolean {
  if (previous === null) return false;
  return previous.kind === 'open' || isWord(previous, 'DESCRIBE', 'DESC', 'SUMMARIZE');
}

function completeWord(
  { from, quote, token, previous }: BegunName,
  isExplicit: boolean,
  columns: readonly Completion[],
): CompletionResult | null {
  const isAfterDot = previous?.text === '.';
  if (token === null && !isExplicit && !isAfterDot) return null;
  const isColumn = isAfterDot || quote !== '';
  const options = isColumn ? columns : [...columns, ...functionOptions, ...keywordOptions];
  return { from, options, validFor: /^[\p{L}_]?[\p{L}\p{N}_]*$/u };
}

async function columnOptions(
  facts: CompletionFacts,
  written: BegunName,
  { state, pos }: CompletionContext,
): Promise<Completion[]> {
  const sql = state.doc.toString();
  const named = facts.files().filter(({ path }) => sql.includes(path));
  const asked = [
    ...named.map(({ path }) => facts.columns(path)),
    ...readCalls(sql, pos).map((call) => facts.columnsOfCall(call)),
  ];
  const lists = await Promise.all(asked.map((columns) => columns.catch(() => [])));
  const types = new Map(lists.flat().map(({ name, type }) => [name, type]));
  return [...types].map(([name, type]) => ({
    label: name,
    apply: replaceName(written, nameInSql(name)),
    detail: type,
    type: 'property',
    // Before a keyword that is shorter.
    boost: 50,
  }));
}

/** The quotes round a name are replaced with it. */
function replaceName({ quote }: BegunName, sql: string): NonNullable<Completion['apply']> {
  return (view, _completion, from, to) => {
    const isClosed = quote !== '' && view.state.sliceDoc(to, to + 1) === quote;
    const span = { from: from - quote.length, to: isClosed ? to + 1 : to };
    view.dispatch(insertCompletionText(view.state, sql, span.from, span.to));
  };
}

const functionOptions: readonly Completion[] = functionNames.map((name) => ({
  label: name,
  apply: (view, _completion, from, to) => {
    const hasBracket = view.state.sliceDoc(to, to + 1) === '(';
    view.dispatch({
      changes: { from, to, insert: hasBracket ? name : `${name}()` },
      selection: { anchor: from + name.length + 1 },
    });
  },
  type: 'function',
  boost: 1,
}));

const keywordOptions: readonly Completion[] = [...queryKeywords].map(keywordOption);

function keywordOption(label: string): Completion {
  return { label, type: 'keyword' };
}
