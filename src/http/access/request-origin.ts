// Tells requests of foreign web pages from others, by what browsers say and pages cannot change.
import type { IncomingHttpHeaders } from 'node:http';

/** Another port of the same host is foreign, too. Programs that are no browsers send none of these headers. */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  // Also true behind a proxy that changes Host; browsers leave it out where the page came by plain HTTP.
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && !isOwn(origin, headers.host);
}

function isOwn(origin: string, host = ''): boolean {
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
