// Writes what the scan of files found as text, and reads it again, so that the files need not be scanned.
import type { CsvTable, FileGroup, TableColumn } from '../../../kinds/csv/csv-table.ts';
import { readGivenOptions } from '../../../kinds/csv/read-options.ts';
import type { TableOpening } from '../../engine-driver.ts';

interface Description {
  readonly columns: readonly TableColumn[];
  readonly groups: readonly (Omit<FileGroup, 'files' | 'labels'> & {
    /** How many of the table's files, in their order. */
    readonly fileCount: number;
    readonly labels: readonly (readonly [string, string | null])[];
  })[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
}

export function describeTable({ columns, groups, rowCount, warnings }: CsvTable): string {
  const described = groups.map(({ files, labels, ...group }) => {
    return { ...group, fileCount: files.length, labels: [...labels] };
  });
  const description: Description = { columns, groups: described, rowCount, warnings };
  return JSON.stringify(description);
}

/** The table as the scan of the files would give it. Throws when the text is no description of it. */
export function describedTable(text: string, { files: found, options }: TableOpening): CsvTable {
  const { columns, groups: described, rowCount, warnings }: Description = JSON.parse(text);
  const files = found.map(({ version, shownPath }) => ({ path: version.path, shownPath }));
  let position = 0;
  const groups = described.map(({ fileCount, labels, ...group }): FileGroup => {
    const own = files.slice(position, position + fileCount);
    position += fileCount;
    return { ...group, files: own, labels: new Map(labels) };
  });
  if (position !== files.length) throw new Error(`It describes ${position} files`);
  const read = readGivenOptions(options);
  return { files, columns, options: read, groups, rowCount, copies: [], warnings };
}
