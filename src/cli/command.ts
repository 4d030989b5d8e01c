// What a command is.
import type { EngineLog, QueryEngine } from '../query.ts';
import type { Settings } from '../settings/settings.ts';
import type { Io } from './io.ts';
import type { OptionRule, ParsedArguments } from './options/parse-options.ts';

/** What a command asks of the engine besides its settings. */
export interface EngineNeeds {
  readonly outputFolder?: string;
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  readonly tellsProgress?: boolean;
  /** The server that runs the queries instead. */
  readonly serverUrl?: string | undefined;
}

/** Makes the engine; handed in by main, so that a command names no engine. */
export type OpenEngine = (
  settings: Settings,
  log: EngineLog,
  options?: EngineNeeds,
) => Promise<QueryEngine>;

export interface CommandContext {
  readonly io: Io;
  readonly version: string;
  readonly openEngine: OpenEngine;
}

export interface Command {
  /** One line. */
  readonly summary: string;
  readonly usage: readonly string[];
  readonly options: readonly OptionRule[];
  readonly examples: readonly string[];
  /** Resolves to the exit code. */
  run(parsed: ParsedArguments, context: CommandContext): Promise<number>;
}
