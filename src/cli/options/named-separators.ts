// Reads a separator that may be said in a word.
import { PathqlError } from '../../errors.ts';

const named: Readonly<Record<string, string>> = {
  tab: '\\t',
  space: ' ',
  comma: ',',
  semicolon: ';',
  bar: '|',
  pipe: '|',
};

/** Of the option `name`. A text that is no such word stays as it is. */
export function readSeparator(name: string, written: string): string {
  const word = written.toLowerCase();
  if (word === 'spaces') {
    const message = `${name}: fields are parted by one text that is always the same, and not by any number of spaces. Make them one first, as by: tr -s ' ' < file | pathql ${name} space "SELECT * FROM -"`;
    throw new PathqlError('usage_invalid', message);
  }
  const meant = Object.hasOwn(named, word) ? named[word] : undefined;
  return meant ?? written.replace(/\\+t/g, '\\t');
}
