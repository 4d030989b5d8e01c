// Writes schemas that more than one route needs.
import type { Response, Schema } from './operation.ts';

/** With all of these members, and none missing. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

export function array(items: Schema): Schema {
  return { type: 'array', items };
}

export function text(description?: string): Schema {
  return { type: 'string', ...(description !== undefined && { description }) };
}

/** Clients of some languages take an integer of no format for one of 32 bits. */
export function count(description: string): Schema {
  return { type: 'integer', format: 'int64', minimum: 0, description };
}

/** One of these. Without a type, generated clients take it for anything. */
export function oneWord(...words: readonly string[]): Schema {
  return { type: 'string', enum: words };
}

/** Of any members. */
export const anyObject: Schema = { type: 'object', additionalProperties: true };

/** Null where there is none. */
export function textOrNull(description: string): Schema {
  return { ...text(description), type: ['string', 'null'] };
}

export function countOrNull(description: string): Schema {
  return { ...count(description), type: ['integer', 'null'] };
}

/** Generators know this one choice: any other makes clients that do not compile, or cannot read an answer. */
export function objectOrNull(properties: Readonly<Record<string, Schema>>): Schema {
  return { oneOf: [object(properties), { type: 'null' }] };
}

/** A response whose body is one JSON document. */
export function jsonResponse(description: string, schema: Schema, example?: unknown): Response {
  const content = { schema, ...(example !== undefined && { example }) };
  return { description, content: { 'application/json': content } };
}
