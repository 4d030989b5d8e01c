// Tells whether a reading that succeeds is what the file means, and does not just get by with less.
import type { CleanRecord } from '../rewrite/clean-records.ts';
import { cutsFields } from './cut-fields.ts';
import { isWrapped } from './record-facts.ts';
import type { Changes } from './remedies.ts';
import type { Trial } from './try-reading.ts';

export interface Candidate {
  readonly changes: Changes;
  readonly trial: Trial;
}

export function isTrustworthy(candidate: Candidate): boolean {
  return rules.every((rule) => rule(candidate));
}

const commonDelimiters = [',', ';', '\t', '|'] as const;

type Rule = (candidate: Candidate) => boolean;

const structure = ['delim', 'quote', 'skip', 'strict_mode', 'null_padding', 'ignore_errors'];

const rules: readonly Rule[] = [
  ({ trial }) => trial.records > 0 || trial.reading.dialect.hasHeader,
  ({ trial }) => !trial.cutsLines && !trial.swallowsRecords,
  ({ changes, trial }) =>
    !structure.some((name) => name in changes) || !(trial.cutsFields || cutsHeader(trial)),
  // One column is read under any delimiter.
  ({ changes, trial }) =>
    !['delim', 'skip', 'ignore_errors'].some((name) => name in changes) ||
    trial.reading.columns.length > 1,
  ({ changes, trial: { records, wrapped } }) =>
    changes.quote === undefined || wrapped * 10 <= records,
  // Quotes that are text are those of all records, or there is one that is not closed.
  ({ changes, trial: { reading, leftOut, filledUp } }) =>
    changes.quote !== '' ||
    (leftOut.records === 0 && filledUp === 0 && !reading.fields.some(isWrapped)),
  ({ changes, trial: { records, filledUp, breaksRecords } }) =>
    changes.null_padding === undefined || (filledUp * 2 <= records && !breaksRecords),
  ({ trial: { leftOut, records } }) => leavesOutFew(leftOut.records, records),
  ({ changes, trial }) => !('skip' in changes) || skipsPreamble(trial),
];

function cutsHeader({ reading: { fields } }: Trial): boolean {
  return cutsFields({ fields: fields.map((text) => ({ text, isQuoted: false })) });
}

const fewRecords = 5;
const fewShare = 0.01;

export function leavesOutFew(leftOut: number, records: number): boolean {
  return (
    leftOut === 0 || (leftOut <= records && leftOut <= Math.max(fewRecords, records * fewShare))
  );
}

/**
 * Lines that are left out must not be records or the header: all are narrower or wider than the table, and either
 * they are single texts, or an empty line or values below the new header show where the table begins.
 */
function skipsPreamble({ reading, head, options, records, firstRecords }: Trial): boolean {
  const { dialect, columns } = reading;
  if (!dialect.hasHeader && !reading.isHeaderGuessed && options.header === undefined) return false;
  const lines = preambleLines(head, reading.startCharacters);
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(dialect.delimiter));
  if (records === 0 && widths.length > 0) return false;
  if (hasRecords(lines, columns.length) || hasTable(lines)) return false;
  if (lines.some(areNames) && !reading.fields.every(isName)) return false;
  if (dialect.hasHeader && isMostlyEmpty(reading.fields)) return false;
  const isOther = widths.every((fields) => trimmedLength(fields) !== columns.length);
  const areTexts = widths.every((fields) => trimmedLength(fields) <= 1);
  const endsEmpty = /^[\s,;\t|]*$/.test(lines.at(-1) ?? '');
  return (
    isOther &&
    ((areTexts && columns.length > 2) ||
      endsEmpty ||
      isAboveValues(reading.fields, firstRecords[0]))
  );
}

/** Two lines in a row have as many fields as the table or more: a table themselves. */
function hasRecords(lines: readonly string[], columns: number): boolean {
  const least = Math.max(2, columns);
  return commonDelimiters.some((mark) => {
    const widths = lines.map((line) => trimmedLength(line.split(mark)));
    return widths.some((width, at) => width >= least && width === widths[at + 1]);
  });
}

/** Names above as many numbers or dates. */
function hasTable(lines: readonly string[]): boolean {
  return commonDelimiters.some((mark) => {
    const rows = lines.map((line) => line.split(mark));
    return rows.some((names, at) => {
      const values = rows[at + 1] ?? [];
      return (
        names.length > 1 &&
        values.length === names.length &&
        names.every((name) => /^[^\d\s]\D*$/.test(name)) &&
        values.every((value) => number.test(value))
      );
    });
  });
}

function areNames(line: string): boolean {
  return commonDelimiters.some((mark) => {
    const fields = line.split(mark);
    return trimmedLength(fields) > 1 && fields.every(isName);
  });
}

/** Or empty. */
function isName(text: string): boolean {
  return /^(?:"[^"]*"|[^\d\s"{}[\]:][^"{}[\]:]*|)$/.test(text);
}

function isMostlyEmpty(fields: readonly string[]): boolean {
  return fields.filter((field) => field.trim() === '').length * 2 > fields.length;
}

/** Exported reports fill up titles with delimiters. */
export function trimmedLength(fields: readonly string[]): number {
  return fields.findLastIndex((field) => field.replaceAll('"', '').trim() !== '') + 1;
}

export function preambleLines(head: string, start: number): string[] {
  const lines = head.slice(0, start).split(/\r\n|\r|\n/);
  return lines.slice(0, -1);
}

const number = /^"?[+-]?[\d.,' ]*\d%?"?$|^"?\d{1,4}[./-]\d\d?[./-]\d{1,4}/;

export function isNumberOrDate(text: string): boolean {
  return number.test(text);
}

/** A name without digits stands above a number or a date. */
function isAboveValues(names: readonly string[], row: CleanRecord | undefined): boolean {
  return names.some((name, at) => /^\D+$/.test(name) && number.test(row?.fields[at]?.text ?? ''));
}
