// Says how each tool runs one query over one file; `PEERS` is a folder with their programs, otherwise the PATH is searched.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pathql = fileURLToPath(new URL('../../dist/pathql.js', import.meta.url));
const program = (name) => join(process.env.PEERS ?? '', name);
const stem = (file) => basename(file).split('.')[0];
const over = (sql, table) => sql.replace('FILE', table);

const duckdb = `import csv, sys, duckdb
answer = duckdb.sql(sys.argv[1])
lines = csv.writer(sys.stdout, lineterminator='\\n')
lines.writerow(answer.columns)
lines.writerows(answer.fetchall())`;

const polars = `import sys, polars
table = polars.read_csv(sys.argv[2])
print(polars.SQLContext(t=table).execute(sys.argv[1]).collect().write_csv(), end='')`;

const chdb = `import sys, chdb
print(chdb.query(sys.argv[1], 'CSVWithNames'), end='')`;

export const tools = [
  {
    name: 'Pathql',
    version: [process.execPath, pathql, '--version'],
    run: (sql, file) => [process.execPath, pathql, over(sql, file)],
  },
  {
    name: 'DuckDB',
    version: [program('python'), '-c', 'import duckdb; print(duckdb.__version__)'],
    run: (sql, file) => [program('python'), '-c', duckdb, over(sql, `'${file}'`)],
  },
  {
    name: 'ClickHouse (chdb)',
    version: [program('python'), '-c', 'import chdb; print(chdb.__version__)'],
    run: (sql, file) => [
      program('python'),
      '-c',
      chdb,
      over(sql, `file('${file}', 'CSVWithNames')`),
    ],
  },
  {
    name: 'Polars',
    version: [program('python'), '-c', 'import polars; print(polars.__version__)'],
    run: (sql, file) => [program('python'), '-c', polars, over(sql, 't'), file],
  },
  {
    name: 'csvq',
    version: [program('csvq'), '--version'],
    run: (sql, file) => [program('csvq'), '-f', 'CSV', over(sql, `\`${file}\``)],
  },
  {
    name: 'csvkit',
    version: [program('csvsql'), '--version'],
    run: (sql, file) => [program('csvsql'), '--query', over(sql, stem(file)), file],
  },
  {
    name: 'sqlite-utils',
    version: [program('sqlite-utils'), '--version'],
    run: (sql, file) => [program('sqlite-utils'), 'memory', file, over(sql, stem(file)), '--csv'],
  },
];
