// Lists the options of read_json(path, …) and read_ndjson(path, …), with what each means and the values it takes.
import type { Compression } from '../shared/bytes/file-bytes.ts';
import type { LabelOptions } from '../shared/file-labels.ts';
import {
  always,
  columnName,
  compressionName,
  flag,
  wholeNumber,
} from '../shared/options/option-kinds.ts';
import {
  type GivenOptions,
  type OptionTable,
  readOptionsBy,
} from '../shared/options/read-options-by.ts';

export interface JsonOptions extends LabelOptions {
  readonly compression?: Compression;
  readonly maxRecordBytes?: number;
}

const options: OptionTable<JsonOptions> = {
  compression: { key: 'compression', kind: compressionName },
  filename: { key: 'filename', kind: columnName },
  hive_partitioning: { key: 'hivePartitioning', kind: flag },
  maximum_object_size: { key: 'maxRecordBytes', kind: wholeNumber(1, 256_000_000) },
};

/** Keys make the columns, and files are put together by them. */
const withoutEffect = { auto_detect: always(true), union_by_name: always(true) };

export function readJsonOptions(given: GivenOptions | null): JsonOptions {
  return readOptionsBy(given, { reader: 'read_json', options, withoutEffect });
}
