// Decides who may ask, and what: by host, origin and token of a request, before a byte of its body is read.
import type { FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import type { AppContext } from '../app-context.ts';
import { quoted } from '../quoted.ts';
import { hostNameOf, isForeign } from './request-origin.ts';

/** `isOpen`: what is asked for needs no token. Throws a PathqlError, or notes what is known of the client. */
export function checkAccess(
  request: FastifyRequest,
  isOpen: boolean,
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
): void {
  const { headers, notes } = request;
  checkHost(request, settings.allowedHosts);
  checkOrigin(request, settings.allowedOrigins);
  notes.workingFolderOnly = settings.dataDir === null && isForeign(headers);
  if (tokens === null || isOpen) return;
  const name = tokens.nameOf(headers.authorization);
  if (name === null) throw noToken(headers.authorization);
  notes.token = name;
  notes.client = `token ${name}`;
}

function checkHost({ headers }: FastifyRequest, allowed: readonly string[] | null): void {
  if (allowed === null || allowed.includes(hostNameOf(headers))) return;
  const given = headers.host === undefined ? 'there is none' : `got ${quoted(headers.host)}`;
  const message = `Expected the header Host to be one of ALLOWED_HOSTS of this server, ${given}`;
  throw new PathqlError('access_refused', message);
}

function checkOrigin({ headers }: FastifyRequest, allowed: readonly string[] | null): void {
  const { origin } = headers;
  if (allowed === null || origin === undefined || allowed.includes(origin)) return;
  if (!isForeign(headers)) return;
  const message = `Pages of ${quoted(origin)} may not use this server: it is none of its ALLOWED_ORIGINS`;
  throw new PathqlError('access_refused', message);
}

function noToken(given: string | undefined): PathqlError {
  const found = given === undefined ? 'there is none' : 'got none that this server knows';
  const message = `Expected the header Authorization: Bearer <token> with a token of this server, ${found}`;
  return new PathqlError('token_required', message);
}
