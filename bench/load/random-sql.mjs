// Makes SQL that is almost right: known queries, changed at random but repeatably.

const queries = [
  'SELECT * FROM people.csv',
  "SELECT city, COUNT(*) AS n, AVG(age) FROM 'people.csv' GROUP BY city HAVING COUNT(*) > 1 ORDER BY n DESC LIMIT 3",
  'SELECT p.name, o.amount FROM people.csv AS p JOIN orders.csv o ON p.id = o.person WHERE o.amount >= 2.5',
  'WITH a AS (SELECT id FROM people.csv), b AS (SELECT * FROM a) SELECT COUNT(*) FROM a, b',
  'SELECT name FROM people.csv WHERE id IN (SELECT person FROM orders.csv) UNION ALL SELECT note FROM orders.csv',
  "SELECT CASE WHEN age > 30 THEN 'old' ELSE NULL END, CAST(age AS VARCHAR) FROM people.csv",
  'SELECT id, SUM(amount) OVER (PARTITION BY person ORDER BY id) FROM orders.csv',
  "SELECT EXTRACT(year FROM DATE '2024-02-29'), TRIM(BOTH 'x' FROM name) FROM people.csv",
  'SELECT * FROM *.csv',
  "SELECT * FROM read_csv('people.csv', delim=',', header=true)",
  'DESCRIBE people.csv',
  'SUMMARIZE SELECT * FROM orders.csv',
  'SELECT unnest([1, 2, 3]), {a: 1, b: [true, null]}, range FROM range(3)',
  'SELECT * FROM ragged.csv',
  'SELECT * FROM empty.csv',
  'SELECT 9007199254740993, 1e308 * 10, 0.1 + 0.2, -0.0, 170141183460469231731687303715884105727',
  "COPY (SELECT 1) TO 'stolen.csv'",
  "ATTACH 'x.db'; DROP TABLE people; SELECT 1",
  'PRAGMA version',
  'SELECT * FROM /etc/passwd',
  "SELECT * FROM '../../../../etc/hostname'",
];

const pieces = [
  "'",
  '"',
  '`',
  '(',
  ')',
  ')))',
  ',',
  ';',
  ';;',
  '--',
  '/*',
  '*/',
  '$$',
  '$1',
  '?',
  ':name',
  '\\',
  '\0',
  '\n',
  '\uFEFF',
  '\u{1F600}',
  '\uD800',
  'é',
  'SELECT',
  'FROM',
  'WHERE',
  'OFFSET 3',
  'LIMIT -1',
  'LIMIT 1e99',
  'NULL',
  'DISTINCT ON (',
  'JOIN',
  'LATERAL',
  'PIVOT',
  'USING SAMPLE 10%',
  'people.csv',
  '*.csv',
  '**',
  './',
  '1/0',
  '0x',
  '1e',
  '9'.repeat(400),
  '::DATE',
  '::DECIMAL(38,10)',
  'INTERVAL 1 DAY',
  "E'\\x00'",
  'COLUMNS(*)',
  'EXCLUDE (id)',
  "getenv('HOME')",
  "current_setting('threads')",
];

export function randomSql(random) {
  let sql = pick(random, queries);
  for (let count = Math.floor(random() * 4); count > 0; count--)
    sql = pick(random, bends)(sql, random);
  return sql;
}

export function pick(random, values) {
  return values[Math.floor(random() * values.length)];
}

const bends = [
  (sql, random) => splice(sql, random, Math.floor(random() * 8), ''),
  (sql, random) => splice(sql, random, 0, pick(random, pieces)),
  (sql, random) => splice(sql, random, 0, ` ${pick(random, pieces)} `),
  (sql, random) => splice(sql, random, 1, String.fromCharCode(Math.floor(random() * 0x250))),
  (sql, random) => sql.slice(0, Math.floor(random() * sql.length)),
  (sql, random) => sql + pick(random, [' ', ';', ', ', ' UNION ', '; ']) + pick(random, queries),
  (sql, random) => `${'('.repeat(1 + random() * 60)}${sql}${')'.repeat(1 + random() * 60)}`,
  (sql, random) => `SELECT * FROM (${sql}) AS t${Math.floor(random() * 9)}`,
  (sql, random) => swapWords(sql.split(' '), random).join(' '),
  (sql, random) =>
    sql.replace(/\d+/, () => pick(random, ['-1', '1e400', '1.5', '18446744073709551616', "''"])),
];

function splice(sql, random, deleted, inserted) {
  const at = Math.floor(random() * (sql.length + 1));
  return sql.slice(0, at) + inserted + sql.slice(at + deleted);
}

function swapWords(words, random) {
  const [a, b] = [0, 0].map(() => Math.floor(random() * words.length));
  [words[a], words[b]] = [words[b], words[a]];
  return words;
}
