// Joins the files of a table: its columns and their types, or an error that says where the files differ.
import type { CsvFile } from './csv-file.ts';
import { assertSameLabels, type FileLabels, fileLabels } from './file-labels.ts';
import { assertFewColumns } from './header/assert-few-columns.ts';
import type { NamedReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';
import { assertSameHeaders, givenTypes, tableColumns } from './table-columns.ts';
import { TableTypes } from './table-types.ts';

export interface JoinedFiles {
  readonly types: TableTypes;
  /** Of each file. */
  readonly labels: readonly FileLabels[];
}

export function joinFiles(
  readings: readonly [NamedReading, ...NamedReading[]],
  options: ReadOptions,
): JoinedFiles {
  assertSameHeaders(readings, options);
  const labels = readings.map((reading) => fileLabels(reading, options));
  const files: readonly CsvFile[] = readings.map(({ file }) => file);
  assertSameLabels(labels, files);
  const names = [...tableColumns(readings, options), ...(labels[0]?.keys() ?? [])];
  assertFewColumns(readings[0].file, names.length);
  const types = new TableTypes(names, givenTypes(names, options, readings[0].file), options);
  return { types, labels };
}
