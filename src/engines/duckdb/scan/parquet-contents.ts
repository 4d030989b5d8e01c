// Tells what Parquet files hold, as DuckDB reads them.
import { openParquetTable } from '../../../kinds/parquet/open-parquet-table.ts';
import type { ParquetGroup, ParquetTable } from '../../../kinds/parquet/parquet-table.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import type { TableOpening } from '../../engine-driver.ts';
import { footerError } from '../errors/parquet-error.ts';
import { sourceFiles } from '../source-files.ts';
import { type TableContents, type TableTools, wholeColumns } from '../table-contents.ts';
import { exactParquetScan } from './exact-parquet-scan.ts';
import { globSafe } from './glob-safe.ts';
import { labelColumns } from './label-sql.ts';

export async function parquetContents(
  opening: TableOpening,
  { connection, copies }: TableTools,
): Promise<TableContents> {
  const table = await openParquetTable(sourceFiles(opening), opening.options, opening.signal);
  const scan = parquetScan(table);
  const described = await connection.runAndReadAll(`DESCRIBE ${scan}`).catch((error: Error) => {
    throw footerError(error.message, opening.files) ?? error;
  });
  const columns = described
    .getRowsJS()
    .map(([name, type]) => ({ name: String(name), type: String(type) }));
  const reading = { connection, signal: opening.signal };
  return {
    names: columns.map(({ name }) => name),
    rowCount: table.rowCount,
    columns: wholeColumns(columns, await exactParquetScan({ scan, columns }, reading), {
      copies,
      made: [],
    }),
    isRewritten: false,
    packed: [],
    dialects: [],
    warnings: [],
  };
}

function parquetScan(table: ParquetTable): string {
  return table.groups.map((group) => groupScan(group, table)).join(' UNION ALL ');
}

/** Columns are called by their places: what DuckDB makes of equal names is its own affair. */
function groupScan(group: ParquetGroup, { columns, labels, options }: ParquetTable): string {
  const places = new Map(group.columns.map((name, place) => [name.toLowerCase(), place]));
  const own = columns.map((name) => {
    const place = places.get(name.toLowerCase());
    return `${place === undefined ? 'NULL' : `c${place}`} AS ${identifier(name)}`;
  });
  const made = labelColumns(labels, group.labels);
  const paths = group.files.map(({ path }) => literal(globSafe(path)));
  const settings = [
    'hive_partitioning = false',
    'union_by_name = false',
    'filename = false',
    `binary_as_string = ${options.binaryAsString ?? false}`,
  ];
  const aliases = group.columns.map((_, place) => `c${place}`);
  const call = `read_parquet([${paths.join(', ')}], ${settings.join(', ')})`;
  return `SELECT ${[...own, ...made].join(', ')} FROM ${call} AS t(${aliases.join(', ')})`;
}
