// Describes in one line who can read which files, for the start of the log.
import { embeddedEngine } from '../../settings/engine-address.ts';
import type { Settings } from '../../settings/settings.ts';

export function describeExposure(
  { host, engine, dataDir, allowedOrigins, allowedHosts }: Settings,
  tokens: { readonly count: number } | null,
): string {
  const who = tokens === null ? 'anyone' : tokenHolders(tokens.count);
  const where = isLoopback(host) ? 'on this machine' : 'who can reach the port';
  const pages = allowedOrigins === null ? 'of any origin' : `of ${allowedOrigins.join(', ')}`;
  const withoutDataDir =
    engine === embeddedEngine
      ? ['every data file this process can read', 'those below the working folder only']
      : ['every data file the cluster can read', 'none'];
  const [files, filesOfPages] =
    dataDir === null ? withoutDataDir : ['every file below DATA_DIR', 'the same'];
  const rebinding =
    allowedHosts === null ? '; ALLOWED_HOSTS is not set: DNS rebinding is not stopped' : '';
  return `who can read what: ${who} ${where}: ${files}; web pages ${pages}: ${filesOfPages}${rebinding}`;
}

function tokenHolders(tokens: number): string {
  if (tokens === 0) return 'nobody (API_TOKENS_FILE holds no token)';
  return tokens === 1 ? 'the holder of the 1 token' : `holders of the ${tokens} tokens`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
