// Reads the one path that a command takes as its argument.
import { PathqlError } from '../../errors.ts';
import type { ParsedArguments } from './parse-options.ts';

export function readPath({ rest }: ParsedArguments, command: string): string {
  const [path, extra] = rest;
  if (path === undefined || extra !== undefined) {
    const message = `pathql ${command} takes one path, got ${rest.length}: pathql ${command} users.csv. A pattern is one path too, in quotes: '*.csv'`;
    throw new PathqlError('usage_invalid', message);
  }
  return path;
}
