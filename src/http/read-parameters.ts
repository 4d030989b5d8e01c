// Reads the parameters of an address: known ones only, each at most once.
import type { FastifyRequest } from 'fastify';
import { PathqlError } from '../errors.ts';
import { quoted } from './quoted.ts';

/** `allowed`: what each parameter is, for messages. */
export function readParameters<Name extends string>(
  { query }: FastifyRequest,
  allowed: Readonly<Record<Name, string>>,
): Readonly<Partial<Record<Name, string>>> {
  const given = Object.entries(query as Readonly<Record<string, unknown>>);
  for (const [name, value] of given) {
    if (!Object.hasOwn(allowed, name)) throw unknown(name, allowed);
    if (typeof value === 'string') continue;
    throw invalid(`Expected one ${described(name, allowed)}, got several`);
  }
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}

/** The parameter `name`, which must be there. */
export function requiredParameter<Name extends string>(
  request: FastifyRequest,
  name: Name,
  allowed: Readonly<Record<Name, string>>,
): string {
  const value = readParameters(request, allowed)[name];
  if (value !== undefined) return value;
  throw invalid(`Expected one ${described(name, allowed)}, got none`);
}

function described(name: string, allowed: Readonly<Record<string, string>>): string {
  return `"${name}", ${allowed[name]}`;
}

function unknown(name: string, allowed: Readonly<Record<string, string>>): PathqlError {
  const names = Object.keys(allowed);
  const [only = ''] = names;
  const known =
    names.length === 1
      ? `allowed is ${described(only, allowed)}`
      : `allowed are ${names.map((one) => `"${one}"`).join(', ')}`;
  return invalid(`Unknown parameter ${quoted(name)}; ${known}`);
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
