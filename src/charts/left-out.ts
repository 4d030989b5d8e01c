// Says which values a chart leaves out, and refuses a chart that would leave out all.
import { PathqlError } from '../errors.ts';

export function leftOutNote(count: number): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? 'value' : 'values'} not drawn: NULL or not finite`;
}

export function nothingLeft(count: number): PathqlError {
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart: expected at least one row with a finite number, got ${count} that are NULL or not finite. Check what the columns hold.`,
  );
}
