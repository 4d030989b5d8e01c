// Chooses the id of a request: the caller's when it is a sane one, else a new one.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const saneId = /^[\w.:+/=-]{1,128}$/;

/** Ids of one process share a random prefix, so that two servers never give the same. */
export function requestIdSource(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && saneId.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
