// Reads the options of a call of read_csv(path, …) into what they mean.
import { PathqlError } from '../../errors.ts';
import { type GivenOptions, readOptionsBy } from '../shared/options/read-options-by.ts';
import { type ReadOptions, readOptions, withoutEffect } from './option-table.ts';
import type { LineEnd } from './records/record-scanner.ts';

export type { GivenOptions } from '../shared/options/read-options-by.ts';
export type { ReadOptions } from './option-table.ts';

export function readGivenOptions(given: GivenOptions | null): ReadOptions {
  const read = readOptionsBy(given, { reader: 'read_csv', options: readOptions, withoutEffect });
  assertNoContradiction(read);
  return read;
}

/** Of two options that say the same thing one would be ignored. */
function assertNoContradiction(options: ReadOptions): void {
  const { columns, types, names, allVarchar, thousands, decimalSeparator } = options;
  const fault =
    columns && types
      ? 'takes columns or types, not both: columns = {…} names all columns with their types, types = {…} gives types to some'
      : columns && names
        ? 'takes columns or names, not both: columns = {…} holds the names already'
        : allVarchar && (columns || types)
          ? 'takes all_varchar=true or types of columns, not both: leave one out'
          : thousands !== undefined && thousands === decimalSeparator
            ? `takes '${thousands}' as thousands or as decimal_separator, not as both`
            : null;
  if (fault !== null) throw new PathqlError('read_option_invalid', `read_csv ${fault}`);
}

/** `new_line` cannot change how the lines of a file end. */
export function assertNewLine(
  { newLine }: ReadOptions,
  found: { readonly lineEnd: LineEnd; readonly shownPath: string },
): void {
  if (newLine === undefined || newLine === found.lineEnd) return;
  const [given, ends] = [newLine, found.lineEnd].map((end) => JSON.stringify(end));
  const message = `The option new_line of read_csv is ${given}, but the first line of '${found.shownPath}' ends in ${ends}. Leave it out: the line end is found`;
  throw new PathqlError('read_option_invalid', message);
}
