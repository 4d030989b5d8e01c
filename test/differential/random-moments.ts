// Makes random days and times, written in the formats that a question may give.
import type { Random } from './random.ts';

export const dateFormats = [
  ...['%d.%m.%Y', '%m/%d/%Y', '%Y%m%d', '%d %b %Y', '%B %d, %Y', '%a %d.%m.%y', '%Y-%j', '%m.%Y'],
  ...['%A, %d %B %Y', '%Y', '%d.%m.%Y %H:%M', '100%% %Y-%m-%d', '(%d+%m+%Y)', '%y%m%d'],
];
export const timestampFormats = [
  ...['%d.%m.%Y %H:%M:%S', '%m/%d/%y %I:%M %p', '%Y-%m-%dT%H:%M:%S.%f', '%Y%m%d%H%M%S'],
  ...['%d/%b/%Y:%H:%M:%S %z', '%Y-%m-%d %H:%M:%S.%n', '%Y-%m-%d %H:%M:%S.%g', '%Y-%m-%d %H'],
  ...['%a %d %B %Y %I:%M:%S%p', '%Y-%m-%d %H:%M:%S%z', '%d.%m.%Y'],
];

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];
const laterMonths = ['September', 'October', 'November', 'December'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A moment as the format has it; once in a while one that does not exist. */
export function writtenMoment(random: Random, format: string, hasTime = true): string {
  const date = new Date(0);
  const isModern = format.includes('%y') || random.chance(0.8);
  const year = isModern ? random.between(1969, 2068) : random.between(1, 9999);
  date.setUTCFullYear(year, random.below(12), random.between(1, 31));
  if (hasTime) date.setTime(date.getTime() + random.below(86_400) * 1000);
  const micros = hasTime ? random.pick([0, 500_000, random.below(1_000_000)]) : 0;
  const parts = partsOf(random, date, micros);
  return format.replace(/%(.)/g, (_, letter: string) => parts[letter] ?? letter);
}

function partsOf(random: Random, date: Date, micros: number): Record<string, string> {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = random.chance(0.02) ? random.between(28, 32) : date.getUTCDate();
  const hour = random.chance(0.01) ? 24 : date.getUTCHours();
  const month = [...months, ...laterMonths][date.getUTCMonth()] ?? '';
  const weekday = weekdays[random.chance(0.01) ? 0 : date.getUTCDay()] ?? '';
  const first = new Date(date);
  first.setUTCMonth(0, 1);
  return {
    Y: String(date.getUTCFullYear()).padStart(4, '0'),
    y: two(date.getUTCFullYear() % 100),
    m: two(date.getUTCMonth() + 1),
    b: month.slice(0, 3),
    B: month,
    d: two(day),
    j: String(Math.floor((date.getTime() - first.getTime()) / 86_400_000) + 1).padStart(3, '0'),
    a: weekday.slice(0, 3),
    A: weekday,
    H: two(hour),
    I: two(hour % 12 === 0 ? 12 : hour % 12),
    p: hour < 12 ? 'AM' : 'PM',
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    f: String(micros).padStart(6, '0'),
    g: String(Math.floor(micros / 1000)).padStart(3, '0'),
    n: `${String(micros).padStart(6, '0')}${random.pick(['000', '000', '001'])}`,
    z: random.pick(['+00:00', '+02:00', '-05:30', '+14:59', '-00:30']),
  };
}
