// What may be written at the cursor: files where a table stands; elsewhere columns, functions and keywords.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
} from '@codemirror/autocomplete';
import type { FileColumn } from '../files/file-columns.ts';
import type { ServerFile } from '../query-server.ts';
import { nameInSql, pathInSql } from './path-text.ts';
import { functionNames, keywords } from './sql-words.ts';

export interface CompletionFacts {
  files(): readonly ServerFile[];
  columns(path: string): Promise<readonly FileColumn[]>;
}

const afterTableWord = /\b(?:from|join|describe|summarize)\s+(?<written>'[^'\n]*|[^\s,;()'"`]*)$/i;
const afterComma = /\bfrom\s+[^();]*,\s*(?<written>'[^'\n]*|[^\s,;()'"`]*)$/i;
const clauseAfterFrom = /\b(?:where|group|order|having|limit|on|using|qualify|window|select)\b/i;

export function sqlCompletions(facts: CompletionFacts): CompletionSource {
  return async (context) => {
    const before = context.state.sliceDoc(0, context.pos);
    const written = writtenPath(before);
    if (written === undefined) return completeWord(context, facts);
    if (facts.files().some(({ path }) => path === written)) return null;
    return completeFile(context.pos - written.length, facts.files());
  };
}

/** What is written so far of a path, or undefined where no table stands. */
export function writtenPath(before: string): string | undefined {
  const afterWord = afterTableWord.exec(before);
  if (afterWord !== null) return afterWord.groups?.written;
  const listed = afterComma.exec(before);
  return listed === null || clauseAfterFrom.test(listed[0]) ? undefined : listed.groups?.written;
}

function completeFile(from: number, files: readonly ServerFile[]): CompletionResult {
  const options: Completion[] = files.map(({ path }) => {
    const sql = pathInSql(path);
    return {
      label: path,
      type: 'file',
      apply: (view, _completion, start, end) => {
        const hasQuote = view.state.sliceDoc(start, start + 1) === "'" && sql === path;
        view.dispatch(insertCompletionText(view.state, hasQuote ? `'${path}'` : sql, start, end));
      },
    };
  });
  return { from, options, filter: true };
}

async function completeWord(
  context: CompletionContext,
  facts: CompletionFacts,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\p{L}_"][\p{L}\p{N}_]*/u);
  const isAfterDot =
    context.state.sliceDoc((word?.from ?? context.pos) - 1, word?.from ?? context.pos) === '.';
  if (word === null && !context.explicit && !isAfterDot) return null;
  const columns = await columnOptions(context.state.doc.toString(), facts);
  const options = isAfterDot ? columns : [...columns, ...functionOptions, ...keywordOptions];
  return { from: word?.from ?? context.pos, options, validFor: /^"?[\p{L}_]?[\p{L}\p{N}_]*$/u };
}

async function columnOptions(sql: string, facts: CompletionFacts): Promise<Completion[]> {
  const named = facts.files().filter(({ path }) => sql.includes(path));
  const lists = await Promise.all(named.map(({ path }) => facts.columns(path).catch(() => [])));
  const types = new Map(lists.flat().map(({ name, type }) => [name, type]));
  return [...types].map(([name, type]) => ({
    label: name,
    apply: nameInSql(name),
    detail: type,
    type: 'property',
    boost: 2,
  }));
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

const keywordOptions: readonly Completion[] = keywords.map((label) => ({ label, type: 'keyword' }));
