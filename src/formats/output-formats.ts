// Lists the formats the command line prints: the row layout to ask for, and the writer of the rows.
import type { AnswerColumn, FileLayout } from '../query.ts';
import { csvRecord, tsvRecord } from './csv-record.ts';
import { jsonArrayWriter } from './json-array.ts';
import { markdownWriter } from './markdown.ts';
import type { MakeRowWriter } from './row-writer.ts';

export interface OutputFormat {
  readonly layout: FileLayout;
  readonly help: string;
  /** The line before the rows, without its line break, for formats that have one. */
  readonly head?: (columns: readonly AnswerColumn[]) => string;
  /** For formats that are more than the engine's rows one after the other. */
  readonly writer?: MakeRowWriter;
  /** Of output files that get this format when none is named. */
  readonly extensions: readonly string[];
}

const names = (columns: readonly AnswerColumn[]) => columns.map(({ name }) => name);

export const outputFormats = {
  TABLE: {
    layout: 'texts',
    help: 'aligned columns for reading; the default on a terminal',
    // The widths of characters take a while to load.
    writer: async (target) => (await import('./table/table-writer.ts')).tableWriter(target),
    extensions: [],
  },
  CSV: {
    layout: 'csv',
    help: 'comma-separated values with a header line; the default elsewhere',
    head: (columns) => csvRecord(names(columns)),
    extensions: ['.csv'],
  },
  TSV: {
    layout: 'tsv',
    help: 'the same with tabs',
    head: (columns) => tsvRecord(names(columns)),
    extensions: ['.tsv'],
  },
  JSON: {
    layout: 'json-object',
    help: 'one JSON object per row, each on its own line',
    extensions: ['.json', '.ndjson', '.jsonl'],
  },
  NDJSON: { layout: 'json-object', help: 'the same as JSON', extensions: [] },
  JSONARRAY: {
    layout: 'json-object',
    help: 'one JSON array of these objects',
    writer: jsonArrayWriter,
    extensions: [],
  },
  MARKDOWN: {
    layout: 'texts',
    help: 'a table for Markdown',
    writer: markdownWriter,
    extensions: ['.md'],
  },
  CHART: {
    layout: 'texts',
    help: 'a bar, line or scatter chart, in characters or as an SVG or PNG file',
    writer: async (view) => (await import('./chart.ts')).chartWriter(view),
    extensions: ['.svg', '.png'],
  },
  PARQUET: { layout: 'parquet', help: 'only into a file', extensions: ['.parquet'] },
} as const satisfies Record<string, OutputFormat>;

export type OutputFormatName = keyof typeof outputFormats;
export const outputFormatNames = Object.keys(outputFormats) as readonly OutputFormatName[];

/** In any letter case. */
export function findOutputFormat(name: string): OutputFormat | undefined {
  const known = outputFormatNames.find((format) => format === name.toUpperCase());
  return known === undefined ? undefined : outputFormats[known];
}

/** The format that the name of an output file asks for. */
export function formatOfFile(path: string): OutputFormat | undefined {
  const formats: readonly OutputFormat[] = Object.values(outputFormats);
  const lower = path.toLowerCase();
  return formats.find(({ extensions }) => extensions.some((end) => lower.endsWith(end)));
}
