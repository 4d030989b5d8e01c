// What `inspectFile` does for other files, as far as SQL can: zstd files only the engine can decompress.
import { PathqlError } from '../../errors.ts';
import type { CsvTable, RunSql } from '../csv-table.ts';
import { fieldName, textScan } from '../scan-sql.ts';

/** Rejects with csv_invalid for a quote that is never closed, or with what DuckDB says of the records. */
export async function checkZstdRecords(table: CsvTable, run: RunSql): Promise<void> {
  for (const group of table.groups) {
    if (group.compression !== 'zstd') continue;
    const alone = { ...table, groups: [group], columns: group.columns };
    // All fields at once: a field that is not UTF-8 makes DuckDB fail for good when it is read alone.
    const fields = group.columns.map((_, position) => fieldName(position)).join(', ');
    const [strict] = await run(`SELECT count(hash(${fields})) FROM ${textScan(alone)}`);
    if (table.options.strictMode === false || table.options.ignoreErrors) continue;
    const padded = { ...alone, options: { ...table.options, nullPadding: true } };
    const [withOpenRecord] = await run(`SELECT count(hash(${fields})) FROM ${textScan(padded)}`);
    if (strict?.[0] === withOpenRecord?.[0]) continue;
    const shown = group.files.map(({ shownPath }) => `'${shownPath}'`).join(', ');
    const message = `The file ${shown}: a quote is opened in the last record and never closed`;
    throw new PathqlError('csv_invalid', message);
  }
}
