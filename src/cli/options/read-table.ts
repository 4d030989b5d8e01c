// Reads the one table that a command takes as its argument: a path, or a call of read_csv as errors advise it.
import { PathqlError } from '../../errors.ts';
import { tableReference } from '../../sql/text/table-reference.ts';
import type { ParsedArguments } from './parse-options.ts';

/** As SQL has it behind FROM. */
export function readTable({ rest }: ParsedArguments, command: string): string {
  const [table, extra] = rest;
  if (table === undefined || extra !== undefined) {
    const message = `pathql ${command} takes one path, got ${rest.length}: pathql ${command} users.csv. A pattern is one path too, in quotes: '*.csv'`;
    throw new PathqlError('usage_invalid', message);
  }
  return tableReference(table);
}
