// Parses arguments into options and the rest. Unknown, repeated and incomplete options are refused at once.
import { PathqlError } from '../../errors.ts';
import { nearestNames } from '../../nearest-names.ts';

export interface OptionRule {
  /** With its dashes. */
  readonly name: string;
  /** Another spelling, as -h for --help. */
  readonly alias?: string;
  /** What the value looks like; without it the option takes none. */
  readonly placeholder?: string;
  readonly help: string;
}

export interface ParsedArguments {
  /** Value by option name; the empty string for options that take none. */
  readonly options: ReadonlyMap<string, string>;
  readonly rest: readonly string[];
}

/** A value follows its option after `:` or `=`, or as the next argument. `--` ends the options. */
export function parseOptions(
  args: readonly string[],
  rules: readonly OptionRule[],
): ParsedArguments {
  const options = new Map<string, string>();
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    if (arg === '--') {
      rest.push(...args.slice(i + 1));
      break;
    }
    if (!looksLikeOption(arg)) {
      rest.push(arg);
      continue;
    }
    const { rule, attached } = findRule(arg, rules);
    if (options.has(rule.name)) throw usage(`${rule.name} is given twice`);
    const takesNext = rule.placeholder !== undefined && attached === undefined;
    if (takesNext) i += 1;
    options.set(rule.name, readValue(rule, takesNext ? args[i] : attached));
  }
  return { options, rest };
}

/** A lone dash is standard input, and a dash before whitespace starts an SQL comment. */
function looksLikeOption(arg: string): boolean {
  return /^-[^\s]/.test(arg) && !/^--\s/.test(arg);
}

function findRule(arg: string, rules: readonly OptionRule[]) {
  const [, name = arg, attached] = /^(--?[^:=]*)[:=](.*)$/s.exec(arg) ?? [];
  const rule = rules.find((known) => known.name === name || known.alias === name);
  if (rule !== undefined) return { rule, attached };
  const names = rules.map((known) => known.name);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  throw usage(`Unknown option ${name}; allowed are ${names.join(', ')}${hint}`);
}

function readValue({ name, placeholder }: OptionRule, given: string | undefined): string {
  if (placeholder === undefined) {
    if (given !== undefined) throw usage(`${name} takes no value, got '${given}'`);
    return '';
  }
  if (given === undefined || given === '') throw usage(`${name} needs a value: ${placeholder}`);
  return given;
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
