// Lists the formats in which the service answers: the media type, the layout of the rows, and what stands before them.
import type { AnswerLayout } from '../query/layouts.ts';
import { csvRecord, tsvRecord } from './csv-record.ts';
import { jsonContentType } from './json-document.ts';
import { objectKeys } from './object-keys.ts';

export interface AnswerFormat {
  /** Of the header Accept. */
  readonly mediaType: string;
  readonly contentType: string;
  readonly layout: AnswerLayout;
  /** What stands before the rows, where that is not part of them. */
  readonly head?: (columns: readonly string[]) => string;
  /** Rows can be read before the last one is there. */
  readonly isStreamable: boolean;
  /** Its bytes are compressed already. */
  readonly isCompressed?: boolean;
}

export const answerFormats = {
  json: {
    mediaType: 'application/json',
    contentType: jsonContentType,
    layout: 'json-array',
    isStreamable: false,
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    layout: 'json-object',
    isStreamable: true,
  },
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    layout: 'csv',
    head: (columns) => `${csvRecord(distinct(columns))}\n`,
    isStreamable: true,
  },
  tsv: {
    mediaType: 'text/tab-separated-values',
    contentType: 'text/tab-separated-values; charset=utf-8',
    layout: 'tsv',
    head: (columns) => `${tsvRecord(distinct(columns))}\n`,
    isStreamable: true,
  },
  arrow: {
    mediaType: 'application/vnd.apache.arrow.stream',
    contentType: 'application/vnd.apache.arrow.stream',
    layout: 'arrow',
    isStreamable: false,
  },
  parquet: {
    mediaType: 'application/vnd.apache.parquet',
    contentType: 'application/vnd.apache.parquet',
    layout: 'parquet',
    isStreamable: false,
    isCompressed: true,
  },
} as const satisfies Record<string, AnswerFormat>;

export type AnswerFormatName = keyof typeof answerFormats;
export const answerFormatNames = Object.keys(answerFormats) as readonly AnswerFormatName[];

/** Equal names are numbered, as those of a header are. */
function distinct(columns: readonly string[]): string[] {
  return objectKeys(columns.map((name) => ({ name })));
}
