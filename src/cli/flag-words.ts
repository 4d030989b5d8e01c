// Says errors and warnings about how files are read in words of flags, for who asked by flags or a plain path.
import { PathqlError } from '../errors.ts';
import type { EngineLog } from '../query/engine-log.ts';
import { flagsOfCalls } from './options/flags-of-calls.ts';
import { inWordsOfFlags } from './options/read-options.ts';

export interface AskedBy {
  readonly statements: readonly string[];
  /** Whether read options came as flags. */
  readonly hasReadFlags: boolean;
}

export function errorInFlags(error: unknown, { statements, hasReadFlags }: AskedBy): unknown {
  if (!(error instanceof PathqlError)) return error;
  const { code, message } = error;
  if (code === 'csv_invalid' && takesFlags(statements)) {
    return new PathqlError(code, withFlags(message), { cause: error });
  }
  if (code !== 'read_option_invalid' || !hasReadFlags) return error;
  const words = takesFlags(statements) ? inWordsOfFlags(message) : message;
  return new PathqlError('usage_invalid', words, { cause: error });
}

export function warningsInFlags(log: EngineLog, statements: readonly string[]): EngineLog {
  if (!takesFlags(statements)) return log;
  return { ...log, warn: (fields, message) => log.warn(fields, withFlags(message)) };
}

/** A call in the query says itself how its file is read. */
function takesFlags(statements: readonly string[]): boolean {
  return !statements.some((sql) => /\bread_csv\w*\s*\(/i.test(sql));
}

/** A line of flags follows where they say all calls of the message. */
function withFlags(message: string): string {
  const flags = flagsOfCalls(message);
  return flags === null ? message : `${message}\nAs flags: ${flags}`;
}
