// Lists what is asked: the questions, and the files, ways and references each one is measured with.

/**
 * `files` are those of generate-data.mjs; the statements get them as tables. `referenceSql` is for answers that are too
 * large to compare row by row: DuckDB writes them to `target`, and the counts of rows are compared.
 */
export const questions = {
  aggregate: {
    files: ['orders'],
    sql: ({ orders }) => `SELECT city, COUNT(*), AVG(amount) FROM ${orders} GROUP BY city`,
  },
  filter: {
    files: ['orders'],
    sql: ({ orders }) => `SELECT id, city, amount FROM ${orders} WHERE age = 42`,
  },
  'select-all': {
    files: ['orders'],
    sql: ({ orders }) => `SELECT * FROM ${orders}`,
    referenceSql: ({ orders }, target) =>
      `COPY (SELECT * FROM ${orders}) TO '${target}' (FORMAT json)`,
  },
  join: {
    files: ['orders', 'customers'],
    sql: ({ orders, customers }) =>
      `SELECT c.country, COUNT(*), SUM(o.amount) FROM ${orders} o JOIN ${customers} c ON c.id = o.customer GROUP BY c.country`,
  },
  glob: {
    files: ['parts'],
    sql: ({ parts }) => `SELECT city, COUNT(*), AVG(amount) FROM ${parts} GROUP BY city`,
  },
  'limit-10': {
    files: ['orders'],
    sql: ({ orders }) => `SELECT * FROM ${orders} LIMIT 10`,
  },
};

const usual = { texts: 'plain', numbers: 'decimals', way: 'http', reference: 'duckdb' };

/**
 * Everything else is as usual. 1.5GB runs with --large only. DuckDB examines each file of a glob for 50 ms and more, so
 * globs are also measured beside a DuckDB to which dialect and types are said.
 */
const rows = [
  { question: 'aggregate', sizes: ['50kB', '1MB', '10MB', '50MB', '160MB', '1.5GB'] },
  { question: 'aggregate', numbers: 'integers', sizes: ['10MB', '50MB'] },
  { question: 'aggregate', texts: 'quoted', sizes: ['1MB', '10MB', '160MB', '1.5GB'] },
  { question: 'aggregate', texts: 'line-breaks', sizes: ['1MB', '10MB', '160MB', '1.5GB'] },
  { question: 'aggregate', texts: 'wide', sizes: ['50MB'] },
  { question: 'filter', sizes: ['1MB', '10MB', '50MB'] },
  { question: 'filter', texts: 'quoted', sizes: ['50MB'] },
  { question: 'select-all', sizes: ['50kB', '1MB', '10MB', '160MB', '1.5GB'] },
  { question: 'select-all', numbers: 'integers', sizes: ['50MB'] },
  { question: 'select-all', texts: 'line-breaks', sizes: ['50MB'] },
  { question: 'join', sizes: ['1MB', '10MB', '50MB'] },
  { question: 'glob', sizes: ['10MB'], rounds: 1 },
  { question: 'glob', reference: 'duckdb-explicit', sizes: ['10MB', '50MB'] },
  { question: 'limit-10', sizes: ['50kB', '10MB', '160MB', '1.5GB'], rounds: 2 },
  { question: 'aggregate', way: 'command', sizes: ['50kB', '10MB', '160MB', '1.5GB'] },
  { question: 'aggregate', way: 'command', texts: 'line-breaks', sizes: ['50MB'] },
  { question: 'select-all', way: 'command', sizes: ['10MB', '160MB'] },
  { question: 'glob', way: 'command', reference: 'duckdb-explicit', sizes: ['10MB'] },
  { question: 'limit-10', way: 'command', sizes: ['160MB'] },
  { question: 'aggregate', reference: 'nodejs-polars', sizes: ['10MB', '160MB'] },
  { question: 'aggregate', reference: 'python-polars', sizes: ['10MB', '160MB'] },
  { question: 'aggregate', reference: 'python-chdb', sizes: ['10MB', '160MB'] },
  { question: 'aggregate', reference: 'alasql', sizes: ['10MB'] },
  { question: 'aggregate', reference: 'better-sqlite3', sizes: ['10MB'] },
];

export const questionCases = rows.flatMap(({ sizes, ...row }) =>
  sizes.map((size) => ({ question: row.question, size, ...usual, ...row })),
);
