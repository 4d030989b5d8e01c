// Reads the statements of a query from the argument, a file, or standard input.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PathqlError } from '../../errors.ts';
import { hasDataExtension } from '../../files/data-extensions.ts';
import { otherStatements, queryStarts } from '../../sql/text/keywords.ts';
import { splitStatements } from '../../sql/text/split-statements.ts';
import { pathInSql } from '../../sql/text/write-name.ts';
import { nearestNames } from '../../text/nearest-names.ts';
import { commandNames } from '../command.ts';
import type { InputStream } from '../io.ts';
import type { ParsedArguments } from './parse-options.ts';
import { shellWord } from './shell-word.ts';

export interface SqlText {
  /** In their order. */
  readonly statements: readonly string[];
  /** True when standard input is used up by it. */
  readonly isFromInput: boolean;
}

export async function readSql(parsed: ParsedArguments, stdin: InputStream): Promise<SqlText> {
  const { sql, isFromInput } = await readText(parsed, stdin);
  return { statements: splitStatements(sql).statements, isFromInput };
}

async function readText(
  { options, rest }: ParsedArguments,
  stdin: InputStream,
): Promise<{ readonly sql: string; readonly isFromInput: boolean }> {
  const [first, second] = rest;
  const path = options.get('-f');
  if (path !== undefined && first !== undefined) {
    throw usage(
      `Expected the query from -f or as an argument, got both: -f ${path} and '${first}'`,
    );
  }
  if (path !== undefined && path !== '-')
    return { sql: await readSqlFile(path), isFromInput: false };
  if (second !== undefined) {
    refuseOtherCommand(first ?? '');
    throw usage(`Expected one argument with the whole query, got ${rest.length}: put it in quotes`);
  }
  if (first !== undefined && first !== '-') {
    return { sql: checkIsQuery(first), isFromInput: false };
  }
  if (first === undefined && stdin.isTTY) {
    throw usage('Expected a query, as in: pathql "SELECT * FROM users.csv". See pathql --help');
  }
  const sql = await readAll(stdin);
  refuseData(sql);
  return { sql, isFromInput: true };
}

const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission',
};

async function readSqlFile(path: string): Promise<string> {
  try {
    return decode(await readFile(path), `in '${path}'`);
  } catch (error) {
    if (error instanceof PathqlError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = fileReasons[code] ?? (error instanceof Error ? error.message : String(error));
    throw usage(`Cannot read the query from '${path}': ${reason}`);
  }
}

/** A path alone is no query, and neither is one word: more likely a command was left out or mistyped. */
function checkIsQuery(sql: string): string {
  if (looksLikePath(sql)) {
    const isThere = existsSync(sql);
    if (!isThere && !/[*?[{]/.test(sql))
      throw usage(`'${sql}' is no query, and there is no such file`);
    const message = `'${sql}' is a file, not a query. Its first rows: pathql head ${shellWord(sql)}. All of them: pathql "SELECT * FROM ${pathInSql(sql)}"`;
    throw usage(message);
  }
  refuseOtherCommand(sql);
  return sql;
}

/** One word that begins no statement, where there may be a command. */
function refuseOtherCommand(word: string): void {
  const isStart = queryStarts.has(word.toUpperCase()) || otherStatements.has(word.toUpperCase());
  if (!/^[a-z]+$/i.test(word) || isStart) return;
  const [nearest] = nearestNames(word, commandNames);
  const hint = nearest === undefined ? '' : `. Did you mean pathql ${nearest}?`;
  throw usage(
    `'${word}' is neither a query nor a command; there are ${commandNames.join(', ')}${hint}`,
  );
}

/** What is piped in without a query is taken for it. No query begins as JSON or HTML do. */
function refuseData(text: string): void {
  if (/^\s*[[{<]/.test(text)) throw usage(looksLikeData);
  const [line = ''] = text.trimStart().split(/[\r\n]/, 1);
  const [word = ''] = /^\(*\s*\w+/.exec(line) ?? [];
  const start = word.replace(/^[(\s]+/, '').toUpperCase();
  const isComment = /^(?:--|\/\*)/.test(line);
  if (isComment || queryStarts.has(start) || otherStatements.has(start)) return;
  if (!/^[^\s(]*[,;\t|]/.test(line)) return;
  throw usage(looksLikeData);
}

const dataQuery = 'command | pathql "SELECT * FROM -"';
const looksLikeData = `Expected a query on standard input, got what looks like data. To query it: ${dataQuery}`;

function looksLikePath(text: string): boolean {
  if (/^\S+$/.test(text) && hasDataExtension(text)) return true;
  return text.length < 1_000 && !text.includes('\n') && existsSync(text);
}

async function readAll(stdin: InputStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return decode(Buffer.concat(chunks), 'on standard input', `. To query data: ${dataQuery}`);
}

function decode(bytes: Uint8Array, where: string, wayOut = ''): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`Expected the query ${where} in UTF-8, got bytes that are not UTF-8${wayOut}`);
  }
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
