// Reads intervals that a query writes out, such as INTERVAL 1 MONTH, and adds them to times.
import { isNode, type PlanNode, textIn } from './plan-node.ts';
import { typeOf } from './types.ts';

export interface Interval {
  readonly months: number;
  readonly microseconds: number;
}

const second = 1_000_000;
const day = 86_400 * second;

const units: Readonly<Record<string, Interval>> = {
  year: { months: 12, microseconds: 0 },
  quarter: { months: 3, microseconds: 0 },
  month: { months: 1, microseconds: 0 },
  week: { months: 0, microseconds: 7 * day },
  day: { months: 0, microseconds: day },
  hour: { months: 0, microseconds: 3_600 * second },
  minute: { months: 0, microseconds: 60 * second },
  second: { months: 0, microseconds: second },
};

/** More would lead out of the years that both engines have. */
const most: Interval = { months: 12 * 10_000, microseconds: 3_660_000 * day };

/** Undefined: it is none, or one that depends on a row, or is written in another way. */
export function intervalOf(expression: PlanNode): Interval | undefined {
  if (typeOf(expression) !== 'INTERVAL') return undefined;
  const interval = written(expression);
  if (interval === undefined) return undefined;
  const fits =
    Math.abs(interval.months) <= most.months &&
    Math.abs(interval.microseconds) <= most.microseconds;
  return fits ? interval : undefined;
}

function written(expression: PlanNode): Interval | undefined {
  const { child, children } = expression;
  if (expression.expression_class === 'BOUND_CAST') {
    return isNode(child) ? intervalOfText(constantText(child)) : undefined;
  }
  if (expression.expression_class !== 'BOUND_FUNCTION' || !Array.isArray(children))
    return undefined;
  const [, unit = ''] = /^to_(\w+)s$/.exec(textIn(expression, 'name')) ?? [];
  const [count] = children;
  return times(units[unit], isNode(count) ? wholeNumber(count) : undefined);
}

function constantText(node: PlanNode): string | undefined {
  const value = node.expression_class === 'BOUND_CONSTANT' ? node.value : undefined;
  return isNode(value) && typeof value.value === 'string' ? value.value : undefined;
}

/** `3 days 2 hours`. */
function intervalOfText(text: string | undefined): Interval | undefined {
  const parts = /^ *(?:-?\d{1,9} +[a-z]+ *)+$/i.test(text ?? '')
    ? [...(text ?? '').matchAll(/(-?\d+) +([a-z]+)/gi)]
    : [];
  const intervals = parts.map(([, count, unit = '']) =>
    times(units[unit.toLowerCase().replace(/s$/, '')], Number(count)),
  );
  return intervals.length === 0 ? undefined : intervals.reduce(both);
}

function both(a: Interval | undefined, b: Interval | undefined): Interval | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { months: a.months + b.months, microseconds: a.microseconds + b.microseconds };
}

function times(unit: Interval | undefined, count: number | undefined): Interval | undefined {
  if (unit === undefined || count === undefined) return undefined;
  return { months: unit.months * count, microseconds: unit.microseconds * count };
}

/** Also behind the casts and the `trunc` that the binder puts around it. */
function wholeNumber(node: PlanNode): number | undefined {
  const { child, children, value } = node;
  if (node.expression_class === 'BOUND_CAST' && isNode(child)) return wholeNumber(child);
  if (node.expression_class === 'BOUND_FUNCTION' && node.name === 'trunc') {
    const [inner] = Array.isArray(children) ? children : [];
    return isNode(inner) ? wholeNumber(inner) : undefined;
  }
  if (node.expression_class !== 'BOUND_CONSTANT' || !isNode(value)) return undefined;
  const isPlain = value.is_null !== true && /^-?\d{1,9}$/.test(String(value.value));
  const isWhole = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|VARCHAR)$/.test(typeOf(node));
  return isPlain && isWhole ? Number(value.value) : undefined;
}

/** A TIMESTAMP later by so many months, whose last days stay within the month, and then by the rest. */
export function laterTime(time: string, interval: Interval, sign: '+' | '-'): string {
  const factor = sign === '-' ? -1 : 1;
  const steps = [
    ['MONTH', interval.months * factor],
    ['MICROSECOND', interval.microseconds * factor],
  ] as const;
  return steps
    .filter(([, count]) => count !== 0)
    .reduce(
      (sql, [unit, count]) => `timestampadd(${unit}, CAST('${count}' AS BIGINT), ${sql})`,
      `CAST(${time} AS TIMESTAMP_NTZ)`,
    );
}
