// Writes the three headers that let web pages of other origins call the service. Every response carries them.
import type { Settings } from '../settings/settings.ts';

/** `origin` is the header of the request. A page of an origin that is not allowed gets no leave to read. */
export function crossOriginHeaders(
  { allowedOrigins, apiTokensFile }: Settings,
  origin?: string,
): Record<string, string> {
  const allowsOrigin =
    origin !== undefined && allowedOrigins?.includes(origin) === true
      ? { 'access-control-allow-origin': origin }
      : {};
  return {
    ...(allowedOrigins === null
      ? { 'access-control-allow-origin': '*' }
      : { ...allowsOrigin, vary: 'origin' }),
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-headers':
      apiTokensFile === null ? 'Content-Type' : 'Content-Type, Authorization',
  };
}
