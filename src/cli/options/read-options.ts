// Defines and reads the options that say how the files of a query are read: those of read_csv, as flags.
import { PathqlError } from '../../errors.ts';
import type { GivenReadOptions, ReadOptionValue } from '../../query/query-request.ts';
import { readSeparator } from './named-separators.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';
import { shellWord } from './shell-word.ts';

interface ReadFlag extends OptionRule {
  /** The option of read_csv behind it. */
  readonly option: string;
  /** Its values as read_csv takes them; one value unless the flag repeats. */
  readonly read: (values: readonly string[]) => ReadOptionValue;
}

const text = ([value = '']: readonly string[]) => value;
const all = (values: readonly string[]) => values;
const yes = () => true;
/** What is no number is refused by read_csv, in words that fit. */
const number = ([value = '']: readonly string[]) => (/^\d+$/.test(value) ? Number(value) : value);

const flags: readonly ReadFlag[] = [
  {
    name: '--delim',
    option: 'delim',
    placeholder: '<text>',
    help: 'What parts the fields: ;  tab  space  or other text. Default: the one of , tab ; | that fits.',
    read: ([value = '']) => readSeparator('--delim', value),
  },
  {
    name: '--quote',
    option: 'quote',
    placeholder: '<character>',
    takesEmpty: true,
    help: 'What quotes a field; empty: quotes are text. Default: ".',
    read: text,
  },
  {
    name: '--escape',
    option: 'escape',
    placeholder: '<character>',
    takesEmpty: true,
    help: 'What stands before a quote inside quotes. Default: the quote itself.',
    read: text,
  },
  {
    name: '--header',
    option: 'header',
    help: 'The first record holds names, even where it may be data.',
    read: yes,
  },
  {
    name: '--no-header',
    option: 'header',
    help: 'The first record is data: columns are column0, column1, … Without a header in the output: --no-output-header.',
    read: () => false,
  },
  {
    name: '--names',
    option: 'names',
    placeholder: '<a,b>',
    help: 'Names of the columns, parted by commas, in the order of the file.',
    read: ([value = '']) => value.split(','),
  },
  {
    name: '--skip',
    option: 'skip',
    placeholder: '<count>',
    help: 'Lines above the header to leave out.',
    read: number,
  },
  {
    name: '--comment',
    option: 'comment',
    placeholder: '<character>',
    help: 'Lines that start with it are left out.',
    read: text,
  },
  {
    name: '--encoding',
    option: 'encoding',
    placeholder: '<name>',
    help: 'Such as latin-1, windows-1252 or utf-16. Default: utf-8, or what a mark at the start says.',
    read: text,
  },
  {
    name: '--null',
    option: 'nullstr',
    placeholder: '<text>',
    repeats: true,
    takesEmpty: true,
    help: 'A text that means NULL, as NA or -. May be given more than once. Default: the empty field.',
    read: all,
  },
  {
    name: '--types',
    option: 'types',
    placeholder: '<name=type,…>',
    help: 'Types of columns: zip=VARCHAR,day=DATE. Default: the narrowest that every value fits exactly.',
    read: ([value = '']) => readTypes(value),
  },
  {
    name: '--date-format',
    option: 'dateformat',
    placeholder: '<format>',
    help: 'How columns of --types that are DATE are written, as %d.%m.%Y.',
    read: text,
  },
  {
    name: '--timestamp-format',
    option: 'timestampformat',
    placeholder: '<format>',
    help: 'The same for time stamps, as %d/%b/%Y:%H:%M:%S %z.',
    read: text,
  },
  {
    name: '--decimal',
    option: 'decimal_separator',
    placeholder: '<,|.>',
    help: 'The decimal mark in columns of --types that are numbers.',
    read: text,
  },
  {
    name: '--thousands',
    option: 'thousands',
    placeholder: '<character>',
    help: 'What parts thousands in these columns.',
    read: text,
  },
  {
    name: '--all-varchar',
    option: 'all_varchar',
    help: 'All columns are text.',
    read: yes,
  },
  {
    name: '--null-padding',
    option: 'null_padding',
    help: 'Short records are filled up with NULL.',
    read: yes,
  },
  {
    name: '--ignore-errors',
    option: 'ignore_errors',
    help: 'Faulty records are left out; a warning says how many.',
    read: yes,
  },
  {
    name: '--union-by-name',
    option: 'union_by_name',
    help: 'Files of a pattern may have different columns: they are matched by name.',
    read: yes,
  },
  {
    name: '--filename',
    option: 'filename',
    help: 'A column, filename, says which file a row is of.',
    read: yes,
  },
];

