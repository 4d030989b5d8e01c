// Says in words what a reading reads, and what it leaves out.
import { shownNumber } from '../../../limits.ts';
import type { Fault } from '../../shared/faulty-file.ts';
import { shownLines } from '../rewrite/altered-records.ts';
import type { FoundReading } from './find-readings.ts';
import { footerLines } from './footer.ts';
import { lettersIn } from './plausible-encodings.ts';
import type { WholeReading } from './try-reading.ts';

export interface ReadingFacts {
  readonly found: FoundReading;
  /** Of each file. */
  readonly wholes: readonly WholeReading[];
  readonly fault: Fault;
  /** Whose records these are; undefined: of all files. */
  readonly scope?: string;
}

export function describeWhole(wholes: readonly WholeReading[], scope = scopeOf(wholes)): string {
  const records = sumOf(wholes, (whole) => whole.records);
  if (records === 0) return `This reads no record${scope}`;
  const isAll = records !== 1 && wholes.every(({ leftOut }) => !leftOut?.records);
  return `This reads ${isAll ? 'all ' : ''}${count(records, 'record')}${scope}`;
}

function scopeOf({ length }: readonly WholeReading[]): string {
  return length === 1 ? '' : ` of the ${shownNumber(length)} files`;
}

export function describeReading(facts: ReadingFacts): string {
  return `${describeWhole(facts.wholes, facts.scope)}${skipped(facts)}${filled(facts)}${withoutSome(facts)}${withoutValue(facts)}${decoded(facts)}`;
}

/** Of records that are left out, all after the last one that is read. */
export function footerOf({ leftOut, lastLine }: WholeReading): number | null {
  const line = leftOut?.places[0]?.line;
  const isAtEnd = line !== undefined && lastLine !== null && line > lastLine;
  return isAtEnd && leftOut?.places.every(({ kind }) => kind === 'too-few-fields') ? line : null;
}

/** Empty where it was not seen. */
export function textOfLine(line: number, head: string, fault: Fault | null): string {
  const lines = head.split(/\r\n|\r|\n/);
  if (line < lines.length) return lines[line - 1] ?? '';
  return fault?.line === line ? (footerLines(fault.ahead)[0] ?? '') : '';
}

function skipped({ found, wholes: [whole] }: ReadingFacts): string {
  if (found.changes.skip === undefined || whole === undefined) return '';
  const { skippedLines, hasHeader } = whole.reading.dialect;
  return hasHeader
    ? `, with the header in line ${skippedLines + 1}`
    : ` from line ${skippedLines + 1} on`;
}

function filled({ wholes }: ReadingFacts): string {
  const records = sumOf(wholes, ({ filledUp }) => filledUp?.records ?? 0);
  const [{ filledUp = null } = {}] = wholes;
  if (records === 0) return '';
  const at = wholes.length === 1 && filledUp !== null ? `, at ${shownLines(filledUp)}` : '';
  return `, with ${count(records, 'short record')} filled up with NULL${at}`;
}

function withoutSome({ found, wholes, fault }: ReadingFacts): string {
  const part = wholes.find(({ leftOut }) => leftOut !== null && leftOut.records > 0);
  if (part?.leftOut == null) return '';
  const { leftOut, reading } = part;
  const isList = 'skip' in found.changes || 'null_padding' in found.changes;
  const leavesOut = `${isList ? ', and' : ' and'} leaves out`;
  if (wholes.length > 1) {
    const records = sumOf(wholes, (whole) => whole.leftOut?.records ?? 0);
    return `${leavesOut} ${count(records, 'record')}, the first at line ${leftOut.places[0]?.line} of '${reading.file.shownPath}'`;
  }
  const footer = footerOf(part);
  if (footer === null)
    return `${leavesOut} ${count(leftOut.records, 'record')}, at ${shownLines(leftOut)}`;
  const text = textOfLine(footer, found.trial.head, fault);
  const shown = text === '' ? '' : ` ('${shortened(text)}')`;
  return `${leavesOut} the footer, ${count(leftOut.lines, 'line')} from line ${footer} on${shown}`;
}

function withoutValue({ found: { changes } }: ReadingFacts): string {
  const texts = Array.isArray(changes.nullstr) ? changes.nullstr : [];
  const named = texts.map((text) => `'${text}'`).join(' and ');
  return texts.length === 0 ? '' : `, with ${named} for no value in every column`;
}

function sumOf(wholes: readonly WholeReading[], of: (whole: WholeReading) => number): number {
  return wholes.reduce((sum, whole) => sum + of(whole), 0);
}

/** Letters show whether the encoding is the right one. */
function decoded({ found }: ReadingFacts): string {
  if (found.changes.encoding === undefined) return '';
  const sample = lettersIn(found.trial.head);
  return sample === undefined ? '' : `, with letters as in '${sample}'`;
}

const maxShown = 60;

export function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function count(number: number, word: string): string {
  return `${shownNumber(number)} ${word}${number === 1 ? '' : 's'}`;
}
