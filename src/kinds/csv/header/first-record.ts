// Tells whether the first record of a file names the columns or is data, from its fields and those below them.
import { meansNoValue } from './missing-value.ts';

export interface FirstRecordEvidence {
  readonly fields: readonly string[];
  /** The records after it, as far as they were read. */
  readonly rows: readonly (readonly string[])[];
  /** Column names that the call gave. */
  readonly givenNames: readonly string[] | null;
  /** Whether a text fits the type that the call gave the column; null: it gave none. */
  readonly fits: readonly (((text: string) => boolean) | null)[];
  /** Texts that stand for no value, besides the usual ones. */
  readonly nullTexts?: readonly string[];
}

export interface FirstRecordRole {
  readonly isNames: boolean;
  /** It may be the other as well, and a warning has to say so. */
  readonly isGuess: boolean;
}

/**
 * 1. A date, a time, `true` or a UUID above nothing but such values is data.
 * 2. A text above nothing but numbers, dates or times is a name.
 * 3. Numbers that count up, or years above other numbers, are names. Any other number above numbers is data, and so is
 *    an address above addresses and a line of a log.
 * 4. Any other record is names, or data where the call gives the names.
 * 5. It is a guess where two rules say different things, and where rule 3 alone or rule 4 with given names decides.
 */
export function roleOfFirstRecord(evidence: FirstRecordEvidence): FirstRecordRole {
  const { fields, givenNames, fits, rows } = evidence;
  if (givenNames !== null && isSame(fields, givenNames)) return names();
  if (fields.some((field, at) => field !== '' && fits[at]?.(field) === false)) return names();
  const columns = fields.map((_, position) => columnBelow(position, evidence));
  const own = columns.filter(isOwnKind).map(({ kind }) => kind);
  const isNamed = columns.some(isTextAboveValues);
  const isAlone = rows.length === 0;
  if (own.some((kind) => neverNames.has(kind))) {
    return data(isNamed || (isAlone && columns.some(({ kind }) => kind === 'text')));
  }
  const isRepeated = repeatsValue(columns);
  if (isNamed) return names(isRepeated || own.some((kind) => kind !== 'whole'));
  if (own.some((kind) => rarelyNames.has(kind))) return data(givenNames === null);
  if (!isRepeated && own.length === 0) return givenNames === null ? names() : data(true);
  const isOfNumbers = columns.every(({ kind }) => kind === 'whole' || kind === 'decimal');
  if (areCounted(columns, rows)) return names(isOfNumbers || isAlone);
  if (areYears(columns, rows)) return names(true);
  return data(givenNames === null && !(isRepeated && isOfNumbers));
}

const names = (isGuess = false): FirstRecordRole => ({ isNames: true, isGuess });
const data = (isGuess = false): FirstRecordRole => ({ isNames: false, isGuess });

type Kind =
  | 'text'
  | 'whole'
  | 'decimal'
  | 'date'
  | 'time'
  | 'boolean'
  | 'uuid'
  | 'mail'
  | 'page'
  | 'host'
  | 'moment';

const neverNames: ReadonlySet<Kind> = new Set(['date', 'time', 'boolean', 'uuid']);
const rarelyNames: ReadonlySet<Kind> = new Set(['mail', 'page', 'host', 'moment']);
const isValue: ReadonlySet<Kind> = new Set(['whole', 'decimal', 'date', 'time']);

