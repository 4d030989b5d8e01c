// Lists all settings in one table. Environment, flags, help, docs and tests derive from it.
import { engineAddress } from './engine-address.ts';
import { type HostFacts, threadsBesideQueries } from './host-facts.ts';
import {
  address,
  bytes,
  choice,
  clusterFolder,
  file,
  folder,
  integer,
  listOrAny,
  onOrOff,
  privateFolder,
  type SettingKind,
} from './setting-kinds.ts';
import { logFormats, logLevels, type Settings } from './settings.ts';
import { readHostName, readOrigin } from './web-addresses.ts';

export type CommandName = 'query' | 'serve' | 'mcp';

export interface Setting<Value> {
  readonly env: string;
  /** Without the dashes. */
  readonly flag: string;
  readonly kind: SettingKind<Value>;
  /** Where queries run on a cluster, if it differs. */
  readonly kindOnCluster?: SettingKind<Value>;
  readonly default: (host: HostFacts) => Value;
  /** The default in words. */
  readonly defaultText: string;
  readonly help: string;
  readonly commands: readonly CommandName[];
}

export type SettingsTable = { readonly [Key in keyof Settings]: Setting<Settings[Key]> };

const all = ['query', 'serve', 'mcp'] as const;
const services = ['serve', 'mcp'] as const;
const serveOnly = ['serve'] as const;
const dayMs = 86_400_000;

const shareOfMemory = { whole: (host: HostFacts) => host.memoryBytes, wholeName: 'the memory' };
const shareOfDisk = {
  whole: (host: HostFacts) => host.freeDiskBytes,
  wholeName: 'the free disk space',
};

