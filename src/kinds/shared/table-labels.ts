// Makes columns of the paths of a table's files: of their names, and of folders such as `year=2024`.
import {
  assertSameLabels,
  type FileLabels,
  fileLabels,
  havePartitions,
  type LabelOptions,
  type NamedFile,
} from './file-labels.ts';
import type { TableColumn } from './types/table-column.ts';
import { TableTypes } from './types/table-types.ts';

export interface TableLabels {
  readonly columns: readonly TableColumn[];
  /** In the order of the files. */
  readonly ofFiles: readonly FileLabels[];
}

/** Partitions make columns unless the call says no, or a file has such a column. */
export function tableLabels(files: readonly NamedFile[], options: LabelOptions): TableLabels {
  const hivePartitioning = options.hivePartitioning ?? havePartitions(files);
  const ofFiles = files.map((one) => fileLabels(one, { ...options, hivePartitioning }));
  assertSameLabels(
    ofFiles,
    files.map(({ file }) => file),
  );
  const types = new TableTypes([...(ofFiles[0]?.keys() ?? [])], [], {});
  for (const [position, { file }] of files.entries()) {
    types.takeLabels(file, ofFiles[position] ?? new Map());
  }
  return { columns: types.columns(), ofFiles };
}
