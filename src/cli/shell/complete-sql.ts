// Completes a statement at its end: paths where a table stands; elsewhere columns, functions and keywords.
import { cursorPosition } from '../../sql/text/cursor-position.ts';
import { queryKeywords, queryStarts } from '../../sql/text/keywords.ts';
import { pathsIn } from '../../sql/text/paths-in.ts';
import { functionNames } from '../../sql/text/sql-words.ts';
import { isWord, type Token } from '../../sql/text/token.ts';
import { isQuote } from '../../sql/text/token-end.ts';
import { nameInSql, pathInSql } from '../../sql/text/write-name.ts';
import { identifier, literal } from '../../text/sql-text.ts';
import type { FindPaths } from './complete-path.ts';
import { matchingNames, matchingWords } from './matching-names.ts';

export interface CompletionFacts {
  readonly findPaths: FindPaths;
  /** Of the file; none where it cannot be read. */
  columns(path: string): Promise<readonly string[]>;
  /** Of statements that ran before. */
  recentPaths(): readonly string[];
}

/** What may stand for the end of the statement, and that end. */
export async function completeSql(
  statement: string,
  facts: CompletionFacts,
): Promise<[hits: string[], replaced: string]> {
  const position = cursorPosition(statement, statement.length);
  if (position === null) return [[], ''];
  const { token, previous } = position;
  const written = token === null ? '' : statement.slice(token.start);
  if (position.expects === 'path') {
    const starts = mayStartQuery(previous) ? matchingWords([...queryStarts], written) : [];
    return [[...(await pathsFor(written, facts)), ...starts], written];
  }
  const columns = await columnsFor(statement, facts);
  return [wordsFor(written, columns, previous), written];
}

async function pathsFor(written: string, { findPaths }: CompletionFacts): Promise<string[]> {
  const isQuoted = isQuote(written.charAt(0));
  const begun = isQuoted ? written.slice(1) : written;
  const found = await findPaths(begun);
  const bare = found.map((path) => writtenPath(path, isQuoted));
  // With a quote before some only, they have nothing in common.
  const isMixed = written !== '' && bare.some((sql) => sql.startsWith("'"));
  return isMixed ? found.map((path) => writtenPath(path, true)) : bare;
}

/** A folder is only the beginning of a path: its quote stays open. */
function writtenPath(path: string, isQuoted: boolean): string {
  return path.endsWith('/') ? openPath(path, isQuoted) : inSql(path, isQuoted);
}

function openPath(path: string, isQuoted: boolean): string {
  return isQuoted || /[\s'",;()]/.test(path) ? literal(path).slice(0, -1) : path;
}

function inSql(path: string, isQuoted: boolean): string {
  return isQuoted ? literal(path) : pathInSql(path);
}

function wordsFor(written: string, columns: readonly string[], previous: Token | null): string[] {
  if (isQuote(written.charAt(0))) {
    return matchingNames(columns, written.slice(1)).map((name) => `${identifier(name)} `);
  }
  const names = matchingNames(columns, written).map((name) => `${nameInSql(name)} `);
  if (previous?.text === '.') return names;
  if (written === '') return names;
  const functions = matchingWords(functionNames, written).map((name) => `${name}(`);
  const keywords = matchingWords([...queryKeywords], written).map((name) => `${name} `);
  return [...new Set([...names, ...functions, ...keywords])];
}

/** Of the files the statement names, else of those of earlier ones. */
async function columnsFor(statement: string, facts: CompletionFacts): Promise<string[]> {
  const named = pathsIn(statement);
  const paths = named.length > 0 ? named : facts.recentPaths();
  const lists = await Promise.all(paths.map((path) => facts.columns(path)));
  return [...new Set(lists.flat())];
}

function mayStartQuery(previous: Token | null): boolean {
  if (previous === null) return false;
  return previous.kind === 'open' || isWord(previous, 'DESCRIBE', 'DESC', 'SUMMARIZE');
}
