// Finds the other notations of dates and numbers under which a reading fits as well, with other values.
import { momentFormats } from '../../shared/types/given/common-formats.ts';
import type { GivenOptions } from '../read-options.ts';
import { givenTypes } from '../table-columns.ts';
import { type FoundReading, withChanges } from './find-readings.ts';
import type { Changes } from './remedies.ts';
import { type Sample, type Trial, tryOrNull } from './try-reading.ts';

/** The reading itself among them, unless another one shows that it is wrong. */
export function inAllNotations(
  found: FoundReading,
  sample: Sample,
  given: GivenOptions,
): FoundReading[] {
  const readings = swaps.reduce<FoundReading[]>(
    (all, swap) => all.flatMap((reading) => [reading, ...swapped(reading, swap, sample, given)]),
    [found],
  );
  return withMostRecords(withThousandsInWholeNumbers(readings));
}

/** Null: there is nothing to swap. */
type Swap = (changes: Changes) => Changes | null;

const swaps: readonly Swap[] = [
  ({ dateformat, ...changes }) => {
    const other = withDayForMonth(dateformat);
    return other === null ? null : { ...changes, dateformat: other };
  },
  ({ timestampformat, ...changes }) => {
    const other = withDayForMonth(timestampformat);
    return other === null ? null : { ...changes, timestampformat: other };
  },
  ({ decimal_separator, ...changes }) =>
    decimal_separator === undefined ? null : { ...changes, thousands: ',' },
];

function withDayForMonth(format: unknown): string | null {
  const names: Readonly<Record<string, string>> = { '%d': '%m', '%m': '%d' };
  const other = String(format).replace(/%[dm]/g, (name) => names[name] ?? name);
  return other !== format && momentFormats.includes(other) ? other : null;
}

function swapped(
  { changes, rivals }: FoundReading,
  swap: Swap,
  sample: Sample,
  given: GivenOptions,
): FoundReading[] {
  const other = swap(changes);
  if (other === null || Object.keys(other).some((name) => !(name in changes) && given.has(name)))
    return [];
  const options = withChanges(given, other);
  const trial = tryOrNull(sample, options);
  return trial === null ? [] : [{ changes: other, trial, given: options, rivals }];
}

const wholeNumber = /^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$/;

/** `1,000` in a column of whole numbers is a thousand, not a one with three decimals. */
function withThousandsInWholeNumbers(readings: readonly FoundReading[]): readonly FoundReading[] {
  const inThousands = readings.filter(({ changes }) => !('decimal_separator' in changes));
  const [reading] = inThousands;
  return reading !== undefined && holdsWholeNumberWithComma(reading.trial) ? inThousands : readings;
}

function holdsWholeNumberWithComma({ reading, options, firstRecords }: Trial): boolean {
  const types = givenTypes(reading.columns, options, reading.file);
  return types.some(
    (type, at) =>
      wholeNumber.test(type ?? '') &&
      firstRecords.some(({ fields }) => fields[at]?.text.includes(',')),
  );
}

/** A first record whose value fits no type would be taken for names. */
function withMostRecords(readings: readonly FoundReading[]): FoundReading[] {
  const most = Math.max(...readings.map(({ trial }) => trial.records));
  return readings.filter(({ trial }) => trial.records === most);
}
