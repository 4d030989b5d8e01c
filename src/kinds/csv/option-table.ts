// Lists the options of read_csv(path, …), with what each means and the values it takes.
import {
  always,
  character,
  columnName,
  compressionName,
  flag,
  type OptionKind,
  oneOf,
  wholeNumber,
} from '../shared/options/option-kinds.ts';
import type { OptionTable } from '../shared/options/read-options-by.ts';
import type { GivenEncoding } from './header/file-head.ts';
import {
  columns,
  dateFormat,
  delimiter,
  encodingSpellings,
  mark,
  names,
  nullTexts,
  timestampFormat,
  types,
} from './option-kinds.ts';
import type { LineEnd } from './records/record-scanner.ts';

export interface ReadOptions {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly escapedBy?: string;
  readonly comment?: string;
  readonly header?: boolean;
  readonly skip?: number;
  readonly names?: readonly string[];
  /** Type names, by column name or, in a list, by position. */
  readonly types?: ReadonlyMap<string, string> | readonly string[];
  /** Names and types of all columns. */
  readonly columns?: ReadonlyMap<string, string>;
  readonly allVarchar?: boolean;
  readonly nullTexts?: readonly string[];
  readonly encoding?: GivenEncoding;
  readonly compression?: 'none' | 'gzip' | 'zstd';
  readonly nullPadding?: boolean;
  readonly ignoreErrors?: boolean;
  readonly strictMode?: boolean;
  readonly unionByName?: boolean;
  /** The name of a column that holds the path of each row's file. */
  readonly filename?: string | null;
  /** Folders such as `year=2024` make columns. */
  readonly hivePartitioning?: boolean;
  readonly dateFormat?: string;
  readonly timestampFormat?: string;
  readonly decimalSeparator?: ',' | '.';
  readonly thousands?: string;
  readonly maxLineBytes?: number;
  readonly newLine?: LineEnd;
}

/** Every option there is. */
export const readOptions: OptionTable<ReadOptions> = {
  delim: { key: 'delimiter', kind: delimiter },
  sep: { key: 'delimiter', kind: delimiter },
  quote: { key: 'quote', kind: mark },
  escape: { key: 'escapedBy', kind: mark },
  comment: { key: 'comment', kind: mark },
  header: { key: 'header', kind: flag },
  skip: { key: 'skip', kind: wholeNumber(0, 1_000_000) },
  names: { key: 'names', kind: names },
  column_names: { key: 'names', kind: names },
  columns: { key: 'columns', kind: columns },
  types: { key: 'types', kind: types },
  dtypes: { key: 'types', kind: types },
  column_types: { key: 'types', kind: types },
  all_varchar: { key: 'allVarchar', kind: flag },
  nullstr: { key: 'nullTexts', kind: nullTexts },
  encoding: {
    key: 'encoding',
    kind: oneOf(encodingSpellings),
  },
  compression: { key: 'compression', kind: compressionName },
  null_padding: { key: 'nullPadding', kind: flag },
  ignore_errors: { key: 'ignoreErrors', kind: flag },
  strict_mode: { key: 'strictMode', kind: flag },
  filename: { key: 'filename', kind: columnName },
  hive_partitioning: { key: 'hivePartitioning', kind: flag },
  union_by_name: { key: 'unionByName', kind: flag },
  dateformat: { key: 'dateFormat', kind: dateFormat },
  timestampformat: { key: 'timestampFormat', kind: timestampFormat },
  decimal_separator: { key: 'decimalSeparator', kind: oneOf({ ',': ',', '.': '.' }) },
  thousands: {
    key: 'thousands',
    kind: character("one of . , ' _ ’ and spaces", /^[.,' _’\u00a0\u202f]$/),
  },
  max_line_size: { key: 'maxLineBytes', kind: wholeNumber(1, 256_000_000) },
  new_line: {
    key: 'newLine',
    kind: oneOf<LineEnd>({
      '\n': '\n',
      '\\n': '\n',
      '\r\n': '\r\n',
      '\\r\\n': '\r\n',
      '\r': '\r',
      '\\r': '\r',
    }),
  },
};

/** How DuckDB guesses and how it shares its work: these change nothing here. */
export const withoutEffect: Readonly<Record<string, OptionKind>> = {
  auto_detect: always(true),
  sample_size: wholeNumber(-1, Number.MAX_SAFE_INTEGER),
  files_to_sniff: wholeNumber(-1, Number.MAX_SAFE_INTEGER),
  buffer_size: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  parallel: flag,
  allow_quoted_nulls: always(true),
  normalize_names: always(false),
  store_rejects: always(false),
};
