// Parses arguments into options and the rest. Unknown, repeated and incomplete options are refused at once.
import { PathqlError } from '../../errors.ts';
import { nearestNames } from '../../text/nearest-names.ts';
import { otherSpelling } from './other-spellings.ts';

export interface OptionRule {
  /** With its dashes. */
  readonly name: string;
  /** Another spelling, as -h for --help. */
  readonly alias?: string;
  /** What the value looks like; without it the option takes none. */
  readonly placeholder?: string;
  /** All values there are, where they are few. */
  readonly values?: readonly string[];
  readonly help: string;
  /** May be given more than once. */
  readonly repeats?: boolean;
  /** The empty text is a value. */
  readonly takesEmpty?: boolean;
  /** The heading it has in the help; without it: Options. */
  readonly group?: string;
}

export interface ParsedArguments {
  /** Value by option name, the first one of several; the empty string for options that take none. */
  readonly options: ReadonlyMap<string, string>;
  /** All values of options that may be repeated, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly rest: readonly string[];
}

/**
 * `help`: what shows the options that there are. A value follows its option after `:` or `=`, as the next argument, or behind one letter: `-n2`. `--` ends
 * the options.
 */
export function parseOptions(
  args: readonly string[],
  rules: readonly OptionRule[],
  help = 'pathql --help',
): ParsedArguments {
  const options = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const rest: string[] = [];
  for (const { rule, value, argument } of readArguments(args, rules, help)) {
    if (rule === null) {
      rest.push(argument);
      continue;
    }
    const { name, repeats = false } = rule;
    if (options.has(name) && !repeats) throw usage(`${name} is given twice`);
    const checked = checkValue(rule, value);
    if (!options.has(name)) options.set(name, checked);
    if (repeats) lists.set(name, [...(lists.get(name) ?? []), checked]);
  }
  return { options, lists, rest };
}

/** Where the first argument is that is no option, by rules that may hold more than a command takes; -1: nowhere. */
export function findFirstOperand(args: readonly string[], rules: readonly OptionRule[]): number {
  for (const { rule, index } of readArguments(args, rules)) if (rule === null) return index;
  return -1;
}

interface ReadArgument {
  /** Null for what is no option. */
  readonly rule: OptionRule | null;
  readonly value: string | undefined;
  readonly argument: string;
  readonly index: number;
}

function* readArguments(
  args: readonly string[],
  rules: readonly OptionRule[],
  help = '',
): Generator<ReadArgument> {
  let areOptionsOver = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (areOptionsOver || !looksLikeOption(argument)) {
      yield { rule: null, value: undefined, argument, index };
    } else if (argument === '--') {
      areOptionsOver = true;
    } else {
      const { rule, attached } = findRule(argument, rules, help);
      const takesNext = rule.placeholder !== undefined && attached === undefined;
      if (takesNext) index += 1;
      yield { rule, value: takesNext ? args[index] : attached, argument, index };
    }
  }
}

/** A lone dash is standard input, and a dash before whitespace starts an SQL comment. */
function looksLikeOption(arg: string): boolean {
  return /^-[^\s]/.test(arg) && !/^--\s/.test(arg);
}

function findRule(arg: string, rules: readonly OptionRule[], help: string) {
  const [, name = arg, attached] = /^(--?[^:=]*)[:=](.*)$/s.exec(arg) ?? [];
  const rule = ruleOf(name, rules);
  if (rule !== undefined) return { rule, attached };
  // -fixedSep:ON is another option of Log Parser, and no file.
  const isWord = /^-[a-z]{4,}[:=]/i.test(arg);
  const short = /^-[a-z]/i.test(arg) && !isWord ? ruleOf(arg.slice(0, 2), rules) : undefined;
  if (short?.placeholder !== undefined) return { rule: short, attached: arg.slice(2) };
  throw usage(`Unknown option ${name}${hintFor(name, rules, help)}`);
}

const mostListed = 8;

/** Of one letter any other is near. */
function hintFor(name: string, rules: readonly OptionRule[], help: string): string {
  const known = otherSpelling(name);
  if (known !== undefined) return `. Here ${known}; see ${help}`;
  const names = rules.map((rule) => rule.name);
  const allowed = rules.length > mostListed ? `see ${help}` : `allowed are ${names.join(', ')}`;
  const [nearest] = name.length > 2 ? nearestNames(name, names) : [];
  return `; ${allowed}${nearest === undefined ? '' : `. Did you mean ${nearest}?`}`;
}

function ruleOf(name: string, rules: readonly OptionRule[]): OptionRule | undefined {
  return rules.find((known) => known.name === name || known.alias === name);
}

function checkValue(
  { name, placeholder, takesEmpty = false }: OptionRule,
  given: string | undefined,
): string {
  if (placeholder === undefined) {
    if (given !== undefined) throw usage(`${name} takes no value, got '${given}'`);
    return '';
  }
  const isMissing = given === undefined || (given === '' && !takesEmpty);
  if (isMissing) throw usage(`${name} needs a value: ${placeholder}`);
  return given;
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
