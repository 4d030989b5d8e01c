// Defines and reads the option that gives the parameters of a query their values.
import { PathqlError } from '../../errors.ts';
import type { Parameters } from '../../query/query-request.ts';
import { TokenReader } from '../../sql/text/token-reader.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';

export const parameterOption: OptionRule = {
  name: '--param',
  placeholder: '<name=value>',
  repeats: true,
  help: 'The value of $name in the query, a text that adapts to what it is compared with; 1=… is that of $1 and the first ?. May be given more than once.',
};

/** Value by name. */
export type GivenParameters = ReadonlyMap<string, string>;

export function readParameters({ lists }: ParsedArguments): GivenParameters {
  const given = new Map<string, string>();
  for (const written of lists.get(parameterOption.name) ?? []) {
    const [, name = '', value = ''] = /^([\p{L}_\d]+)=(.*)$/su.exec(written) ?? [];
    if (name === '') {
      throw usage(`--param expects a name and a value, as city=Lisbon, got '${written}'`);
    }
    if (given.has(name)) throw usage(`--param gives ${name} two values`);
    given.set(name, value);
  }
  return given;
}

/** Those that the statement has; undefined where none are given. */
export function parametersIn(sql: string, given: GivenParameters): Parameters | undefined {
  if (given.size === 0) return undefined;
  const names = parameterNames(sql);
  const used = [...given].filter(([name]) => names.has(name));
  used.sort(([one], [other]) => Number(one) - Number(other) || 0);
  const isNumbered = used.every(([name], i) => name === String(i + 1));
  return isNumbered ? used.map(([, value]) => value) : Object.fromEntries(used);
}

/** A value that no statement takes was meant for one. */
export function refuseUnused(given: GivenParameters, statements: readonly string[]): void {
  const names = new Set(statements.flatMap((sql) => [...parameterNames(sql)]));
  const unused = [...given.keys()].find((name) => !names.has(name));
  if (unused === undefined) return;
  throw usage(`--param ${unused}: the query has no parameter $${unused}; a path cannot be one`);
}

/** `?` counts as the next number. */
function parameterNames(sql: string): ReadonlySet<string> {
  const reader = new TokenReader(sql);
  const names = new Set<string>();
  let position = 0;
  for (let token = reader.next(); token; token = reader.next()) {
    if (token.kind !== 'parameter') continue;
    if (token.text === '?') position += 1;
    names.add(token.text === '?' ? String(position) : token.text.slice(1));
  }
  return names;
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
