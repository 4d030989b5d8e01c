// Changes the options of a call that reads files.
import type { OtherOptions } from '../../kinds/shared/avoidable-error.ts';
import type { OptionValue, ReadOption } from '../../sql/file-reference.ts';
import type { TableOpening } from '../engine-driver.ts';

export function withOther(
  given: TableOpening['options'],
  other: OtherOptions,
): ReadonlyMap<string, ReadOption> {
  const options = new Map(given ?? []);
  for (const [name, value] of Object.entries(other)) {
    if (value === undefined) options.delete(name);
    else options.set(name, { value: value as OptionValue, span: { start: 0, end: 0 } });
  }
  return options;
}
