// Tells a header from data and names columns, by the rules of docs/csv-files.md.
import { isDateOrTime, isNumber, isPoint } from './independent-types.ts';

/** `either`: the docs do not decide between names, data and a refusal. */
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
  if (!hasNames && header.every(isText)) return 'names';
  const columns = header.map((name, at) => ({
    name,
    values: rows.map((row) => row[at] ?? null).filter((value) => value !== null),
  }));
  const isTextAbove = columns.some(
    ({ name, values }) => name !== '' && isText(name) && isNumbersOrTimes(values),
  );
  const mayBeTextAbove = columns.some(
    ({ name, values }) => !isNumberOrTime(name) && values.some((value) => !isText(value)),
  );
  const certain = header.filter(isNumberOrTime);
  const isTwice = new Set(certain).size < certain.length;
  const isOfItsKind = columns.some(({ name, values }) =>
    [isDateOrTime, isPoint].some((isKind) => isKind(name) && isAll(values, isKind)),
  );
  const isDataLike = isTwice || isOfItsKind;
  const isCertain = header.every((name) => isText(name) || isNumberOrTime(name));
  if (isTextAbove) return isDataLike || !isCertain ? 'either' : 'names';
  return isDataLike && !mayBeTextAbove ? 'data' : 'either';
}

/** A boolean, a UUID or a date with a name in it: the docs do not list how dates may be written. */
function isPerhapsValue(text: string): boolean {
  return (
    /^(?:true|false)$/i.test(text) ||
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
