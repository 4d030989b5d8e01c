// Splits an entry of a W3C log into the values of its fields.
import type { Entry } from './entry-reader.ts';
import { EntryFault, shownFrom } from './log-fault.ts';
import { textValue } from './text-value.ts';

export type Separator = ' ' | '\t' | ',';

/** `-` and nothing at all are NULL. With quotes, a text between them has its quotes doubled. Throws EntryFault. */
export function splitEntry(line: string, separator: Separator, hasQuotes: boolean): Entry {
  if (hasQuotes && line.includes('"')) return splitQuoted(line, separator);
  return fieldsOf(line, separator).map(textValue);
}

function fieldsOf(line: string, separator: Separator): string[] {
  if (separator !== ' ') return line.split(separator);
  const isSpaced = line.includes('  ') || line.startsWith(' ') || line.endsWith(' ');
  return isSpaced ? line.trim().split(/ +/) : line.split(separator);
}

const quotedText = /"([^"]*(?:""[^"]*)*)"/y;

function splitQuoted(line: string, separator: Separator): Entry {
  const values: (string | null)[] = [];
  const text = separator === ' ' ? line.replace(/^ +| +$/g, '') : line;
  for (let at = 0; at <= text.length; ) {
    const { value, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    if (end < text.length && text[end] !== separator) {
      const name = { ' ': 'a space', '\t': 'a tab', ',': 'a comma' }[separator];
      throw new EntryFault(
        `expected ${name} behind a closing quote, found ${shownFrom(text, end)}`,
      );
    }
    values.push(value);
    at = end + 1;
    if (separator === ' ') while (text[at] === ' ') at++;
  }
  return values;
}

interface FoundValue {
  readonly value: string | null;
  /** Where the separator is, or the end of the line. */
  readonly end: number;
}

function readQuoted(line: string, at: number): FoundValue {
  quotedText.lastIndex = at;
  const [whole, text] = quotedText.exec(line) ?? [];
  if (whole === undefined || text === undefined) {
    throw new EntryFault(`expected a closing quote, found none behind ${shownFrom(line, at)}`);
  }
  return { value: text === '' ? null : text.replaceAll('""', '"'), end: at + whole.length };
}

function readPlain(line: string, at: number, separator: Separator): FoundValue {
  const next = line.indexOf(separator, at);
  const end = next === -1 ? line.length : next;
  return { value: textValue(line.slice(at, end)), end };
}
