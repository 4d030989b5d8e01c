// Translates options as Microsoft Log Parser spells them into ours.
import { PathqlError } from '../../errors.ts';
import { readSeparator } from './named-separators.ts';

/** A value, in small letters, to the arguments that mean the same; a function for values that are free. */
type Spelling = Readonly<Record<string, readonly string[]>> | ((value: string) => string[]);

const nothing: readonly string[] = [];

const spellings: Readonly<Record<string, Spelling>> = {
  '-i': { csv: nothing, tsv: ['--delim', '\\t'] },
  '-headers': { on: nothing, auto: nothing, off: ['--no-output-header'] },
  '-headerrow': { on: ['--header'], auto: nothing, off: ['--no-header'] },
  '-iseparator': (value) => ['--delim', readSeparator('--delim', value)],
  '-oseparator': (value) => ['--output-delim', readSeparator('--output-delim', value)],
  '-nskiplines': (value) => ['--skip', value],
  '-comment': (value) => ['--comment', value],
  '-icodepage': {
    '0': nothing,
    '65001': ['--encoding', 'utf-8'],
    '1200': ['--encoding', 'utf-16'],
    '28591': ['--encoding', 'latin-1'],
    '1250': ['--encoding', 'windows-1250'],
    '1251': ['--encoding', 'windows-1251'],
    '1252': ['--encoding', 'windows-1252'],
  },
  '-stats': { on: ['--stats'], off: nothing },
  '-q': { on: ['--quiet'], off: nothing },
};

/** What Log Parser calls them. */
const logFormats: ReadonlySet<string> = new Set(['iisw3c', 'w3c', 'ncsa']);

/** Arguments that are no such option stay as they are; values are compared in any letter case. */
export function translateLogParser(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return [...options.flatMap(translate), ...args.slice(options.length)];
}

function translate(argument: string): readonly string[] {
  const [, written = '', value = ''] = /^(-[a-z]+):(.*)$/is.exec(argument) ?? [];
  const name = written.toLowerCase();
  const spelling = Object.hasOwn(spellings, name) ? spellings[name] : undefined;
  if (spelling === undefined) return [argument];
  if (typeof spelling === 'function') return spelling(value);
  const folded = value.toLowerCase();
  const meant = Object.hasOwn(spelling, folded) ? spelling[folded] : undefined;
  if (meant !== undefined) return meant;
  if (name === '-i' && logFormats.has(folded)) {
    const reason = `Leave out ${argument}: logs are recognised by their first lines`;
    throw new PathqlError('usage_invalid', reason);
  }
  const known = Object.keys(spelling).map((one) => `${written}:${one.toUpperCase()}`);
  const message = `${written} takes ${known.join(', ')}, got '${value}'`;
  throw new PathqlError('usage_invalid', message);
}
