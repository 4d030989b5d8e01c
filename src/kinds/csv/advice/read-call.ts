// Writes a call that reads files with options, as a query may have it.
import { literal } from '../../../text/sql-text.ts';
import type { GivenOptions } from '../read-options.ts';

const maxNamedPaths = 10;

export function readCall(path: string | readonly string[], given: GivenOptions): string {
  return writeCall('read_csv', path, given);
}

export function writeCall(
  functionName: string,
  path: string | readonly string[],
  given: GivenOptions,
): string {
  const options = [...given].map(([name, { value }]) => `${name}=${constant(value)}`);
  return `${functionName}(${[paths(path), ...options].join(', ')})`;
}

/** A longer list is one that a program wrote. */
function paths(path: string | readonly string[]): string {
  if (typeof path === 'string') return constant(path);
  if (path.length > maxNamedPaths) return '[…]';
  return constant(path.length === 1 ? path[0] : path);
}

function constant(value: unknown): string {
  if (value === '\t') return "'\\t'";
  if (typeof value === 'string') return literal(value);
  if (Array.isArray(value)) return `[${value.map(constant).join(', ')}]`;
  if (value === null || typeof value !== 'object') return String(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const members = entries.map(([name, member]) => {
    return `${literal(name)}: ${constant(member)}`;
  });
  return `{${members.join(', ')}}`;
}
