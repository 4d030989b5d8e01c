// Tells whether the first record of a file names the columns or is data, from its fields and those below them.

export interface FirstRecordEvidence {
  readonly fields: readonly string[];
  /** The records after it, as far as they were read. */
  readonly rows: readonly (readonly string[])[];
  /** Column names that the call gave. */
  readonly givenNames: readonly string[] | null;
  /** Whether a text fits the type that the call gave the column; null: it gave none. */
  readonly fits: readonly (((text: string) => boolean) | null)[];
}

export type FirstRecordRole = 'names' | 'data' | 'unclear';

/** `unclear`: whichever it was taken for, a row or the names could be lost. */
export function roleOfFirstRecord(evidence: FirstRecordEvidence): FirstRecordRole {
  const { fields, givenNames, fits } = evidence;
  if (givenNames !== null && isSame(fields, givenNames)) return 'names';
  if (fields.some((field, position) => field !== '' && fits[position]?.(field) === false)) {
    return 'names';
  }
  const columns = fields.map((field, position) => columnBelow(field, position, evidence.rows));
  const isData = repeatsValue(fields) || columns.some(isOwnKind);
  if (columns.some(isTextAboveValues)) return isData ? 'unclear' : 'names';
  if (isData) return 'data';
  if (evidence.rows.length === 0 && givenNames === null) return roleOfOnlyRecord(fields);
  const holdsNumbers = columns.some(isNumberAboveNumbers) && !areYears(columns);
  return holdsNumbers || givenNames !== null ? 'unclear' : 'names';
}

type Kind = 'text' | 'whole' | 'decimal' | 'date' | 'time' | 'boolean' | 'uuid';

const days = 'mon|tue|wed|thu|fri|sat|sun';
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const wordKinds: readonly Kind[] = ['text', 'boolean', 'uuid'];

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
];

function kindOf(field: string): Kind {
  const text = field.trim();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}

interface Column {
  /** In the first record. */
  readonly field: string;
  readonly kind: Kind | null;
  /** Those below it that are not empty. */
  readonly values: readonly string[];
  /** Of all values, whole numbers counted as decimals; null where they differ or there are none. */
  readonly valueKind: Kind | null;
}

function columnBelow(
  field: string,
  position: number,
  rows: readonly (readonly string[])[],
): Column {
  const values = rows.map((row) => row[position] ?? '').filter((value) => value !== '');
  const kinds = new Set(values.map((value) => asNumber(kindOf(value))));
  const [valueKind = null] = kinds.size === 1 ? kinds : [];
  return { field, kind: field === '' ? null : kindOf(field), values, valueKind };
}

function asNumber(kind: Kind): Kind {
  return kind === 'whole' ? 'decimal' : kind;
}

/** A text above booleans may be one more of other texts. */
function isTextAboveValues({ kind, valueKind }: Column): boolean {
  return kind === 'text' && valueKind !== null && !wordKinds.includes(valueKind);
}

function isOwnKind({ kind, valueKind }: Column): boolean {
  return kind !== null && kind !== 'text' && kind !== 'whole' && kind === valueKind;
}

function isNumberAboveNumbers({ kind, valueKind }: Column): boolean {
  return kind === 'whole' && valueKind === 'decimal';
}

/** Names differ; values need not. */
function repeatsValue(fields: readonly string[]): boolean {
  const values = fields.filter((field) => field !== '' && kindOf(field) !== 'text');
  return new Set(values).size < values.length;
}

const year = /^(?:1[5-9]|2[01])\d\d$/;

/** Of a table with a column for each year. */
function areYears(columns: readonly Column[]): boolean {
  const numbers = columns.filter(({ kind }) => kind === 'whole');
  const areAllYears = numbers.every(({ field }) => year.test(field));
  return areAllYears && numbers.some(({ values }) => values.some((value) => !year.test(value)));
}

function roleOfOnlyRecord(fields: readonly string[]): FirstRecordRole {
  const kinds = fields.map((field) => (field === '' ? null : kindOf(field)));
  if (kinds.every((kind) => kind === null || kind === 'text')) return 'names';
  const areValues = kinds.every((kind) => kind !== null && kind !== 'text');
  if (areValues && kinds.some((kind) => kind !== 'whole')) return 'data';
  return fields.every((field) => year.test(field) || kindOf(field) === 'text')
    ? 'names'
    : 'unclear';
}

function isSame(fields: readonly string[], names: readonly string[]): boolean {
  const isShorter = fields.length < names.length;
  return !isShorter && names.every((name, at) => name.toLowerCase() === fields[at]?.toLowerCase());
}
