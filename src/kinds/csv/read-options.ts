// Reads the options of a call of read_csv(path, …) into what they mean.
import { PathqlError } from '../../errors.ts';
import { type ReadOptions, readOptions, withoutEffect } from './option-table.ts';
import type { LineEnd } from './records/record-scanner.ts';

export type { ReadOptions } from './option-table.ts';

/** The named arguments of a call, with constants as JSON would have them. */
export type GivenOptions = ReadonlyMap<string, { readonly value: unknown }>;

export function readGivenOptions(given: GivenOptions | null): ReadOptions {
  const read: Record<string, unknown> = {};
  for (const [name, { value }] of given ?? []) {
    const idle = Object.hasOwn(withoutEffect, name) ? withoutEffect[name] : undefined;
    const option = Object.hasOwn(readOptions, name) ? readOptions[name] : undefined;
    const kind = idle ?? option?.kind;
    if (kind === undefined) throw unknownOption(name);
    const usable = kind.read(value);
    if (usable === undefined) {
      const fault = kind.faultOf?.(value) ?? null;
      const message = `The option ${name} of read_csv expects ${kind.expected}, found ${shown(value)}${fault === null ? '' : `: ${fault}`}`;
      throw new PathqlError('read_option_invalid', message);
    }
    if (option === undefined) continue;
    if (option.key in read) {
      const message = `The option ${name} of read_csv is given twice, under two names`;
      throw new PathqlError('read_option_invalid', message);
    }
    read[option.key] = usable;
  }
  assertNoContradiction(read);
  return read;
}

function shown(value: unknown): string {
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
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

function unknownOption(name: string): PathqlError {
  const known = Object.keys(readOptions).join(', ');
  return new PathqlError(
    'read_option_invalid',
    `read_csv has no option '${name}'. It has ${known}`,
  );
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
