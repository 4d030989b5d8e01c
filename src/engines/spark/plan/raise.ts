// Writes what stops a query on Spark with words of ours.
import { textLiteral } from './literals.ts';

/** Words between these are told to the user as they are. */
export const raiseMarks = { start: 'pathql<<', end: '>>pathql' } as const;

/** An expression of any type. */
export function raise(words: string): string {
  return `raise_error(${textLiteral(`${raiseMarks.start}${words}${raiseMarks.end}`)})`;
}
