// Drops what is null from the parameters of a message: many serializers write null for what is not given.
import { isObject } from './is-object.ts';

interface Message {
  readonly params?: unknown;
}

/** The message itself where there is nothing to drop. */
export function withoutNulls(message: unknown): unknown {
  if (!isObject(message) || !Object.hasOwn(message, 'params')) return message;
  const { params, ...others } = message as Message;
  if (params === null) return others;
  if (!isObject(params) || !Object.values(params).includes(null)) return message;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return { ...others, params: Object.fromEntries(given) };
}
