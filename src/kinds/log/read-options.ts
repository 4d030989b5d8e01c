// Lists the options of read_log(path, …), with what each means and the values it takes.
import type { Compression } from '../shared/bytes/file-bytes.ts';
import type { LabelOptions } from '../shared/file-labels.ts';
import { columnName, compressionName, flag, oneOf } from '../shared/options/option-kinds.ts';
import {
  type GivenOptions,
  type OptionTable,
  readOptionsBy,
} from '../shared/options/read-options-by.ts';
import type { LogFormat } from './log-format.ts';

export interface LogOptions extends LabelOptions {
  readonly compression?: Compression;
  readonly format?: LogFormat;
}

const options: OptionTable<LogOptions> = {
  compression: { key: 'compression', kind: compressionName },
  filename: { key: 'filename', kind: columnName },
  format: {
    key: 'format',
    kind: oneOf({ w3c: 'w3c', common: 'common', combined: 'combined' }),
  },
  hive_partitioning: { key: 'hivePartitioning', kind: flag },
};

export function readLogOptions(given: GivenOptions | null): LogOptions {
  return readOptionsBy(given, { reader: 'read_log', options });
}
