// The formats the command line prints: which rows to ask for, and what stands before them.
import type { RowLayout } from '../query.ts';
import { csvRecord } from './csv-record.ts';

export interface OutputFormat {
  readonly layout: RowLayout;
  readonly help: string;
  /** The line before the rows, without its line break, for formats that have one. */
  readonly head?: (columns: readonly string[]) => string;
}

const lines: OutputFormat = {
  layout: 'json-object',
  help: 'one JSON object per row, each on its own line',
};

export const outputFormats = {
  JSON: lines,
  NDJSON: { ...lines, help: 'the same as JSON' },
  CSV: { layout: 'csv', help: 'comma-separated values with a header line', head: csvRecord },
} as const satisfies Record<string, OutputFormat>;

export type OutputFormatName = keyof typeof outputFormats;
export const outputFormatNames = Object.keys(outputFormats) as readonly OutputFormatName[];
export const presetFormatName: OutputFormatName = 'CSV';

/** In any letter case. */
export function findOutputFormat(name: string): OutputFormat | undefined {
  const known = outputFormatNames.find((format) => format === name.toUpperCase());
  return known === undefined ? undefined : outputFormats[known];
}
