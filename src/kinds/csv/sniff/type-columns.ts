// Makes options that give types to columns in other notations, and tries them on the whole file.
import { PathqlError } from '../../../errors.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import { withChanges } from '../advice/find-readings.ts';
import { tryOnWhole } from '../advice/try-reading.ts';
import type { GivenOptions } from '../read-options.ts';
import type { FoundNotation } from './column-notation.ts';

export interface TypedRequest {
  readonly file: SourceFile;
  readonly given: GivenOptions;
  readonly columns: readonly { readonly name: string; readonly notation: FoundNotation | null }[];
  /** That the given options read. */
  readonly records: number;
  readonly signal: AbortSignal | undefined;
}

export interface TypedColumns {
  /** Null: there is no such column, or its values do not all fit. */
  readonly given: GivenOptions | null;
  /** Why a column in another notation stays text; null: none does, or its notation tells. */
  readonly problem: string | null;
}

export async function typeColumns(request: TypedRequest): Promise<TypedColumns> {
  const { file, given, signal, records } = request;
  const { types, options, left } = changesFor(request);
  if (types.size === 0) return { given: null, problem: null };
  const typed = withChanges(given, { types, ...options });
  const names = left.map((name) => `'${name}'`).join(', ');
  const problem =
    left.length === 0
      ? null
      : `A call has one notation for its dates, one for its time stamps and one for its numbers, so that ${names} ${left.length === 1 ? 'stays' : 'stay'} text`;
  try {
    const whole = await tryOnWhole({ file, given: typed, infersTypes: false, signal });
    return { given: whole.records === records ? typed : null, problem };
  } catch (error) {
    if (error instanceof PathqlError && !signal?.aborted) {
      return { given: null, problem: error.message };
    }
    throw error;
  }
}

interface TypeChanges {
  readonly types: ReadonlyMap<string, string>;
  readonly options: Readonly<Record<string, unknown>>;
  /** Columns in a notation other than that of a column before them. */
  readonly left: readonly string[];
}

/** A call has one notation for all its dates, one for all its time stamps and one for all its numbers. */
function changesFor({ columns }: TypedRequest): TypeChanges {
  const types = new Map<string, string>();
  const left: string[] = [];
  let all: Notations = {};
  for (const { name, notation } of inOrderOfDoubt(columns)) {
    if (notation.type === null || (notation.isDoubtful && all.point !== ',')) continue;
    const own = notationsOf(notation);
    const isOther = Object.entries(own).some(
      ([key, value]) => (all[key as keyof Notations] ?? value) !== value,
    );
    if (isOther) left.push(name);
    else {
      types.set(name, notation.type);
      all = { ...all, ...own };
    }
  }
  const { dateFormat, timestampFormat, point, thousands } = all;
  const options = {
    ...(dateFormat !== undefined && { dateformat: dateFormat }),
    ...(timestampFormat !== undefined && { timestampformat: timestampFormat }),
    ...(point === ',' && { decimal_separator: point }),
    ...(thousands !== undefined && { thousands }),
  };
  return { types, options, left };
}

/** What other columns show tells of those that may be read in two ways. */
function inOrderOfDoubt(columns: TypedRequest['columns']): readonly NotedColumn[] {
  const noted = columns.flatMap(({ name, notation }) =>
    notation === null ? [] : [{ name, notation }],
  );
  return noted.sort(
    (one, other) => Number(one.notation.isDoubtful) - Number(other.notation.isDoubtful),
  );
}

interface NotedColumn {
  readonly name: string;
  readonly notation: FoundNotation;
}

interface Notations {
  readonly dateFormat?: string;
  readonly timestampFormat?: string;
  readonly point?: string;
  readonly thousands?: string;
}

/** Without a point of its own, a number with one mark between thousands has the other one. */
function notationsOf({ options }: FoundNotation): Notations {
  const { dateFormat, timestampFormat, decimalSeparator, thousands } = options;
  if (dateFormat !== undefined) return { dateFormat };
  if (timestampFormat !== undefined) return { timestampFormat };
  const point = decimalSeparator ?? (thousands === '.' ? ',' : '.');
  return thousands === undefined ? { point } : { point, thousands };
}