export const readFlags: readonly OptionRule[] = flags.map(
  ({ option: _option, read: _read, ...rule }) => ({ ...rule, group: 'How files are read' }),
);

/** Undefined when no flag is given. */
export function readOptionsOf({ options, lists }: ParsedArguments): GivenReadOptions | undefined {
  const given = new Map<string, ReadOptionValue>();
  for (const { name, option, read } of flags) {
    const value = options.get(name);
    if (value === undefined) continue;
    if (given.has(option))
      throw usage('--header and --no-header exclude each other: leave one out');
    given.set(option, read(lists.get(name) ?? [value]));
  }
  return given.size === 0 ? undefined : given;
}

/** An option of read_csv, with its values as texts. */
export interface WrittenOption {
  readonly option: string;
  readonly values: readonly string[];
}

/** As they are written in a shell; null: one of them has no flag. */
export function flagsFor(options: readonly WrittenOption[]): string | null {
  const written = options.map(flagFor);
  return written.includes(null) ? null : written.join(' ');
}

/** Null also where the flag would be read as something else. */
function flagFor({ option, values }: WrittenOption): string | null {
  for (const { name, placeholder, repeats = false, ...flag } of flags) {
    if (flag.option !== option) continue;
    const said = placeholder === undefined ? [] : repeats ? values : [values.join(',')];
    if (!isReadAs(values, () => flag.read(said))) continue;
    const words = said.map((value) => `${name} ${shellWord(value === '\\t' ? 'tab' : value)}`);
    return placeholder === undefined ? name : words.join(' ');
  }
  return null;
}

function isReadAs(expected: readonly string[], read: () => ReadOptionValue): boolean {
  try {
    const texts = textsOf(read());
    return texts.length === expected.length && texts.every((text, at) => text === expected[at]);
  } catch (error) {
    if (error instanceof PathqlError) return false;
    throw error;
  }
}

function textsOf(value: ReadOptionValue): readonly string[] {
  if (value instanceof Map) return [...value].map(([name, type]) => `${name}=${type}`);
  return Array.isArray(value) ? value : [String(value)];
}

/** What an error says of the option of a call, said of its flag. */
export function inWordsOfFlags(message: string): string {
  const [start = '', option = ''] = /^The option (\w+) of read_csv/.exec(message) ?? [];
  const flag = flags.find((each) => each.option === option)?.name;
  if (flag !== undefined) return flag + message.slice(start.length);
  return message
    .replace(/^read_csv cannot/, 'Cannot')
    .replace(/^read_csv (take|give)s/, 'The read options $1');
}

/** `zip=VARCHAR,price=DECIMAL(9,2)`: the last `=` ends the name, and a type may have commas in brackets. */
function readTypes(written: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  let rest = written;
  while (rest !== '') {
    const [whole = '', name = '', type = ''] =
      /^(?!=)(.+?)=([^=,(]+(?:\([^)]*\))?)(?:,|$)/.exec(rest) ?? [];
    if (whole === '' || types.has(name.trim())) {
      const message = `--types expects names and types, each name once, as zip=VARCHAR,day=DATE, got '${written}'`;
      throw usage(message);
    }
    types.set(name.trim(), type.trim());
    rest = rest.slice(whole.length);
  }
  return types;
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
