// Declares the options of read_csv that the independent reader knows.

export interface ReadOptions {
  readonly header?: boolean;
  readonly skip?: number;
  readonly names?: readonly string[];
  readonly delim?: string;
  readonly quote?: string;
  readonly escape?: string;
  readonly comment?: string;
  readonly encoding?: string;
  readonly nullstr?: readonly string[];
  readonly types?: Readonly<Record<string, string>>;
  readonly columns?: Readonly<Record<string, string>>;
  readonly dateformat?: string;
  readonly timestampformat?: string;
  readonly decimal_separator?: string;
  readonly thousands?: string;
  readonly all_varchar?: boolean;
  readonly null_padding?: boolean;
  readonly ignore_errors?: boolean;
  readonly strict_mode?: boolean;
  readonly union_by_name?: boolean;
  readonly filename?: boolean | string;
  readonly hive_partitioning?: boolean;
  readonly max_line_size?: number;
}
