// Keeps the digits of numbers in the `params` of a call: the SDK hands over what JSON.parse makes of them.
import { ExactNumber } from '../client/exact-number.ts';
import { readJson } from '../client/read-json.ts';
import { writeJson } from '../client/write-json.ts';
import { isObject } from './is-object.ts';

interface Call {
  readonly params: { readonly arguments: Readonly<Record<string, never>> };
}

/** `message`, of the JSON in `text`, with `params` as text; itself where it has none. Assistants may also give their text. */
export function withExactParams(message: unknown, text: () => string): unknown {
  if (!isCall(message)) return message;
  const { params } = message;
  const { params: parsed = null } = params.arguments;
  if (parsed === null || typeof parsed === 'string') return message;
  const exact = readJson(text(), (digits) => new ExactNumber(digits)) as unknown as Call;
  const given = { ...params.arguments, params: writeJson(exact.params.arguments.params ?? null) };
  return { ...message, params: { ...params, arguments: given } };
}

function isCall(message: unknown): message is Call {
  if (!isObject(message)) return false;
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown };
  if (method !== 'tools/call' || !isObject(params)) return false;
  return isObject((params as { readonly arguments?: unknown }).arguments);
}
