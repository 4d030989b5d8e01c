// Defines what a command is: its options and examples, how it runs, and what it is given.
import type { EngineLog, ServiceLog } from '../query/engine-log.ts';
import type { QueryInspector, QueryRunner, QueryService } from '../query/services.ts';
import type { Settings } from '../settings/settings.ts';
import type { Io } from './io.ts';
import type { OptionRule, ParsedArguments } from './options/parse-options.ts';

/** What a command asks of the engine besides its settings. */
export interface EngineNeeds {
  readonly outputFolder?: string;
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  /** Whether /dev/fd/63, as a shell writes for <(command), may be read. */
  readonly readsDescriptors?: boolean;
  readonly tellsProgress?: boolean;
  readonly loadsTables?: boolean;
}

/** Makes the engine; handed in by main, so that a command names no engine. */
export type OpenEngine = (
  settings: Settings,
  log: EngineLog,
  options?: EngineNeeds,
) => Promise<LocalEngine>;

/** An engine of this machine. */
export type LocalEngine = QueryRunner & Pick<QueryService, 'sniff'> & QueryInspector;

/** Makes the engine of the service, which no query may end. */
export type OpenService = (settings: Settings, log: ServiceLog) => Promise<QueryService>;

/** Runs queries on the server at `url`, with the token if it wants one. Rejects with usage_invalid for what is no address. */
export type OpenRemote = (url: string, token: string | undefined) => Promise<QueryRunner>;

export const commandNames = [
  'query',
  'schema',
  'head',
  'sniff',
  'explain',
  'serve',
  'mcp',
  'token',
  'completion',
  'help',
] as const;

export interface CommandContext {
  readonly io: Io;
  readonly version: string;
  /** Where the built console lies; null: it was not built. */
  readonly consoleFolder: string | null;
  /** The same of the page /api/docs. */
  readonly apiDocsFolder: string | null;
  readonly openEngine: OpenEngine;
  readonly openService: OpenService;
  readonly openRemote: OpenRemote;
}

export interface Command {
  /** One line. */
  readonly summary: string;
  readonly usage: readonly string[];
  readonly options: readonly OptionRule[];
  readonly examples: readonly string[];
  /** Options of other commands that people try here, and what to do instead. */
  readonly misplaced?: { readonly options: readonly OptionRule[]; readonly instead: string };
  /** Resolves to the exit code. */
  run(parsed: ParsedArguments, context: CommandContext): Promise<number>;
}
