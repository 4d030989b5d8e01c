// Reads the parameters of an address: known ones only, each at most once.
import type { FastifyRequest } from 'fastify';
import { PathqlError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';

/** `allowed`: what each parameter is, for messages. */
export function readParameters<Name extends string>(
  { query, url }: FastifyRequest,
  allowed: Readonly<Record<Name, string>>,
): Readonly<Partial<Record<Name, string>>> {
  checkEscapes(url);
  const given = Object.entries(query as Readonly<Record<string, unknown>>);
  for (const [name, value] of given) {
    if (!Object.hasOwn(allowed, name)) throw unknown(name, allowed);
    if (typeof value === 'string') continue;
    throw invalid(`Expected one ${described(name, allowed)}, got several`);
  }
  return Object.fromEntries(given) as Partial<Record<Name, string>>;
}

/** The parameter `name`, which must be among those that were read. */
export function requiredParameter<Name extends string>(
  read: Readonly<Partial<Record<Name, string>>>,
  name: Name,
  allowed: Readonly<Record<Name, string>>,
): string {
  const value = read[name];
  if (value !== undefined) return value;
  throw invalid(`Expected one ${described(name, allowed)}, got none`);
}

/** Fastify takes a text with one wrong escape as it stands, none of its escapes decoded. */
function checkEscapes(url: string): void {
  const [wrong] = /%(?![0-9a-f]{2}).{0,2}/i.exec(url) ?? [];
  if (wrong !== undefined) {
    const message = `Expected two hexadecimal digits after each % of the address, got ${quoted(wrong)}. Write a % itself as %25`;
    throw invalid(message);
  }
  const [notUtf8] = url.match(/(?:%[89a-f][0-9a-f])+/gi)?.filter((bytes) => !isUtf8(bytes)) ?? [];
  if (notUtf8 === undefined) return;
  throw invalid(`Expected an address in UTF-8, as %C3%B6 for ö, got ${quoted(notUtf8)}`);
}

function isUtf8(escapes: string): boolean {
  try {
    decodeURIComponent(escapes);
    return true;
  } catch {
    return false;
  }
}

function described(name: string, allowed: Readonly<Record<string, string>>): string {
  return `"${name}", ${allowed[name]}`;
}

function unknown(name: string, allowed: Readonly<Record<string, string>>): PathqlError {
  const names = Object.keys(allowed);
  const [only = ''] = names;
  const known =
    names.length < 2
      ? `allowed is ${names.length === 0 ? 'none' : described(only, allowed)}`
      : `allowed are ${names.map((one) => `"${one}"`).join(', ')}`;
  return invalid(`Unknown parameter ${quoted(name)}; ${known}`);
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
