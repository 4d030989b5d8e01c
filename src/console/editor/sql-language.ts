// SQL with paths as tables, for colours: a stream of tokens is enough, the server does the parsing.
import {
  HighlightStyle,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import { functionNames, keywords, typeNames } from './sql-words.ts';
import {
  afterMark,
  afterTable,
  afterWord,
  atStart,
  expectsTable,
  type TablePlaces,
} from './table-places.ts';

interface State {
  places: TablePlaces;
  /** Inside a comment or a quoted text that goes on in the next line: how it ends. */
  open: { readonly end: string; readonly kind: string } | null;
}

const keywordSet: ReadonlySet<string> = new Set(keywords);
const typeSet: ReadonlySet<string> = new Set(typeNames);
const functionSet: ReadonlySet<string> = new Set(functionNames);

const pathPattern = /^[^\s,;()'"`]+/;
const wordPattern = /^[\p{L}_][\p{L}\p{N}_$]*/u;
const numberPattern = /^\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?/;

const language = StreamLanguage.define<State>({
  startState: () => ({ places: atStart, open: null }),
  copyState: (state) => ({ ...state }),
  token: readToken,
  languageData: { commentTokens: { line: '--', block: { open: '/*', close: '*/' } } },
  tokenTable: { path: tags.link },
});

/** Colours are variables of the page, so that both themes have their own. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--sql-keyword)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--sql-text)' },
  { tag: tags.number, color: 'var(--sql-number)' },
  { tag: tags.comment, color: 'var(--sql-comment)', fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--sql-path)', textDecoration: 'underline dotted' },
  { tag: tags.typeName, color: 'var(--sql-type)' },
  { tag: tags.function(tags.variableName), color: 'var(--sql-function)' },
]);

export const sqlLanguage: Extension = [language, syntaxHighlighting(colours)];

function readToken(stream: StringStream, state: State): string | null {
  if (state.open !== null) return readRest(stream, state, state.open);
  if (stream.eatSpace()) return null;
  if (stream.match('--')) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match('/*')) return readRest(stream, state, { end: '*/', kind: 'comment' });
  const quote = stream.match(/^['"`]/) as RegExpMatchArray | null;
  if (quote !== null) return readQuoted(stream, state, quote[0]);
  return readBare(stream, state);
}

function readQuoted(stream: StringStream, state: State, quote: string): string | null {
  const kind = expectsTable(state.places) ? 'path' : quote === "'" ? 'string' : 'variableName';
  state.places = afterTable(state.places);
  return readRest(stream, state, { end: quote, kind });
}

function readRest(stream: StringStream, state: State, open: NonNullable<State['open']>): string {
  state.open = open;
  while (!stream.eol()) {
    if (stream.match(open.end)) {
      state.open = null;
      break;
    }
    stream.next();
  }
  return open.kind;
}

function readBare(stream: StringStream, state: State): string | null {
  const word = matched(stream.match(wordPattern, false));
  const isName = word !== undefined && isTableName(stream, word);
  if (expectsTable(state.places) && (isName || word === undefined) && stream.match(pathPattern)) {
    state.places = afterTable(state.places);
    return 'path';
  }
  if (word !== undefined) return readWord(stream, state, word);
  if (stream.match(numberPattern)) {
    state.places = afterTable(state.places);
    return 'number';
  }
  state.places = afterMark(state.places, stream.next() ?? '');
  return 'operator';
}

/** Not a keyword, and not the name of a call. */
function isTableName(stream: StringStream, word: string): boolean {
  const path = matched(stream.match(pathPattern, false)) ?? word;
  if (path !== word) return true;
  const next = stream.string.slice(stream.pos + word.length).trimStart();
  return !keywordSet.has(word.toUpperCase()) && !next.startsWith('(');
}

function readWord(stream: StringStream, state: State, word: string): string {
  stream.match(wordPattern);
  state.places = afterWord(state.places, word);
  const upper = word.toUpperCase();
  const isCall = /^\s*\(/.test(stream.string.slice(stream.pos));
  if (isCall && functionSet.has(word.toLowerCase())) return 'variableName.function';
  if (keywordSet.has(upper)) return 'keyword';
  if (typeSet.has(upper)) return 'typeName';
  return isCall ? 'variableName.function' : 'variableName';
}

function matched(match: RegExpMatchArray | boolean | null): string | undefined {
  return typeof match === 'object' && match !== null ? match[0] : undefined;
}
