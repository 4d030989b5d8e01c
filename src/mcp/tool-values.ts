// Reads what an assistant gives a tool. Unknown names and wrong values are refused with what was expected.
import { PathqlError } from '../errors.ts';
import { nearestNames } from '../text/nearest-names.ts';
import type { Tool, ToolParameter, ToolValues } from './tool.ts';

type Parameters = Tool['parameters'];

/** As JSON Schema. */
export function toolSchema(parameters: Parameters) {
  const properties = Object.entries(parameters).map(([name, { isOptional: _, type, ...rest }]) => {
    // Not all assistants understand a choice of types.
    return [name, type === 'json' ? rest : { type, ...rest }];
  });
  return {
    type: 'object' as const,
    properties: Object.fromEntries(properties) as Record<string, object>,
    required: Object.keys(parameters).filter((name) => isRequired(parameters[name])),
    additionalProperties: false,
  };
}

/** Throws a PathqlError with code request_invalid. */
export function readToolValues(given: unknown, parameters: Parameters): ToolValues {
  const values = new Map<string, unknown>(Object.entries(given ?? {}));
  for (const name of values.keys()) checkName(name, parameters);
  for (const [name, parameter] of Object.entries(parameters)) {
    // Many assistants write null for what is not given.
    const isGiven = isRequired(parameter) ? values.has(name) : (values.get(name) ?? null) !== null;
    if (isGiven) checkValue(name, values.get(name), parameter);
    else if (isRequired(parameter)) throw invalid(`Expected ${wanted(name, parameter)}`);
    else values.set(name, parameter.default);
  }
  return {
    text: (name) => values.get(name) as string,
    textOrUndefined: (name) => values.get(name) as string | undefined,
    integer: (name) => values.get(name) as number,
    flag: (name) => values.get(name) as boolean,
  };
}

function isRequired(parameter: ToolParameter | undefined): boolean {
  return parameter?.isOptional !== true && parameter?.default === undefined;
}

function checkName(name: string, parameters: Parameters): void {
  if (Object.hasOwn(parameters, name)) return;
  const names = Object.keys(parameters);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
  const allowed = names.map((one) => `"${one}"`).join(', ');
  throw invalid(`Unknown argument ${JSON.stringify(name)}; allowed are ${allowed}${hint}`);
}

function checkValue(name: string, value: unknown, parameter: ToolParameter): void {
  if (isRight[parameter.type](value, parameter)) return;
  throw invalid(`Expected ${wanted(name, parameter)}, got ${JSON.stringify(value).slice(0, 100)}`);
}

type IsRight = (value: unknown, parameter: ToolParameter) => boolean;

const isRight: Readonly<Record<ToolParameter['type'], IsRight>> = {
  string: (value, { enum: allowed }) =>
    typeof value === 'string' && (allowed?.includes(value.toUpperCase()) ?? true),
  integer: (value, { minimum = -Infinity, maximum = Infinity }) =>
    Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  boolean: (value) => typeof value === 'boolean',
  // Its text: see exact-params.ts.
  json: (value) => typeof value === 'string',
};

function wanted(name: string, parameter: ToolParameter): string {
  return `"${name}" to be ${kinds[parameter.type](parameter)}: ${parameter.description}`;
}

const kinds: Readonly<Record<ToolParameter['type'], (parameter: ToolParameter) => string>> = {
  string: ({ enum: allowed }) =>
    allowed === undefined ? 'a string' : `one of ${allowed.join(', ')}`,
  integer: ({ minimum, maximum }) =>
    minimum === undefined ? 'a whole number' : `a whole number from ${minimum} to ${maximum}`,
  boolean: () => 'true or false',
  json: () => 'JSON',
};

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