const days = 'mon|tue|wed|thu|fri|sat|sun';
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['whole', /^[+-]?\d+$/],
  ['whole', /^[+-]?\d{1,3}(['\u00a0\u202f ])\d{3}(?:\1\d{3})*$/],
  ['decimal', /^[+-]?(?:\d*[.,]\d+|\d+(?:[.,]\d+)?e[+-]?\d+)$/i],
  ['decimal', /^[+-]?\d{1,3}([., '])\d{3}(?:\1\d{3})*[.,]\d+$/],
  ['date', /^\d{4}-\d\d?-\d\d?(?:[T ]\d\d?:\d\d.*)?$/],
  ['date', /^\d\d?([./-])\d\d?\1\d{4}(?: \d\d?:\d\d.*)?$/],
  ['date', /^\d{4}([./])\d\d?\1\d\d?(?: \d\d?:\d\d.*)?$/],
  ['date', /^\d\d?([./-])\d\d?\1\d\d(?: \d\d?:\d\d.*)?$/],
  [
    'date',
    new RegExp(`^(?:(?:${days})[a-z]*,? )?\\d\\d?[ -](?:${months})[a-z]*[ -](?:\\d\\d){1,2}$`, 'i'),
  ],
  ['date', new RegExp(`^(?:(?:${days})[a-z]*,? )?(?:${months})[a-z]* \\d\\d?,? \\d{4}$`, 'i')],
  ['boolean', /^(?:true|false)$/i],
  ['uuid', /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['time', /^\d\d?:\d\d(?::\d\d)? [ap]m$/i],
  ['time', /^\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?$/],
  ['mail', /^<?[^\s@]+@[^\s@]+\.[a-z]{2,}>?$/i],
  ['page', /^https?:\/\/\S+$/i],
  // Of a line of a log, the start or any part.
  ['host', /^\W?\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/],
  ['moment', /\d[-/.T ](?:\d+|[A-Z][a-z]{2})[-/.]\d+[T :]\d\d?:\d\d:\d\d/],
];

function kindOf(field: string): Kind {
  const text = field.trim();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

interface Column {
  /** In the first record. */
  readonly field: string;
  /** Null: the field is no value. */
  readonly kind: Kind | null;
  /** Those below it. */
  readonly values: readonly string[];
  /** Of all values, whole numbers counted as decimals; null where they differ or there are none. */
  readonly valueKind: Kind | null;
}

/** A record that stands alone is compared with itself. */
function columnBelow(
  position: number,
  { fields, rows, nullTexts = [] }: FirstRecordEvidence,
): Column {
  const isOne = (text: string) => !meansNoValue(text) && !nullTexts.includes(text);
  const field = fields[position] ?? '';
  const values = rows.map((row) => row[position] ?? '').filter(isOne);
  const compared = rows.length === 0 ? [field] : values;
  const kinds = new Set(compared.map((value) => asNumber(kindOf(value))));
  const [valueKind = null] = kinds.size === 1 ? kinds : [];
  return { field, kind: isOne(field) ? kindOf(field) : null, values, valueKind };
}

function asNumber(kind: Kind): Kind {
  return kind === 'whole' ? 'decimal' : kind;
}

/** A text above `true` may be one more of other texts. */
function isTextAboveValues({ kind, valueKind }: Column): boolean {
  return kind === 'text' && valueKind !== null && isValue.has(valueKind);
}

function isOwnKind(column: Column): column is Column & { readonly kind: Kind } {
  const { kind, valueKind } = column;
  return kind !== null && kind !== 'text' && asNumber(kind) === valueKind;
}

/** Names differ; values need not. */
function repeatsValue(columns: readonly Column[]): boolean {
  const values = columns.filter(({ kind }) => kind !== null && kind !== 'text');
  return new Set(values.map(({ field }) => field)).size < values.length;
}

const fewestCounted = 3;

/** Each is one more than the one before it, and those of a record below are not. */
function areCounted(columns: readonly Column[], rows: FirstRecordEvidence['rows']): boolean {
  const places = [...columns.keys()].filter((at) => isNumber(columns[at]));
  const countUp = (record: readonly string[]) =>
    places.every((place, at) => {
      const before = places[at - 1];
      return before === undefined || Number(record[place]) === Number(record[before]) + 1;
    });
  const fields = columns.map(({ field }) => field);
  const isOne =
    places.length >= fewestCounted &&
    places.every((at) => columns[at]?.kind === 'whole') &&
    countUp(fields);
  return isOne && (rows.length === 0 || !rows.every(countUp));
}

const year = /^(?:1[5-9]|2[01])\d\d$/;

/** Of a table with a column for each year. */
function areYears(columns: readonly Column[], rows: FirstRecordEvidence['rows']): boolean {
  const numbers = columns.filter(isNumber);
  const hasOthers = numbers.some(({ values }) => values.some((value) => !year.test(value)));
  return (
    columns.length > 1 &&
    numbers.every(({ field }) => year.test(field)) &&
    (hasOthers || rows.length === 0)
  );
}

function isNumber(column: Column | undefined): boolean {
  return column?.kind === 'whole' || column?.kind === 'decimal';
}

function isSame(fields: readonly string[], names: readonly string[]): boolean {
  const isShorter = fields.length < names.length;
  return !isShorter && names.every((name, at) => name.toLowerCase() === fields[at]?.toLowerCase());
}
