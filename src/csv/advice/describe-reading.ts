// Says in words what a reading reads, and what it leaves out.
import type { Fault } from '../faulty-file.ts';
import type { FoundReading } from './find-readings.ts';
import { footerLines } from './footer.ts';
import { lettersIn } from './plausible-encodings.ts';
import type { WholeReading } from './try-reading.ts';

export interface ReadingFacts {
  readonly found: FoundReading;
  readonly whole: WholeReading;
  readonly fault: Fault;
}

export function describeWhole({ records, leftOut }: WholeReading): string {
  const isAll = records !== 1 && (leftOut === null || leftOut.records === 0);
  const all = isAll ? 'all ' : '';
  return `This reads ${all}${count(records, 'record')}`;
}

export function describeReading(facts: ReadingFacts): string {
  return `${describeWhole(facts.whole)}${skipped(facts)}${filled(facts)}${withoutSome(facts)}${decoded(facts)}`;
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

function skipped({ found, whole }: ReadingFacts): string {
  if (found.changes.skip === undefined) return '';
  const { skippedLines, hasHeader } = whole.reading.dialect;
  return hasHeader
    ? `, with the header in line ${skippedLines + 1}`
    : ` from line ${skippedLines + 1} on`;
}

function filled({ found }: ReadingFacts): string {
  return found.changes.null_padding === undefined ? '' : ', short ones filled up with NULL';
}

function withoutSome({ found, whole, fault }: ReadingFacts): string {
  const { leftOut } = whole;
  if (leftOut === null || leftOut.records === 0) return '';
  const footer = footerOf(whole);
  const isList = 'skip' in found.changes || 'null_padding' in found.changes;
  const and = isList ? ', and' : ' and';
  if (footer !== null) {
    const text = textOfLine(footer, found.trial.head, fault);
    const shown = text === '' ? '' : ` ('${shortened(text)}')`;
    return `${and} leaves out the footer, ${count(leftOut.lines, 'line')} from line ${footer} on${shown}`;
  }
  const lines = leftOut.places.map(({ line }) => line).join(', ');
  const more = leftOut.records > leftOut.places.length ? ', …' : '';
  return `${and} leaves out ${count(leftOut.records, 'record')}, at ${leftOut.places.length === 1 ? 'line' : 'lines'} ${lines}${more}`;
}

/** Letters show whether the encoding is the right one. */
function decoded({ found }: ReadingFacts): string {
  if (found.changes.encoding === undefined) return '';
  const sample = lettersIn(found.trial.head);
  return sample === undefined ? '' : `, with letters as in '${sample}'`;
}

const maxShown = 60;

function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function count(number: number, word: string): string {
  return `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
}
