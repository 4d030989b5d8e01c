// Describes in one line who can read which files, for the start of the log.
import { embeddedEngine } from '../../settings/engine-address.ts';
import type { Settings } from '../../settings/settings.ts';

type Tokens = { readonly count: number } | null;

export function describeExposure(settings: Settings, tokens: Tokens): string {
  const { host, allowedOrigins } = settings;
  const who = tokens === null ? 'anyone' : tokenHolders(tokens.count);
  const where = isLoopback(host) ? 'on this machine' : 'who can reach the port';
  const pages = `web pages ${allowedOrigins === null ? 'of any origin' : `of ${allowedOrigins.join(', ')}`}`;
  const strangers = mayBeRebound(settings, tokens)
    ? `${pages} and requests under other host names`
    : pages;
  const [files, filesOfStrangers] = reachOf(settings);
  return `who can read what: ${who} ${where}: ${files}; ${strangers}: ${filesOfStrangers}${warning(settings, tokens)}`;
}

/** Of programs, and of those who may read less without a data folder. */
function reachOf({ engine, dataDir }: Settings): readonly [string, string] {
  if (dataDir !== null) return ['every file below DATA_DIR', 'the same'];
  if (engine !== embeddedEngine) return ['every data file the cluster can read', 'none'];
  return ['every data file this process can read', 'the working folder only'];
}

function mayBeRebound({ dataDir, allowedHosts }: Settings, tokens: Tokens): boolean {
  return dataDir === null && allowedHosts === null && tokens === null;
}

/** A page that rebinds its name is of our own origin to the browser. Pages of any origin may ask as much; none has a token. */
function warning({ allowedOrigins, allowedHosts }: Settings, tokens: Tokens): string {
  const isOpen = allowedOrigins !== null && allowedHosts === null && tokens === null;
  return isOpen ? '; ALLOWED_HOSTS is not set: DNS rebinding gets round ALLOWED_ORIGINS' : '';
}

function tokenHolders(tokens: number): string {
  if (tokens === 0) return 'nobody (API_TOKENS_FILE holds no token)';
  return tokens === 1 ? 'the holder of the 1 token' : `holders of the ${tokens} tokens`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
