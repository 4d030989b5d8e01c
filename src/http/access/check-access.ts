// Checks host, origin and token of a request, before a byte of its body is read.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { PathqlError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import { quoted } from '../../text/quoted.ts';
import type { AppContext } from '../app-context.ts';
import { hostNamesOf, isOwnName } from './host-names.ts';

/** What is asked for: `isOpen` needs no token, `isPage` is part of a web page of ours, which holds no data. */
export interface AccessRules {
  readonly isOpen: boolean;
  readonly isPage: boolean;
}

/** Throws a PathqlError, or notes what is known of the client. */
export function checkAccess(
  request: FastifyRequest,
  { isOpen, isPage }: AccessRules,
  { settings, tokens }: Pick<AppContext, 'settings' | 'tokens'>,
): void {
  const { headers, notes } = request;
  const names = hostNamesOf(request);
  checkHost(names, headers, settings.allowedHosts);
  // A link to the console works from anywhere; its own requests come from its own origin.
  if (!isPage) checkOrigin(headers, settings.allowedOrigins);
  notes.workingFolderOnly =
    settings.dataDir === null &&
    (isCrossOrigin(headers) || (tokens === null && mayBeRebound(names, settings)));
  if (tokens === null || isOpen) return;
  const name = tokens.nameOf(headers.authorization);
  if (name === null) throw noToken(headers.authorization);
  notes.token = name;
  notes.client = `token ${name}`;
}

type Names = ReturnType<typeof hostNamesOf>;

function checkHost(
  names: Names,
  { host }: IncomingHttpHeaders,
  allowed: readonly string[] | null,
): void {
  if (allowed === null) return;
  const areAllowed = names.every((name) => name !== null && allowed.includes(name));
  if (areAllowed && names.length > 0) return;
  const given = host === undefined ? 'there is none' : `got ${quoted(host)}`;
  const message = `Expected the header Host to be one of ALLOWED_HOSTS of this server, ${given}`;
  throw new PathqlError('access_refused', message);
}

/**
 * Whether a web page may have sent the request by DNS rebinding. To the browser such a page is one of ours, and over plain
 * HTTP browsers mark nothing: the host name alone tells, so it counts for programs, too.
 */
function mayBeRebound(names: Names, { host, allowedHosts }: Settings): boolean {
  return allowedHosts === null && !names.every((name) => isOwnName(name, host));
}

function checkOrigin(headers: IncomingHttpHeaders, allowed: readonly string[] | null): void {
  if (allowed === null || !isCrossOrigin(headers)) return;
  const page = pageOf(headers);
  if (page !== undefined && allowed.includes(page)) return;
  const pages = page === undefined ? 'Pages of other origins' : `Pages of ${quoted(page)}`;
  const message = `${pages} may not use this server: ALLOWED_ORIGINS does not name them`;
  throw new PathqlError('access_refused', message);
}

function noToken(given: string | undefined): PathqlError {
  const found = given === undefined ? 'there is none' : 'got none that this server knows';
  const message = `Expected the header Authorization: Bearer <token> with a token of this server, ${found}`;
  return new PathqlError('token_required', message);
}

/** Another port of the same host is another origin. Programs other than browsers send none of these headers. */
export function isCrossOrigin(headers: IncomingHttpHeaders): boolean {
  const { host, 'sec-fetch-site': site } = headers;
  // Also true behind a proxy that changes Host; browsers leave it out over plain HTTP, unless it is to this machine.
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const page = pageOf(headers);
  return page !== undefined && !isSameOrigin(page, host);
}

/** The origin of the page that asks. What a page loads as a link, an image or a script has no Origin, but often a Referer. */
function pageOf({ origin, referer }: IncomingHttpHeaders): string | undefined {
  return origin ?? (referer === undefined ? undefined : parsed(referer)?.origin);
}

function isSameOrigin(origin: string, host = ''): boolean {
  const page = parsed(origin);
  return page !== null && parsed(`${page.protocol}//${host}`)?.host === page.host;
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}
