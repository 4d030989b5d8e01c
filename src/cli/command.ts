// What a command is.
import type { EngineLog, QueryEngine } from '../query.ts';
import type { Settings } from '../settings/settings.ts';
import type { Io } from './io.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';

/** Makes the engine; handed in by main, so that a command names no engine. */
export type OpenEngine = (
  settings: Settings,
  log: EngineLog,
  options?: { readonly outputFolder?: string },
) => Promise<QueryEngine>;

export interface CommandContext {
  readonly io: Io;
  readonly version: string;
  /** Where the built console lies; null: it was not built. */
  readonly consoleFolder: string | null;
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
