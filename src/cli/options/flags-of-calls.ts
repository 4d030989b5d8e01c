// Says calls of read_csv that a message advises as flags of the command line.
import { flagsFor, type WrittenOption } from './read-options.ts';

/** Null: there is no call, one is of other files than `path` names, or says what no flag does. */
export function flagsOfCalls(message: string, path: string): string | null {
  const calls = [...message.matchAll(/\bread_csv\((?=['[])/g)].map(({ 0: start, index }) => {
    const [file = '', ...options] = splitList(message.slice(index + start.length));
    return textOf(file) === path ? flagsFor(options.map(optionOf)) : null;
  });
  if (calls.length === 0 || calls.includes(null) || calls.includes('')) return null;
  return [...new Set(calls)].join('  or  ');
}

function optionOf(written: string): WrittenOption {
  const at = written.indexOf('=');
  return { option: written.slice(0, at), values: valuesOf(written.slice(at + 1)) };
}

/** A list has several; what a struct gives to a name is written `name=value`. */
function valuesOf(written: string): string[] {
  const inner = written.slice(1);
  if (written.startsWith('[')) return splitList(inner).map(textOf);
  if (!written.startsWith('{')) return [textOf(written)];
  return splitList(inner).map((member) => {
    const [, name = '', value = ''] = /^('(?:[^']|'')*'): (.*)$/s.exec(member) ?? [];
    return `${textOf(name)}=${textOf(value)}`;
  });
}

function textOf(constant: string): string {
  return constant.startsWith("'") ? constant.slice(1, -1).replaceAll("''", "'") : constant;
}

/** What stands between the commas, up to the bracket that closes the list. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('([{'.includes(character)) depth += 1;
    const isEnd = depth === 0 && ')]}'.includes(character);
    if (isEnd || (depth === 0 && character === ',')) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
    if (isEnd) return parts;
    if (')]}'.includes(character)) depth -= 1;
  }
  return parts;
}
