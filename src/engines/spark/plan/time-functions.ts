// Lists the reviewed functions over dates and times.
import { withinCalendar } from './casts.ts';
import { type Argument, type Call, over, times, type WriteCall } from './function-call.ts';
import { textLiteral } from './literals.ts';

export const timeFunctions: Readonly<Record<string, WriteCall>> = {
  year: over([times], (x) => `year(${x})`),
  quarter: over([times], (x) => `quarter(${x})`),
  month: over([times], (x) => `month(${x})`),
  week: over([times], (x) => `weekofyear(${x})`),
  weekofyear: over([times], (x) => `weekofyear(${x})`),
  day: over([times], (x) => `day(${x})`),
  dayofmonth: over([times], (x) => `day(${x})`),
  dayofyear: over([times], (x) => `dayofyear(${x})`),
  dayofweek: over([times], (x) => `(dayofweek(${x}) - 1)`),
  weekday: over([times], (x) => `(dayofweek(${x}) - 1)`),
  isodow: over([times], (x) => `(weekday(${x}) + 1)`),
  hour: over([['TIMESTAMP']], (x) => `hour(${x})`),
  minute: over([['TIMESTAMP']], (x) => `minute(${x})`),
  second: over([['TIMESTAMP']], (x) => `second(${x})`),
  date_part: datePart,
  datepart: datePart,
  date_trunc: truncatedTime,
  datetrunc: truncatedTime,
  date_diff: timeDifference,
  datediff: timeDifference,
  last_day: over([times], (x) => `last_day(CAST(${x} AS DATE))`),
  monthname: over([times], (x) => `date_format(${x}, 'MMMM')`),
  strftime: formattedTime,
  dayname: over([times], (x) => `date_format(${x}, 'EEEE')`),
};

const partNames: Readonly<Record<string, string>> = {
  ...{ year: 'year', y: 'year', years: 'year', quarter: 'quarter', quarters: 'quarter' },
  ...{ month: 'month', months: 'month', mon: 'month', week: 'week', weeks: 'week' },
  ...{ day: 'day', days: 'day', d: 'day', dow: 'dayofweek', dayofweek: 'dayofweek' },
  ...{ isodow: 'isodow', doy: 'dayofyear', dayofyear: 'dayofyear' },
  ...{ hour: 'hour', hours: 'hour', h: 'hour', minute: 'minute', minutes: 'minute' },
  ...{ second: 'second', seconds: 'second', s: 'second' },
};

function partOf(argument: Argument | undefined): string {
  return partNames[String(argument?.constant).toLowerCase()] ?? '';
}

function datePart({ type, arguments: [part, value] }: Call): string | undefined {
  const write = timeFunctions[partOf(part)];
  return value === undefined ? undefined : write?.({ name: '', type, arguments: [value] });
}

const truncations: readonly string[] = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
];

function truncatedTime({ arguments: [part, value] }: Call): string | undefined {
  const unit = partOf(part);
  if (value === undefined || !truncations.includes(unit)) return undefined;
  if (value.type !== 'DATE' && value.type !== 'TIMESTAMP') return undefined;
  return `CAST(date_trunc('${unit}', CAST(${value.sql} AS TIMESTAMP)) AS TIMESTAMP_NTZ)`;
}

/** Borders of the unit between two times. */
function timeDifference({ arguments: [part, from, to] }: Call): string | undefined {
  if (from === undefined || to === undefined || from.type !== to.type) return undefined;
  if (from.type !== 'DATE' && from.type !== 'TIMESTAMP') return undefined;
  const years = `(year(${to.sql}) - year(${from.sql}))`;
  const between: Readonly<Record<string, string>> = {
    year: years,
    quarter: `(${years} * 4 + quarter(${to.sql}) - quarter(${from.sql}))`,
    month: `(${years} * 12 + month(${to.sql}) - month(${from.sql}))`,
    day: `datediff(CAST(${to.sql} AS DATE), CAST(${from.sql} AS DATE))`,
  };
  return between[partOf(part)];
}

/** As Spark writes what strftime names. */
const formats: Readonly<Record<string, string>> = {
  ...{ Y: 'yyyy', y: 'yy', m: 'MM', d: 'dd', H: 'HH', I: 'hh', M: 'mm', S: 'ss', p: 'a' },
  ...{ b: 'MMM', B: 'MMMM', a: 'EEE', A: 'EEEE', j: 'DDD', f: 'SSSSSS', '%': "'%'" },
};

function formattedTime({ arguments: [value, format] }: Call): string | undefined {
  if (value === undefined || !times.includes(value.type)) return undefined;
  if (typeof format?.constant !== 'string') return undefined;
  const parts = [...format.constant.matchAll(/%(.?)|([^%]+)/gs)].map(([, name, words = '']) =>
    name === undefined ? quoted(words) : formats[name],
  );
  if (parts.includes(undefined)) return undefined;
  const written = parts.join('');
  return withinCalendar(value.sql, (time) => `date_format(${time}, ${textLiteral(written)})`);
}

function quoted(words: string): string {
  return `'${words.replaceAll("'", "''")}'`;
}
