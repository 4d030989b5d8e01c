// Says in one line who can reach what, for the start of the log.
import type { Settings } from '../../settings/settings.ts';

export function describeReach(settings: Settings, tokens: { readonly count: number } | null) {
  const { dataDir, allowedOrigins } = settings;
  const who = tokens === null ? 'anyone' : `each of ${tokens.count} tokens`;
  const where = isLoopback(settings.host) ? 'on this machine' : 'that reaches the port';
  const what =
    dataDir === null ? 'every data file this process can read' : 'every file below DATA_DIR';
  const pages = allowedOrigins === null ? 'of any origin' : `of ${allowedOrigins.join(', ')}`;
  const ofPages = dataDir === null ? 'data files of the working folder only' : 'the same';
  const hosts = settings.allowedHosts === null ? '; set ALLOWED_HOSTS against DNS rebinding' : '';
  return `who can read what: ${who} ${where}: ${what}; web pages ${pages}: ${ofPages}${hosts}`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
