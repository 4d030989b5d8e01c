// Writes how a file is written as text, for people.
import { delimiterNames } from '../../formats/delimiter-names.ts';
import { cellText } from '../../formats/table/cell-text.ts';
import { shownNumber } from '../../limits.ts';
import type { SniffedColumn, SniffReport } from '../../query/sniff-report.ts';
import { visibleText } from '../../text/visible-text.ts';
import { flagsOfCalls } from '../options/flags-of-calls.ts';

export function sniffText(report: SniffReport): string {
  const facts = Object.entries(rows)
    .map(([name, of]) => [name, of(report)] as const)
    .filter(([, text]) => text !== null);
  return [
    cellText(report.path),
    ...facts.map(([name, text]) => `  ${name.padEnd(width)}${shownLine(text ?? '')}`),
    '  columns',
    ...columnLines(report.columns),
    verdict(report),
    ...flagLines(report),
    ...otherLines(report),
    ...(report.typedCall === null ? [] : [`  With types: ${cellText(report.typedCall)}`]),
    ...(report.typedProblem === null ? [] : [`  Without types: ${shownLine(report.typedProblem)}`]),
  ].join('\n');
}

function otherLines({ otherCall, header }: SniffReport): string[] {
  if (otherCall === null) return [];
  const words = header.isData
    ? 'If it holds the names, this reads one record less'
    : 'If it is data, this reads one record more';
  return [`  ${words}: ${cellText(otherCall)}`];
}

/** For pathql head, schema and queries of a plain path. */
function flagLines({ problem, path, call }: SniffReport): string[] {
  const flags = problem === null ? null : flagsOfCalls(call, path);
  return flags === null ? [] : [`  As flags: ${cellText(flags)}`];
}

/** Calls are shown as they are to be pasted. */
function shownLine(text: string): string {
  return cellText(visibleText(text));
}

const width = 12;

type Row = (report: SniffReport) => string | null;

const rows: Readonly<Record<string, Row>> = {
  problem: ({ problem }) => problem,
  delimiter: ({ delimiter }) => delimiterNames[delimiter] ?? delimiter,
  quotes: ({ quote, escape: escapedBy }) =>
    quote === ''
      ? 'plain text'
      : `${quote}, ${escapedBy === quote ? 'doubled' : `escaped by ${escapedBy}`}`,
  'line ends': ({ lineEnd }) => lineEnd,
  encoding: ({ encoding, compression }) =>
    compression === 'none' ? encoding : `${encoding}, ${compression}`,
  preamble: ({ preamble: [first, ...others] }) =>
    first === undefined
      ? null
      : `${others.length + 1} ${others.length === 0 ? 'line' : 'lines'}: ${first.text}`,
  header: ({ header: { line, text, isData }, otherCall }) =>
    `${isData ? 'none, the first record is data,' : 'names,'}${otherCall === null ? '' : ' by a guess,'} line ${line}: ${text}`,
  footer: ({ footer }) => footer && `line ${footer.line}: ${footer.text}`,
};

function columnLines(columns: readonly SniffedColumn[]): string[] {
  const longest = Math.min(
    30,
    columns.reduce((most, { name }) => Math.max(most, visibleText(name).length), 0),
  );
  return columns.map(({ name, type, notation, example }) => {
    const words = [type ?? 'no values', ...(notation === null ? [] : [notation])].join(', ');
    const shown = example === null ? '' : `  (line ${example.line}: ${example.text})`;
    return shownLine(`    ${visibleText(name).padEnd(longest)}  ${words}${shown}`);
  });
}

function verdict({ problem, records, summary, call }: SniffReport): string {
  const count = `${shownNumber(records)} ${records === 1 ? 'record' : 'records'}`;
  return problem === null
    ? `  It is read as it is, no option is needed: ${count}`
    : `  ${cellText(`${summary}: ${call}`)}`;
}
