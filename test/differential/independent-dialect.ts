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

/** Several where the docs leave open which it is. */
export function dialectsOf(text: string, skipped: number, options: ReadOptions): FoundDialect[] {
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
  const delimiters =
    given === undefined ? likelyDelimiters(startOfRecords(text.slice(start), rest), rest) : [given];
  return delimiters.map((delimiter) => ({ dialect: { delimiter, ...rest }, start }));
}

type Rest = Omit<Dialect, 'delimiter'>;

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
  const widths = [',', '\t', ';', '|'].map((delimiter) => ({
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
