// Reads the SQL of a query from the argument, a file, or standard input.
import { readFile } from 'node:fs/promises';
import { PathqlError } from '../../errors.ts';
import { nearestNames } from '../../nearest-names.ts';
import { commandNames } from '../command.ts';
import type { InputStream } from '../io.ts';
import type { ParsedArguments } from './parse-options.ts';

export interface SqlText {
  readonly sql: string;
  /** True when standard input is used up by it. */
  readonly isFromInput: boolean;
}

export async function readSql(
  { options, rest }: ParsedArguments,
  stdin: InputStream,
): Promise<SqlText> {
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
    throw usage(`Expected one argument with the whole query, got ${rest.length}: put it in quotes`);
  }
  if (first !== undefined && first !== '-') {
    return { sql: checkNoCommand(first), isFromInput: false };
  }
  if (first === undefined && stdin.isTTY) {
    throw usage('Expected a query, as in: pathql "SELECT * FROM users.csv". See pathql --help');
  }
  return { sql: await readAll(stdin), isFromInput: true };
}

async function readSqlFile(path: string): Promise<string> {
  try {
    return decode(await readFile(path), `in '${path}'`);
  } catch (error) {
    if (error instanceof PathqlError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw usage(`Cannot read the query from '${path}': ${reason}`);
  }
}

/** One word alone is no query: more likely a command was mistyped. */
function checkNoCommand(sql: string): string {
  const [nearest] = /^[a-z]+$/i.test(sql) ? nearestNames(sql, commandNames) : [];
  if (nearest === undefined) return sql;
  throw usage(`'${sql}' is neither a query nor a command. Did you mean pathql ${nearest}?`);
}

async function readAll(stdin: InputStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return decode(Buffer.concat(chunks), 'on standard input');
}

function decode(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usage(`Expected the query ${where} in UTF-8, got bytes that are not UTF-8`);
  }
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
