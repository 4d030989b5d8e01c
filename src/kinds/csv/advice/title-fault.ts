// Finds a title that stands in the place of the column names, so that the table below it is read wrongly.
import type { Fault } from '../../shared/faulty-file.ts';
import type { CleanRecord } from '../rewrite/clean-records.ts';
import { RecordReader } from '../rewrite/read-record.ts';
import { isNumberOrDate, trimmedLength } from './trustworthy.ts';
import type { Trial } from './try-reading.ts';

/** Null: the first record may be what it is taken for. */
export function faultOfTitle(trial: Trial): Fault | null {
  const { reading, head, records } = trial;
  if (records < 2 || !(isTableInOneColumn(trial) || isPaddedTitle(trial))) return null;
  const line = 2 + reading.dialect.skippedLines;
  return { kind: 'too-many-fields', line, ahead: head.slice(reading.startCharacters) };
}

const commonDelimiters = [',', ';', '\t', '|'] as const;
const recordsLookedAt = 100;

function isTableInOneColumn(trial: Trial): boolean {
  if (trial.reading.columns.length > 1) return false;
  return commonDelimiters.some((mark) => {
    const widths = widthsUnder(mark, trial);
    const most = Math.max(...widths);
    return most > 1 && widths.filter((width) => width === most).length > widths.length / 2;
  });
}

/** Of the first records, up to one with a fault. */
function widthsUnder(delimiter: string, { reading, head }: Trial): number[] {
  const { quote, escapedBy, comment, isStrict } = reading.dialect;
  const syntax = { delimiter, quote, escapedBy, comment, isStrict };
  const reader = new RecordReader({ ...syntax, lineEnd: 'any', quotedLimit: null });
  const widths: number[] = [];
  for (let at = reading.startCharacters; at < head.length && widths.length < recordsLookedAt; ) {
    const record = reader.read(head, at, true);
    if (record === null || record.fault !== null) break;
    const isBlank = record.fields.every(({ text }) => text.trim() === '');
    if (record.kind === 'record' && !isBlank) widths.push(record.fields.length);
    at = record.end;
  }
  return widths;
}

const mostTitleRecords = 30;

/** `Report;;` as spreadsheets write it, above a record of names that an empty one or the values below it show. */
function isPaddedTitle({ reading, firstRecords }: Trial): boolean {
  const { dialect, fields } = reading;
  if (!dialect.hasHeader || fields.length < 2 || !mayBeTitle(reading)) return false;
  const at = firstRecords.findIndex((record) => trimmedLength(textsOf(record)) === fields.length);
  if (at === -1 || at > mostTitleRecords) return false;
  const [names, ...rows] = firstRecords.slice(at).map(textsOf);
  if (names === undefined || rows.length === 0 || !areNames(names)) return false;
  const before = at === 0 ? fields : textsOf(firstRecords[at - 1] as CleanRecord);
  return trimmedLength(before) === 0 || names.some((name, column) => isAbove(name, column, rows));
}

/** Below a title there may be facts, of several fields. */
function mayBeTitle({ fields, dialect }: Trial['reading']): boolean {
  const length = trimmedLength(fields);
  return length === 1 || (dialect.skippedLines > 0 && length < fields.length);
}

function textsOf({ fields }: CleanRecord): string[] {
  return fields.map((field) => field?.text ?? '');
}

function areNames(texts: readonly string[]): boolean {
  const names = new Set(texts.map((text) => text.trim().toLowerCase()));
  return names.size === texts.length && texts.every((text) => /\p{L}/u.test(text));
}

/** A name without digits above nothing but numbers or dates. */
function isAbove(name: string, column: number, rows: readonly (readonly string[])[]): boolean {
  const values = rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
  return /^\D+$/.test(name) && values.length > 0 && values.every(isNumberOrDate);
}