export const settingsTable: SettingsTable = {
  host: {
    env: 'SERVER_HOST',
    flag: 'host',
    kind: address(),
    default: () => '0.0.0.0',
    defaultText: '0.0.0.0',
    help: 'Address to listen on. 127.0.0.1 keeps the service to this machine.',
    commands: serveOnly,
  },
  port: {
    env: 'SERVER_PORT',
    flag: 'port',
    kind: integer(0, 65_535, 'port'),
    default: () => 8080,
    defaultText: '8080',
    help: 'Port to listen on. 0 takes any free port; the log says which.',
    commands: serveOnly,
  },
  logLevel: {
    env: 'LOG_LEVEL',
    flag: 'log-level',
    kind: choice(logLevels, 'level'),
    default: () => 'info',
    defaultText: 'info',
    help: 'Least level that is logged. SQL text appears only at debug and trace.',
    commands: serveOnly,
  },
  logFormat: {
    env: 'LOG_FORMAT',
    flag: 'log-format',
    kind: choice(logFormats, 'format'),
    default: () => 'auto',
    defaultText: 'auto',
    help: 'How lines of the log are written: json for programs, text for people. auto: text on a terminal, json elsewhere.',
    commands: serveOnly,
  },
  engine: {
    env: 'ENGINE',
    flag: 'engine',
    kind: engineAddress(),
    default: () => 'duckdb',
    defaultText: 'duckdb',
    help: 'Where queries run: duckdb, in Pathql itself, or sc://host:15002, on the Spark cluster with this Spark Connect server, with ;use_ssl=true behind a slash for TLS.',
    commands: all,
  },
  engineTokenFile: {
    env: 'ENGINE_TOKEN_FILE',
    flag: 'engine-token-file',
    kind: file(),
    default: () => null,
    defaultText: 'none',
    help: 'File with the token that the Spark Connect server asks for. It is read again for each call.',
    commands: all,
  },
  engineCaFile: {
    env: 'ENGINE_CA_FILE',
    flag: 'engine-ca-file',
    kind: file(),
    default: () => null,
    defaultText: 'none',
    help: 'File with the certificates, in PEM, of the authority that signed that of the Spark Connect server. Without it: those that Node trusts.',
    commands: all,
  },
  dataDir: {
    env: 'DATA_DIR',
    flag: 'data-dir',
    kind: folder(),
    kindOnCluster: clusterFolder(),
    default: () => null,
    defaultText: 'none',
    help: 'The only folder queries may read, with every file below it; relative paths start there. Without it: any data file this process can read, on the command line a file of any name, and relative paths start at the working folder. With ENGINE=sc://… it is a folder of the cluster, such as /data or s3a://bucket/sales.',
    commands: all,
  },
  maxBodyBytes: {
    env: 'MAX_BODY_BYTES',
    flag: 'max-body-bytes',
    kind: bytes({ minBytes: 1 }),
    default: () => 10 * 2 ** 20,
    defaultText: '10MiB',
    help: 'Largest body of a request, or message of an assistant.',
    commands: services,
  },
  memoryLimitBytes: {
    env: 'MEMORY_LIMIT',
    flag: 'memory-limit',
    kind: bytes({ minBytes: 16e6, ...shareOfMemory }),
    default: (host) => Math.floor(host.memoryBytes * 0.75),
    defaultText: '75% of the memory (of the container, when it has a limit)',
    help: 'Memory that queries may hold together; beyond it they spill to disk. The service ends a query that cannot.',
    commands: all,
  },
  spillLimitBytes: {
    env: 'SPILL_LIMIT',
    flag: 'spill-limit',
    kind: bytes({ minBytes: 0, ...shareOfDisk }),
    default: (host) => Math.floor(host.freeDiskBytes * 0.8),
    defaultText: '80% of the free disk space',
    help: 'Disk space for what queries spill and for answers that wait to be sent.',
    commands: all,
  },
  cacheLimitBytes: {
    env: 'CACHE_LIMIT',
    flag: 'cache-limit',
    kind: bytes({ minBytes: 0, ...shareOfMemory }),
    default: (host) => Math.floor(host.memoryBytes / 4),
    defaultText: '25% of the memory',
    help: 'Size of the table cache, which answers repeated queries until their files change. 0 turns it off.',
    commands: services,
  },
  cacheDir: {
    env: 'CACHE_DIR',
    flag: 'cache-dir',
    kind: privateFolder(),
    default: () => null,
    defaultText: 'none',
    help: 'Folder in which cached tables outlive the process, for service and command line of the same user together; only that user may write to it. The service fills it while it rests, the command line after its output, which takes about as long again as the query; both within CACHE_LIMIT. Without it the cache ends with the service.',
    commands: all,
  },
  maxConcurrentQueries: {
    env: 'MAX_CONCURRENT_QUERIES',
    flag: 'max-concurrent-queries',
    kind: integer(1, 512),
    default: (host) =>
      Math.max(1, Math.min(512, 2 * host.cores + 1, host.threads - threadsBesideQueries(host))),
    defaultText: '2 per processor core (of the container, when it has a limit), and the kept place',
    help: 'Queries that run at the same time; the rest wait, and clients take turns. One place of several is kept for a client of whom nothing runs.',
    commands: services,
  },
  maxQueuedQueries: {
    env: 'MAX_QUEUED_QUERIES',
    flag: 'max-queued-queries',
    kind: integer(1, 100_000),
    default: () => 2_000,
    defaultText: '2000',
    help: 'Queries that may wait for their turn. Each client may use half of what the others leave.',
    commands: services,
  },
  queryTimeoutMs: {
    env: 'QUERY_TIMEOUT_MS',
    flag: 'query-timeout-ms',
    kind: integer(0, 7 * dayMs, 'milliseconds'),
    default: () => 0,
    defaultText: '0',
    help: 'Milliseconds a query may run; the time it waits for its turn does not count. 0: no limit.',
    commands: all,
  },
  shutdownGraceMs: {
    env: 'SHUTDOWN_GRACE_MS',
    flag: 'shutdown-grace-ms',
    kind: integer(0, dayMs, 'milliseconds'),
    default: () => 10_000,
    defaultText: '10000',
    help: 'Milliseconds that running queries get to finish when the service is told to stop.',
    commands: serveOnly,
  },
  apiTokensFile: {
    env: 'API_TOKENS_FILE',
    flag: 'api-tokens-file',
    kind: file(),
    default: () => null,
    defaultText: 'none',
    help: 'File with the tokens of those who may ask, a line for each, as pathql token writes it. It is read again when it changes. Without it: anyone may ask.',
    commands: serveOnly,
  },
  allowedOrigins: {
    env: 'ALLOWED_ORIGINS',
    flag: 'allowed-origins',
    kind: listOrAny('origin', 'https://example.org', readOrigin),
    default: () => null,
    defaultText: '*',
    help: 'Web pages of other origins that may call the service, separated by commas. *: all. Set ALLOWED_HOSTS, too: DNS rebinding gets round this list.',
    commands: serveOnly,
  },
  allowedHosts: {
    env: 'ALLOWED_HOSTS',
    flag: 'allowed-hosts',
    kind: listOrAny('host', 'data.example.org', readHostName),
    default: () => null,
    defaultText: '*',
    help: "Names or addresses by which the service may be called, without port, separated by commas: requests with another Host header are refused, so that no web page gets in by DNS rebinding. *: all; those under names that are not this machine's read the working folder only, unless DATA_DIR or API_TOKENS_FILE is set.",
    commands: serveOnly,
  },
  console: {
    env: 'CONSOLE',
    flag: 'console',
    kind: onOrOff(),
    default: () => true,
    defaultText: 'on',
    help: 'Whether GET / answers with the console, a web page to explore the files with SQL, and GET /api/docs with one that shows the HTTP interface.',
    commands: serveOnly,
  },
};

export type SettingKey = keyof Settings;
export const settingKeys = Object.keys(settingsTable) as readonly SettingKey[];
