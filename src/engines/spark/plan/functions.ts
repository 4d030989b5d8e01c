// Writes calls of the scalar functions that were reviewed: the types they take, and the Spark SQL that gives the same values.
import type { Call, WriteCall } from './function-call.ts';
import { numberFunctions } from './number-functions.ts';
import { patternFunctions } from './pattern-functions.ts';
import { notOnSpark } from './plan-node.ts';
import { raise } from './raise.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';

export function functionSql(call: Call): string {
  const write = Object.hasOwn(scalarFunctions, call.name) ? scalarFunctions[call.name] : undefined;
  const written = write?.(call);
  if (written === undefined) throw notOnSpark(describe(call));
  return written;
}

const scalarFunctions: Readonly<Record<string, WriteCall>> = {
  ...numberFunctions,
  ...patternFunctions,
  ...textFunctions,
  ...timeFunctions,
  error: ({ arguments: [words] }) =>
    typeof words?.constant === 'string' ? raise(firstSentence(words.constant)) : undefined,
};

function describe({ name, arguments: given }: Call): string {
  const types = given.map(({ type }) => type).join(', ');
  return /^\w+$/.test(name)
    ? `The function ${name}(${types})`
    : `The operator ${name} for ${types.replace(', ', ' and ')}`;
}

function firstSentence(words: string): string {
  return words.split(/ - |\n/)[0] ?? words;
}
