// Reads a parameter of an address that is true or false.
import { PathqlError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';

/** False where none is given. */
export function readFlag(name: string, given: string | undefined): boolean {
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  const message = `Expected "${name}" to be true or false, got ${quoted(given)}`;
  throw new PathqlError('request_invalid', message);
}
