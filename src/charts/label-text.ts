// What a chart shows for the value of a text column; NULL is a group like others.
import { plainText } from './plain-text.ts';

export function labelText(value: string | null): string {
  return value === null ? 'NULL' : plainText(value);
}
