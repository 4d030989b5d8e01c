// Applies read options that stand beside a query to the files it names by plain paths.
import { PathqlError } from '../errors.ts';
import type { GivenReadOptions, ReadOptionValue } from '../query/query-request.ts';
import {
  type FileReference,
  type OptionValue,
  type ReadOption,
  StructValue,
} from '../sql/file-reference.ts';

/** A call of read_csv says itself how its files are read. Rejects options that no file gets. */
export function withReadOptions(
  references: readonly FileReference[],
  given: GivenReadOptions | undefined,
): readonly FileReference[] {
  if (given === undefined || given.size === 0) return references;
  const plain = references.filter(({ options }) => options === null);
  if (plain.length > 0) {
    return references.map((one) =>
      one.options === null ? { ...one, options: optionsAt(one, given) } : one,
    );
  }
  const names = [...given.keys()].join(', ');
  const message = `Expected a file named by a plain path for the read options beside the query (${names}), found none. A call of read_csv says itself how its file is read`;
  throw new PathqlError('usage_invalid', message);
}

function optionsAt(
  { span }: FileReference,
  given: GivenReadOptions,
): ReadonlyMap<string, ReadOption> {
  return new Map([...given].map(([name, value]) => [name, { value: constantOf(value), span }]));
}

function isStruct(value: ReadOptionValue): value is ReadonlyMap<string, string> {
  return value instanceof Map;
}

function constantOf(value: ReadOptionValue): OptionValue {
  return isStruct(value) ? new StructValue(value) : value;
}
