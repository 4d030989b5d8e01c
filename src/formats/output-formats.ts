// Lists the formats the command line prints: the row layout to ask for, and the writer of the rows.
import type { AnswerColumn, FileLayout } from '../query/layouts.ts';
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
  /** Of output files that may have it besides, when it is named. */
  readonly otherExtensions?: readonly string[];
  /** It goes into files only: an example of that. */
  readonly needsFile?: string;
  /** Bytes that are compressed already, or that a program expects as they are. */
  readonly isBinary?: true;
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
  VERTICAL: {
    layout: 'texts',
    help: 'a line for each value; on a terminal also where a table would be too wide to read',
    writer: async (target) => (await import('./table/vertical-writer.ts')).verticalWriter(target),
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
    extensions: ['.ndjson', '.jsonl'],
    otherExtensions: ['.json'],
  },
  NDJSON: {
    layout: 'json-object',
    help: 'the same as JSON',
    extensions: ['.ndjson', '.jsonl'],
    otherExtensions: ['.json'],
  },
  JSONARRAY: {
    layout: 'json-object',
    help: 'one JSON array of these objects',
    writer: jsonArrayWriter,
    extensions: ['.json'],
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
    isBinary: true,
  },
  PARQUET: {
    layout: 'parquet',
    help: 'only into a file',
    extensions: ['.parquet'],
    needsFile: '--ofile:result.parquet',
    isBinary: true,
  },
  ARROW: {
    layout: 'arrow',
    help: 'Arrow record batches, as Feather has them; only into a file',
    extensions: ['.arrow', '.feather'],
    needsFile: '--ofile:result.arrow',
    isBinary: true,
  },
  XLSX: {
    layout: 'texts',
    help: 'a workbook for Excel, only into a file',
    writer: async () => (await import('./workbook/workbook-writer.ts')).workbookWriter(),
    extensions: ['.xlsx'],
    needsFile: '--ofile:result.xlsx',
    isBinary: true,
  },
} as const satisfies Record<string, OutputFormat>;

export type OutputFormatName = keyof typeof outputFormats;
export const outputFormatNames = Object.keys(outputFormats) as readonly OutputFormatName[];

/** A table, or where it would be too wide to read a line for each value. */
export const screenFormat: OutputFormat = {
  ...outputFormats.TABLE,
  writer: async (target) => (await import('./table/screen-writer.ts')).screenWriter(target),
};

/** In any letter case. */
export function findOutputFormat(name: string): OutputFormat | undefined {
  const known = outputFormatNames.find((format) => format === name.toUpperCase());
  return known === undefined ? undefined : outputFormats[known];
}

/** The format of output files whose names end so, with the dot and in small letters. */
export function formatOfExtension(extension: string): OutputFormat | undefined {
  const formats: readonly OutputFormat[] = Object.values(outputFormats);
  return formats.find(({ extensions }) => extensions.includes(extension));
}

export const outputExtensions: readonly string[] = [
  ...new Set(Object.values(outputFormats).flatMap(({ extensions }) => extensions)),
];
