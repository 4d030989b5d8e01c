// Tells what DuckDB has for functions of other dialects of SQL, and for names that stand for a value there.

/** As SQL Server, Oracle, MySQL, SQLite, BigQuery, Hive and Log Parser call them, to an example of what is written here. */
export const functionsOfOtherDialects: Readonly<Record<string, string>> = {
  isnull: 'coalesce(value, other)',
  nvl: 'coalesce(value, other)',
  nvl2: 'CASE WHEN value IS NULL THEN other ELSE one END',
  iif: 'CASE WHEN a > b THEN one ELSE other END',

  strcat: 'concat(a, b)',
  charindex: 'strpos(text, part)',
  locate: 'strpos(text, part)',
  index_of: 'strpos(text, part)',
  mid: 'substr(text, 1, 3)',
  substring_index: "split_part(text, ',', 1)",
  extract_token: "split_part(text, ',', 2) for its token 1",
  to_lowercase: 'lower(text)',
  to_uppercase: 'upper(text)',
  replicate: 'repeat(text, 3)',
  space: "repeat(' ', 3)",
  replace_str: "replace(text, 'a', 'b')",
  datalength: 'strlen(text)',
  char: 'chr(65)',
  regexp_like: "regexp_matches(text, '^a')",
  regexp_contains: "regexp_matches(text, '^a')",
  rlike: "regexp_matches(text, '^a')",
  regexp_substr: "regexp_extract(text, '^a')",

  convert: 'CAST(value AS INTEGER)',
  try_convert: 'TRY_CAST(value AS INTEGER)',
  to_string: 'CAST(value AS VARCHAR)',
  to_int: 'CAST(value AS BIGINT)',
  to_real: 'CAST(value AS DOUBLE)',
  to_number: 'CAST(value AS DECIMAL(18, 2))',
  to_varchar: 'CAST(value AS VARCHAR)',
  isnumeric: 'TRY_CAST(value AS DOUBLE) IS NOT NULL',
  isdate: 'TRY_CAST(value AS DATE) IS NOT NULL',

  getdate: 'now()',
  getutcdate: 'now()',
  sysdate: 'now()',
  sysdatetime: 'now()',
  systimestamp: 'now()',
  system_timestamp: 'now()',
  curdate: 'current_date',
  curtime: 'current_time',
  dateadd: 'moment + INTERVAL 1 DAY',
  adddate: 'moment + INTERVAL 1 DAY',
  subdate: 'moment - INTERVAL 1 DAY',
  timestampadd: 'moment + INTERVAL 1 DAY',
  add_months: 'moment + INTERVAL 1 MONTH',
  timestampdiff: "date_diff('day', earlier, later)",
  months_between: "date_diff('month', earlier, later)",
  eomonth: 'last_day(moment)',
  to_date: "strptime(text, '%d.%m.%Y')",
  str_to_date: "strptime(text, '%d.%m.%Y')",
  parse_date: "strptime(text, '%d.%m.%Y')",
  to_char: "strftime(moment, '%d.%m.%Y') for a date, format('{:,}', value) for a number",
  date_format: "strftime(moment, '%d.%m.%Y')",
  format_date: "strftime(moment, '%d.%m.%Y')",
  unix_timestamp: 'epoch(moment)',
  from_unixtime: 'to_timestamp(seconds)',

  truncate: 'trunc(value)',
  quantize: 'floor(value / 10) * 10',
  square: 'power(value, 2)',
  rand: 'random()',
  newid: 'uuid()',
  stdev: 'stddev(value)',
  stdevp: 'stddev_pop(value)',
  var: 'variance(value)',
  count_big: 'count(*)',

  top: 'LIMIT 10 at the end of the query',
};

/** That stand without brackets. */
const values: Readonly<Record<string, string>> = {
  sysdate: 'now()',
  systimestamp: 'now()',
  rownum: 'row_number() OVER (), and LIMIT for the first rows',
};

const dateParts = new Set(
  'year quarter month week day dow doy hour minute second millisecond microsecond'.split(' '),
);

/** What to write for the function `name`, in any letter case; undefined: it is known from no other dialect. */
export function functionCounterpart(name: string): string | undefined {
  return found(functionsOfOtherDialects, name);
}

/** The same for a name that stands as a column does. */
export function valueCounterpart(name: string): string | undefined {
  const folded = name.toLowerCase();
  return dateParts.has(folded) ? `'${folded}' for the part of a date` : found(values, name);
}

function found(table: Readonly<Record<string, string>>, name: string): string | undefined {
  const folded = name.toLowerCase();
  return Object.hasOwn(table, folded) ? table[folded] : undefined;
}
