// Lists the options of read_parquet(path, …), with what each means and the values it takes.
import type { LabelOptions } from '../shared/file-labels.ts';
import { columnName, flag } from '../shared/options/option-kinds.ts';
import {
  type GivenOptions,
  type OptionTable,
  readOptionsBy,
} from '../shared/options/read-options-by.ts';

export interface ParquetOptions extends LabelOptions {
  /** Bytes that no type is said of are text. */
  readonly binaryAsString?: boolean;
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
