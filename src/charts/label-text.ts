// Writes the value of a label column as a chart shows it; NULL is a group like others.
import { plainText } from './plain-text.ts';

export function labelText(value: string | null): string {
  return value === null ? 'NULL' : plainText(value);
}
