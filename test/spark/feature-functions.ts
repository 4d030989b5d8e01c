// Lists more questions that both engines are asked: intervals, patterns, statistics, and numbers of many digits.

const intervals = [
  ...['INTERVAL 1 DAY', 'INTERVAL 3 MONTH', 'INTERVAL 1 YEAR', "INTERVAL '2' WEEK"],
  ...["INTERVAL '1 month'", "INTERVAL '3 days 2 hours'", 'INTERVAL 90 MINUTE'],
  ...['INTERVAL 13 MONTHS', 'INTERVAL (-1) MONTH', "INTERVAL '-5 days'", 'INTERVAL 30 SECONDS'],
];
const formats = ['%Y-%m-%d', '%d.%m.%y', '%H:%M:%S', '%b %B %a %A', '%j', '%I %p', "it''s %Y%%"];
/** Those that have no counterpart in Java are among them. */
const patterns = [
  ...['a', '^a', 'b$', '[a-z]+', '\\d+', '\\w+', '[^a-z]', '(a|b)', 'a.', '\\s', '^$', '.*'],
  ...['[0-9]{1,2}', 'x?', '(?:b|l)a', '\\.', '[\\w.-]+', '[\\d_]+', 'a+?', '\\W', 'Ж', '\\('],
  ...['[,"]', '日', '[日本]+', '^\\s+|\\s+$', '\\S+', '\\bq', '(?i)a', '[[:alpha:]]', '(a'],
];
/** Neither too early nor too late to be moved. */
const within = (column: string) => `CASE WHEN id NOT IN (3, 4) THEN ${column} END`;

export const functionExpressions: readonly string[] = [
  ...intervals.flatMap((interval) => [
    `${within('day')} + ${interval}`,
    `${within('ts')} - ${interval}`,
    `${interval} + ${within('day')}`,
  ]),
  ...formats.flatMap((format) => [
    `strftime(${within('day')}, '${format}')`,
    `strftime(${within('ts')}, '${format}')`,
  ]),
  ...patterns.flatMap((pattern) => [
    `regexp_matches(t, '${pattern}')`,
    `regexp_full_match(t, '${pattern}')`,
    `regexp_extract(t, '${pattern}')`,
    `regexp_replace(t, '${pattern}', '<>', 'g')`,
  ]),
  ...["regexp_extract(t, '(q)(u)', 2)", "t ~ 'a.*'", "t SIMILAR TO 'a|B.*'"],
  ...["t ILIKE 'A%'", "t NOT ILIKE '%ÄÖ%'", "t ILIKE '%ж%'"],
  ...[' ', 'a', 'quotes', '.', 'ö'].flatMap((mark) => [
    `split_part(t, '${mark}', 1)`,
    `split_part(t, '${mark}', 2)`,
  ]),
  ...["upper(replace(t, 'a', 'ß'))", "lower(replace(t, 'a', 'ẞ'))", 'substring(t, -3)'],
  ...['-h', 'abs(h)', 'abs(-h)', '-p', 'abs(p)', 'h::DOUBLE', 'h / 3'],
  ...['(h % 7)::DOUBLE', '(id * 922337203685477580812::HUGEINT * -17)::DOUBLE'],
  ...['100.0 * id / 7', '(id * 12345678901234567.25)::DOUBLE', '1.5 * id::HUGEINT'],
  ...['d / id / 3 / 7 / id / 9', '0.30000000000000004e0', 'd * 1e0 < 0.1234567890123456e0'],
];

const table = 'things.csv';
const aggregates = [
  ...["string_agg(t, ', ' ORDER BY id DESC)", "string_agg(t, '' ORDER BY t, id) FILTER (id > 5)"],
  ...['arg_max(t, i)', 'arg_min(t, d)', 'max_by(id, h)', 'min_by(ts, id)', 'arg_max(e, id)'],
  ...['median(id)', 'median(i)', 'median(CASE WHEN id <> 2 THEN d END)', 'median(h)'],
  ...['round(stddev(id), 9)', 'round(var_pop(id), 9)', 'stddev(d)', 'stddev_pop(e)'],
  ...['100.0 * count(*) / sum(id)', '1.0 * sum(id) / count(*)', '-sum(i) / 7'],
];

export const functionQueries: readonly string[] = [
  ...aggregates.flatMap((aggregate) => [
    `SELECT ${aggregate} FROM ${table}`,
    `SELECT b, ${aggregate} FROM ${table} GROUP BY b ORDER BY b`,
    `SELECT ${aggregate} FROM ${table} WHERE id < 2`,
    `SELECT ${aggregate} FROM ${table} WHERE false`,
  ]),
  ...['LIMIT 3 OFFSET 2', 'OFFSET 10', 'LIMIT 100 OFFSET 12', 'LIMIT 0 OFFSET 3'].map(
    (limit) => `SELECT id FROM ${table} ORDER BY id ${limit}`,
  ),
  `SELECT id, sum(id) FILTER (id > 2) OVER (ORDER BY id) FROM ${table} ORDER BY id`,
  `SELECT id FROM ${table} QUALIFY count(*) FILTER (id > 9) OVER (PARTITION BY b) > 1`,
  `SELECT first_value(id ORDER BY i) OVER (PARTITION BY b) FROM ${table}`,
  `SELECT id FROM ${table} WHERE (id, i) NOT IN (SELECT k, v FROM others.csv)`,
  `SELECT rowid FROM ${table}`,
  `SELECT max(rowid), count(*) FROM ${table}`,
  `DESCRIBE SELECT p, h FROM ${table}`,
];
