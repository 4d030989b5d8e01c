// Tells how a file is written and which call reads it, with what stands in the file for it.
import { shownNumber } from '../../../limits.ts';
import type { SniffedColumn, SniffedLine, SniffReport } from '../../../query/sniff-report.ts';
import { type Fault, FaultyFile } from '../../shared/faulty-file.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import { everyType, narrowestType } from '../../shared/types/column-types.ts';
import {
  describeReading,
  describeWhole,
  footerOf,
  textOfLine,
} from '../advice/describe-reading.ts';
import { withChanges } from '../advice/find-readings.ts';
import { headerGuess } from '../advice/header-warning.ts';
import { readCall } from '../advice/read-call.ts';
import { readSample } from '../advice/read-sample.ts';
import { findSuggestion, withHeader, withSuggestion } from '../advice/suggest-reading.ts';
import { faultOfTitle } from '../advice/title-fault.ts';
import { preambleLines } from '../advice/trustworthy.ts';
import { tryHeads } from '../advice/try-on-table.ts';
import { type Trial, tryOnSample, tryOnWhole, type WholeReading } from '../advice/try-reading.ts';
import type { GivenOptions } from '../read-options.ts';
import type { LineEnd } from '../records/record-scanner.ts';
import type { FoundNotation } from './column-notation.ts';
import { type FollowedColumns, followColumns } from './follow-columns.ts';
import { typeColumns } from './type-columns.ts';

/** Rejects as `openCsvTable` does where no options were found that read the file. */
export async function sniffFile(file: SourceFile, signal?: AbortSignal): Promise<SniffReport> {
  const sniffed = await withBothHeaders(await readSomehow(file, signal), file, signal);
  const { given, whole, trial } = sniffed;
  const columns = await columnsOf(sniffed, signal);
  const typed = await typeColumns({ file, given, columns, records: whole.records, signal });
  const { reading } = whole;
  const { delimiter, quote, escapedBy, encoding } = reading.dialect;
  return {
    path: file.shownPath,
    call: readCall(file.shownPath, given),
    records: whole.records,
    problem: sniffed.problem,
    summary: sniffed.summary,
    ...{ delimiter, quote, escape: escapedBy, encoding },
    lineEnd: lineEndNames[reading.lineEnd],
    compression: reading.compression,
    otherCall: sniffed.otherCall,
    header: headerOf(whole, trial),
    preamble: preambleLines(trial.head, reading.startCharacters).map((text, at) => ({
      line: at + 1,
      text: shortened(text),
    })),
    footer: footerLine(sniffed),
    columns: columns.map(({ notation, ...column }) => ({
      ...column,
      notation: notation?.words ?? null,
    })),
    typedCall: typed.given && readCall(file.shownPath, typed.given),
    typedProblem: typed.problem,
  };
}

const lineEndNames: Readonly<Record<LineEnd, SniffReport['lineEnd']>> = {
  '\n': 'LF',
  '\r\n': 'CRLF',
  '\r': 'CR',
};

interface Sniffed {
  readonly given: GivenOptions;
  readonly whole: WholeReading;
  readonly trial: Trial;
  readonly problem: string | null;
  readonly summary: string;
  readonly otherCall: string | null;
  readonly fault: Fault | null;
}

async function readSomehow(file: SourceFile, signal: AbortSignal | undefined): Promise<Sniffed> {
  const given: GivenOptions = new Map();
  try {
    const whole = await tryOnWhole({ file, given, infersTypes: true, signal });
    const sample = await readSample({ file }, given, signal);
    const trial = tryOnSample(sample, given) as Trial;
    const summary = describeWhole([whole]);
    const asIs: Sniffed = {
      ...{ given, whole, trial, summary },
      ...{ problem: null, otherCall: null, fault: null },
    };
    return (await readBelowTitle(file, trial, signal)) ?? asIs;
  } catch (error) {
    if (!(error instanceof FaultyFile)) throw error;
    const other = await readOtherwise(error, signal);
    if (other !== null) return other;
    const table = { files: [file], written: [file.shownPath] };
    throw await withSuggestion({ error, table, given, signal });
  }
}

