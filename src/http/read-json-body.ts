// Reads a body that is JSON, once its shape is known to be that of a request.
import { isUtf8 } from 'node:buffer';
import { PathqlError } from '../errors.ts';
import { checkJsonShape } from '../formats/check-json-shape.ts';

/** `expected` says in messages what the body is to be. */
export function readJsonBody(body: Buffer | undefined, expected: string): unknown {
  if (body === undefined || body.length === 0) {
    throw invalid(`Expected ${expected}, got an empty body`);
  }
  if (!isUtf8(body)) throw invalid('Expected a JSON body in UTF-8, got bytes that are not UTF-8');
  checkJsonShape(body, expected);
  try {
    return JSON.parse(textOf(body));
  } catch (error) {
    throw invalid(`Expected ${expected}, but the body is not valid JSON: ${reason(error)}`);
  }
}

export function textOf(body: Buffer): string {
  return body.toString().replace(/^\uFEFF/, '');
}

/** V8 repeats the text that it could not read; some of it is enough. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 120 ? `${message.slice(0, 120)}…` : message;
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
