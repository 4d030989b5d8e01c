// Tells what a column holds from the name of its type.
import type { ColumnKind } from '../../query/layouts.ts';

const patterns: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|BIGNUM|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\))$/, 'number'],
  [/^(?:DATE|TIMESTAMP(?:_S|_MS|_NS)?|TIMESTAMP WITH TIME ZONE)$/, 'time'],
  [/^BOOLEAN$/, 'boolean'],
];

export function kindOfType(type: string): ColumnKind {
  return patterns.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
}
