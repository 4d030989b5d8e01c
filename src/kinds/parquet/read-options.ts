// Lists the options of read_parquet(path, …), with what each means and the values it takes.
import { columnName, flag } from '../csv/option-kinds.ts';
import { type GivenOptions, type OptionTable, readOptionsBy } from '../read-options.ts';

export interface ParquetOptions {
  /** Bytes that no type is said of are text. */
  readonly binaryAsString?: boolean;
  /** The name of a column that holds the path of each row's file. */
  readonly filename?: string | null;
  /** Folders such as `year=2024` make columns. */
  readonly hivePartitioning?: boolean;
  readonly truncateNanoseconds?: boolean;
  readonly unionByName?: boolean;
}

const options: OptionTable<ParquetOptions> = {
  binary_as_string: { key: 'binaryAsString', kind: flag },
  filename: { key: 'filename', kind: columnName },
  hive_partitioning: { key: 'hivePartitioning', kind: flag },
  truncate_nanoseconds: { key: 'truncateNanoseconds', kind: flag },
  union_by_name: { key: 'unionByName', kind: flag },
};

export function readParquetOptions(given: GivenOptions | null): ParquetOptions {
  return readOptionsBy(given, { reader: 'read_parquet', options });
}
