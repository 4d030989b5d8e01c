// Checks host, origin and token of a request, before a byte of its body is read.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import type { AppContext } from '../app-context.ts';
import { quoted } from '../quoted.ts';

/** `isOpen`: what is asked for needs no token. Throws a PathqlError, or notes what is known of the client. */
export function checkAccess(
  request: FastifyRequest,
  isOpen: boolean,
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
): void {
  const { headers, notes } = request;
  checkHost(request, settings.allowedHosts);
  checkOrigin(request, settings.allowedOrigins);
  notes.workingFolderOnly = settings.dataDir === null && isCrossOrigin(headers);
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
  if (!isCrossOrigin(headers)) return;
  const message = `Pages of ${quoted(origin)} may not use this server: it is none of its ALLOWED_ORIGINS`;
  throw new PathqlError('access_refused', message);
}

function noToken(given: string | undefined): PathqlError {
  const found = given === undefined ? 'there is none' : 'got none that this server knows';
  const message = `Expected the header Authorization: Bearer <token> with a token of this server, ${found}`;
  return new PathqlError('token_required', message);
}

/** Another port of the same host is another origin. Programs other than browsers send none of these headers. */
export function isCrossOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  // Also true behind a proxy that changes Host; browsers leave it out where the page came by plain HTTP.
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isSameOrigin(origin, headers.host);
}

function isSameOrigin(origin: string, host = ''): boolean {
  const page = parsed(origin);
  return page !== null && parsed(`${page.protocol}//${host}`)?.host === page.host;
}

/** The name or address without the port; empty when there is none. */
export function hostNameOf({ host = '' }: IncomingHttpHeaders): string {
  return parsed(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
