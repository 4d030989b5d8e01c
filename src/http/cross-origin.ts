// Writes the three headers that let web pages of other origins call the service. Every response carries them.
import type { Settings } from '../settings/settings.ts';

/** `origin` is the header of the request. A page of an origin that is not allowed gets no leave to read. */
export function crossOriginHeaders(
  { allowedOrigins, apiTokensFile }: Settings,
  origin?: string,
): Readonly<Record<string, string>> {
  const headers = apiTokensFile === null ? anyOrigin : anyOriginWithTokens;
  if (allowedOrigins === null) return headers;
  const { 'access-control-allow-origin': _, ...others } = { ...headers, vary: 'origin' };
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
  return isAllowed ? { 'access-control-allow-origin': origin, ...others } : others;
}

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'Content-Type',
};

const anyOriginWithTokens = {
  ...anyOrigin,
  'access-control-allow-headers': 'Content-Type, Authorization',
};