async function readBelowTitle(
  file: SourceFile,
  trial: Trial,
  signal: AbortSignal | undefined,
): Promise<Sniffed | null> {
  const fault = faultOfTitle(trial);
  if (fault === null) return null;
  const words =
    trial.reading.columns.length === 1
      ? ': its first line has no delimiter, so that it is read as one column'
      : ': its first line is a title, filled up with delimiters, and read as the names of the columns';
  const found = await readOtherwise(new FaultyFile(file, fault, words), signal);
  const isOther = found?.whole.reading.columns.length !== trial.reading.columns.length;
  return trial.reading.columns.length > 1 && isOther ? null : found;
}

async function readOtherwise(
  error: FaultyFile,
  signal: AbortSignal | undefined,
): Promise<Sniffed | null> {
  const suggestion = await findSuggestion({ error, given: null, signal, infersTypes: true });
  if (suggestion === null) return null;
  const { found, whole } = suggestion;
  const { fault, message: problem } = error;
  const { given, trial } = found;
  const summary = describeReading({ found, wholes: [whole], fault });
  return { given, whole, trial, problem, summary, otherCall: null, fault };
}

/** Where it was guessed whether the first record holds names or data: the call says it, and another one the contrary. */
async function withBothHeaders(
  sniffed: Sniffed,
  file: SourceFile,
  signal: AbortSignal | undefined,
): Promise<Sniffed> {
  const { reading } = sniffed.trial;
  const { hasHeader, skippedLines } = reading.dialect;
  if (!reading.isHeaderGuessed) return sniffed;
  const given = withChanges(sniffed.given, { header: hasHeader });
  const trial = { files: [file], written: [file.shownPath], given, changes: {}, signal };
  return {
    ...sniffed,
    given,
    problem: sniffed.problem ?? headerGuess([reading]),
    otherCall: await tryHeads(withHeader(trial, !hasHeader)),
    summary: `${sniffed.summary}, if line ${skippedLines + 1} holds ${hasHeader ? 'the names' : 'data'}`,
  };
}

function headerOf({ reading }: WholeReading, { head }: Trial): SniffReport['header'] {
  const { skippedLines, hasHeader } = reading.dialect;
  const [text = ''] = head.slice(reading.startCharacters).split(/\r\n|\r|\n/, 1);
  return { line: skippedLines + 1, text: shortened(text), isData: !hasHeader };
}

function footerLine({ whole, trial, fault }: Sniffed): SniffedLine | null {
  const line = footerOf(whole);
  if (line === null) return null;
  return { line, text: shortened(textOfLine(line, trial.head, fault)) };
}

interface NotedColumn extends Omit<SniffedColumn, 'notation'> {
  readonly notation: FoundNotation | null;
}

async function columnsOf(
  { whole, trial }: Sniffed,
  signal: AbortSignal | undefined,
): Promise<NotedColumn[]> {
  const types = whole.reading.columns.map((_, position) => whole.types[position] ?? everyType);
  const names = types.map((each) => narrowestType(each));
  const followed = await followColumns(whole, names, signal);
  return whole.reading.columns.map((name, position) => {
    const { name: exact = '', scale = 0 } = names[position] ?? {};
    const hasValues = types[position]?.bits !== everyType.bits;
    const type = exact === 'DECIMAL' ? `DECIMAL(38,${scale})` : exact;
    return {
      name,
      type: hasValues ? type : null,
      notation: notationOf(followed, position),
      example: exampleOf(trial, position),
    };
  });
}

/** Says on how many records it rests, where these are not all. */
function notationOf({ columns, records }: FollowedColumns, position: number): FoundNotation | null {
  const found = columns[position]?.found() ?? null;
  if (found === null || records === null) return found;
  return { ...found, words: `${found.words}, in the first ${shownNumber(records)} records` };
}

function exampleOf({ firstRecords }: Trial, position: number): SniffedLine | null {
  for (const { fields, line } of firstRecords) {
    const text = fields[position]?.text ?? '';
    if (text !== '') return { line, text: shortened(text) };
  }
  return null;
}

const maxShown = 80;

function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
