// Finds the delimiter of a file by the rules of docs/csv-files.md.
import { countFields, cutRecords, type Dialect } from './independent-records.ts';
import { lineEndAt } from './independent-text.ts';
import type { ReadOptions } from './read-options.ts';

/** A first line that names the delimiter is no record. */
const separatorLine = /^sep=([^\r\n])(?=[\r\n]|$)/i;

export interface FoundDialect {
  readonly dialect: Dialect;
  /** Where the first record may start: behind a line that names the delimiter. */
  readonly start: number;
}

export interface FoundDialects {
  /** Several where the docs leave open which it is. */
  readonly dialects: readonly FoundDialect[];
  /** Whether the file is refused as nothing tells its delimiter. */
  readonly isUnclear: 'yes' | 'perhaps' | 'no';
}

export function dialectsOf(text: string, skipped: number, options: ReadOptions): FoundDialects {
  const quote = options.quote ?? '"';
  const rest = {
    quote,
    escape: options.escape ?? quote,
    comment: options.comment ?? '',
    isStrict: options.strict_mode !== false,
    ignoresErrors: options.ignore_errors === true,
  };
  const named = separatorLine.exec(text.slice(skipped));
  const end = skipped + (named?.[0].length ?? 0);
  const start = named === null ? end : end + lineEndAt(text, end).length;
  const given = options.delim ?? named?.[1];
  const found = (delimiter: string) => ({ dialect: { delimiter, ...rest }, start });
  if (given !== undefined) return { dialects: [found(given)], isUnclear: 'no' };
  const records = startOfRecords(text.slice(start), rest);
  return {
    dialects: likelyDelimiters(records, rest).map(found),
    isUnclear: isUnclear(records, rest),
  };
}

type Rest = Omit<Dialect, 'delimiter'>;

const common = [',', '\t', ';', '|'];

/** Comments stand before the header, too. */
function startOfRecords(text: string, rest: Rest): string {
  const { records } = cutRecords(text, { delimiter: ',', ...rest, ignoresErrors: true }, 50);
  const first = records.find(({ kind }) => kind !== 'comment');
  return text.slice(first?.start ?? 0);
}

/** The docs do not say how many fields a record has that breaks the rules. */
function likelyDelimiters(text: string, rest: Rest): string[] {
  const found = [false, rest.isStrict].flatMap((isStrict) => mostFields(text, rest, isStrict));
  return [...new Set(found)];
}

function mostFields(text: string, rest: Rest, isStrict: boolean): string[] {
  const widths = common.map((delimiter) => ({
    delimiter,
    width: countFields(text, { delimiter, ...rest, isStrict }),
  }));
  const most = Math.max(...widths.map(({ width }) => width));
  const tied = widths.filter(({ width }) => width === most).map(({ delimiter }) => delimiter);
  if (most === 1 || tied.length === 1) return tied.slice(0, 1);
  const sureFor = [2, 5, 20, 100, Infinity].flatMap((count) =>
    [isEven, isFit].map((isRight) => {
      const right = tied.filter((delimiter) => isRight(text, { delimiter, ...rest }, count, most));
      return right[0] ?? tied[0] ?? ',';
    }),
  );
  const faulty = tied.filter((delimiter) => {
    return cutRecords(text, { delimiter, ...rest, ignoresErrors: false }, 1).fault !== undefined;
  });
  return [...new Set([...sureFor, ...faulty])];
}

/**
 * Where several delimiters split all records into the same number of fields it is; where they fit the first two records,
 * or split them into different numbers of fields, the docs leave it open.
 */
function isUnclear(text: string, rest: Rest): FoundDialects['isUnclear'] {
  const splitting = common
    .map((delimiter) => ({ dialect: { delimiter, ...rest } }))
    .map(({ dialect }) => ({ dialect, width: countFields(text, dialect) }))
    .filter(({ dialect, width }) => width > 1 && isFit(text, dialect, 2, width));
  const most = Math.max(...splitting.map(({ width }) => width));
  const widest = splitting.filter(({ width }) => width === most);
  if (splitting.length < 2) return 'no';
  const areSure = widest.map(({ dialect, width }) => {
    const { records } = cutRecords(text, dialect, Infinity);
    const rows = records.filter(({ kind }) => kind === 'record').length;
    return rows > 1 && isEven(text, dialect, Infinity, width);
  });
  const isWidestOfAll = common.every(
    (delimiter) => countFields(text, { delimiter, ...rest, isStrict: false }) <= most,
  );
  const isSure = isWidestOfAll && widest.length > 1 && areSure.every((isSure) => isSure);
  return isSure ? 'yes' : 'perhaps';
}

/** The docs do not say how many records are the first ones. */
function isEven(text: string, dialect: Dialect, count: number, width: number): boolean {
  const { records, fault } = cutRecords(text, dialect, count);
  const kept = records.filter(({ kind }) => kind === 'record');
  return fault === undefined && kept.every(({ fields }) => fields.length === width);
}

/** Nor whether the empty fields count that are let through, or a fault further below. */
function isFit(text: string, dialect: Dialect, count: number, width: number): boolean {
  const { records, fault } = cutRecords(text, dialect, count);
  const kept = records.filter(({ kind }) => kind === 'record');
  const areFit = kept.every(
    ({ fields }) => fields.length >= width && fields.slice(width).every((field) => field === ''),
  );
  return areFit && (fault === undefined || kept.length > 1);
}
