// Where the SQL of a query comes from: the argument, or standard input.
import { PathqlError } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import type { InputStream } from './io.ts';

export async function readSql(
  rest: readonly string[],
  stdin: InputStream,
  commandNames: readonly string[],
): Promise<string> {
  const [first, second] = rest;
  if (second !== undefined) {
    throw usage(`Expected one argument with the whole query, got ${rest.length}: put it in quotes`);
  }
  if (first !== undefined && first !== '-') return checkNoCommand(first, commandNames);
  if (first === undefined && stdin.isTTY) {
    throw usage('Expected a query, as in: pathql "SELECT * FROM users.csv". See pathql --help');
  }
  return readAll(stdin);
}

/** One word alone is no query: more likely a command was mistyped. */
function checkNoCommand(sql: string, commandNames: readonly string[]): string {
  const [nearest] = /^[a-z]+$/i.test(sql) ? nearestNames(sql, commandNames) : [];
  if (nearest === undefined) return sql;
  throw usage(`'${sql}' is neither a query nor a command. Did you mean pathql ${nearest}?`);
}

async function readAll(stdin: InputStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw usage('Expected the query on standard input in UTF-8, got bytes that are not UTF-8');
  }
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
