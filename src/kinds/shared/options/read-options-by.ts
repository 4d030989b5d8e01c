// Reads the options of a call that reads files into what they mean, by the table of the function.
import { PathqlError } from '../../../errors.ts';
import type { OptionKind } from './option-kinds.ts';

/** The named arguments of a call, with constants as JSON would have them. */
export type GivenOptions = ReadonlyMap<string, { readonly value: unknown }>;

/** Two names of one key are the same option. */
export type OptionTable<Options> = Readonly<
  Record<string, { readonly key: keyof Options & string; readonly kind: OptionKind }>
>;

export interface Reader<Options> {
  /** The name of the function. */
  readonly reader: string;
  readonly options: OptionTable<Options>;
  /** Those that change nothing here. */
  readonly withoutEffect?: Readonly<Record<string, OptionKind>>;
}

/** Throws read_option_invalid. */
export function readOptionsBy<Options extends object>(
  given: GivenOptions | null,
  { reader, options, withoutEffect = {} }: Reader<Options>,
): Options {
  const read: Record<string, unknown> = {};
  for (const [name, { value }] of given ?? []) {
    const idle = Object.hasOwn(withoutEffect, name) ? withoutEffect[name] : undefined;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    const kind = idle ?? option?.kind;
    if (kind === undefined) {
      const known = Object.keys(options).join(', ');
      throw invalid(`${reader} has no option '${name}'. It has ${known}`);
    }
    const usable = kind.read(value);
    if (usable === undefined) {
      const fault = kind.faultOf?.(value) ?? null;
      const found = `${shown(value)}${fault === null ? '' : `: ${fault}`}`;
      throw invalid(`The option ${name} of ${reader} expects ${kind.expected}, found ${found}`);
    }
    if (option === undefined) continue;
    if (option.key in read) {
      throw invalid(`The option ${name} of ${reader} is given twice, under two names`);
    }
    read[option.key] = usable;
  }
  return read as Options;
}

function shown(value: unknown): string {
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
}

function invalid(message: string): PathqlError {
  return new PathqlError('read_option_invalid', message);
}
