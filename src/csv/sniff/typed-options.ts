// Makes options that give types to columns in other notations, and tries them on the whole file.
import { PathqlError } from '../../errors.ts';
import { withChanges } from '../advice/find-readings.ts';
import { tryOnWhole } from '../advice/try-reading.ts';
import type { CsvFile } from '../csv-file.ts';
import type { GivenOptions } from '../read-options.ts';
import type { GivenTypeOptions } from '../types/given-types.ts';
import type { Notation } from './notations.ts';

export interface TypedRequest {
  readonly file: CsvFile;
  readonly given: GivenOptions;
  readonly columns: readonly { readonly name: string; readonly notation: Notation | null }[];
  /** That the given options read. */
  readonly records: number;
  readonly signal: AbortSignal | undefined;
}

/** Null: there is no such column, or its values do not all fit. */
export async function typedOptions(request: TypedRequest): Promise<GivenOptions | null> {
  const { file, given, signal, records } = request;
  const changes = changesFor(request);
  if (changes === null) return null;
  const typed = withChanges(given, changes);
  try {
    const whole = await tryOnWhole({ file, given: typed, infersTypes: false, signal });
    return whole.records === records ? typed : null;
  } catch (error) {
    if (error instanceof PathqlError && !signal?.aborted) return null;
    throw error;
  }
}

const optionNames: Readonly<Record<keyof GivenTypeOptions, string>> = {
  dateFormat: 'dateformat',
  timestampFormat: 'timestampformat',
  decimalSeparator: 'decimal_separator',
  thousands: 'thousands',
};

/** A call has one notation for all its dates and one for all its numbers: columns in another one stay text. */
function changesFor({ columns }: TypedRequest): Record<string, unknown> | null {
  const types = new Map<string, string>();
  const options: Record<string, unknown> = {};
  for (const { name, notation } of columns) {
    if (notation === null || notation.type === null) continue;
    const own = Object.entries(notation.options).map(
      ([key, value]) => [optionNames[key as keyof GivenTypeOptions], value] as const,
    );
    if (own.some(([option, value]) => (options[option] ?? value) !== value)) continue;
    types.set(name, notation.type);
    Object.assign(options, Object.fromEntries(own));
  }
  return types.size === 0 ? null : { types, ...options };
}
