// Tells a header from data and names columns, by the rules of docs/csv-files.md.
import { isDateOrTime, isNumber } from './independent-types.ts';

/** `either`: the docs do not decide. */
export type HeaderKind = 'names' | 'data' | 'either';

type Cell = string | null;

export interface HeaderQuestion {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** The question gives names, so text above text may be data too. */
  readonly hasNames: boolean;
}

export function headerKind({ header, rows, hasNames }: HeaderQuestion): HeaderKind {
  if (header.some(isPerhapsValue)) return 'either';
  const isClear = header.every((name) => name === '' || isText(name) || isNumberOrTime(name));
  const columns = header.map((name, at) => ({
    name,
    values: rows.map((row) => row[at] ?? null).filter((value) => value !== null && !isMark(value)),
  })) as readonly { readonly name: string; readonly values: readonly string[] }[];
  const below = (is: (text: string) => boolean, areValues: (texts: readonly string[]) => boolean) =>
    columns.some(({ name, values }) => name !== '' && is(name) && areValues(values));
  if (rows.length === 0) return header.every(isText) && !hasNames ? 'names' : 'either';
  if (below(isDateOrTime, (values) => isAll(values, isDateOrTime))) return 'data';
  const mayBeName = (text: string) => !isNumberOrTime(text);
  const areMixed = (values: readonly string[]) => values.some((value) => !isText(value));
  if (below(isText, isNumbersOrTimes)) return isClear ? 'names' : 'either';
  if (below(mayBeName, areMixed) || below(isDateOrTime, areMixed) || !isClear) return 'either';
  if (below(isNumber, (values) => isAll(values, isNumber))) {
    return mayBeCounted(header.filter(isNumber)) ? 'either' : 'data';
  }
  if (hasNames) return header.some(isNumber) ? 'either' : 'data';
  return header.every(isText) ? 'names' : 'either';
}

/** Years, or numbers that follow on one another. */
function mayBeCounted(numbers: readonly string[]): boolean {
  const areYears = numbers.every((text) => /^\d{4}$/.test(text));
  return areYears || numbers.every((text, at) => Number(text) === Number(numbers[0]) + at);
}

/** That the docs count as an empty field. */
function isMark(text: string): boolean {
  return ['NA', 'N/A', 'n/a', 'NULL', 'null', 'None', 'nan', 'NaN', '-', '?', '.', '\\N'].includes(
    text,
  );
}

/** A boolean, a UUID, an address, or a date with a name in it: the docs do not list how dates may be written. */
function isPerhapsValue(text: string): boolean {
  return (
    isMark(text) ||
    /^(?:true|false)$/i.test(text) ||
    /@|:\/\/|\d\.\d+\.\d+\.\d/.test(text) ||
    /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text) ||
    /^(?=.*\d).*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(text)
  );
}

function isAll(values: readonly string[], isKind: (text: string) => boolean): boolean {
  return values.length > 0 && values.every(isKind);
}

function isNumbersOrTimes(values: readonly string[]): boolean {
  return isAll(values, isNumber) || isAll(values, isDateOrTime);
}

function isNumberOrTime(text: string): boolean {
  return isNumber(text) || isDateOrTime(text);
}

/** Surely no number, date or time. */
export function isText(text: string): boolean {
  return !/\d/.test(text) || /^[\p{L}_]/u.test(text);
}

export function namesOf(header: readonly string[]): string[] {
  const inHeader = new Set(header.map((name) => name.toLowerCase()));
  const used = new Set<string>();
  return header.map((cell, index) => {
    const wish = cell === '' ? `column${index}` : cell;
    const isMadeUp = cell === '';
    const isFree = (name: string, made: boolean) =>
      !used.has(name.toLowerCase()) && !(made && inHeader.has(name.toLowerCase()));
    let name = wish;
    for (let number = 1; !isFree(name, isMadeUp || number > 1); number++)
      name = `${wish}_${number}`;
    used.add(name.toLowerCase());
    return name;
  });
}
