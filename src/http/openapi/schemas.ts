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

export function count(description: string): Schema {
  return { type: 'integer', minimum: 0, description };
}

/** Null where there is none. */
export function textOrNull(description: string): Schema {
  return { type: ['string', 'null'], description };
}

export function orNull(schema: Schema): Schema {
  return { oneOf: [schema, { type: 'null' }] };
}

/** A response whose body is one JSON document. */
export function jsonResponse(description: string, schema: Schema, example?: unknown): Response {
  const content = { schema, ...(example !== undefined && { example }) };
  return { description, content: { 'application/json': content } };
}
