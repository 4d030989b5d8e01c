// Says errors and warnings about how files are read in words of flags, for who asked by flags or a plain path.
import { PathqlError } from '../errors.ts';
import { mayBeCsv } from '../files/data-extensions.ts';
import type { EngineLog } from '../query/engine-log.ts';
import { pathsIn } from '../sql/text/paths-in.ts';
import { flagsOfCalls } from './options/flags-of-calls.ts';
import { inWordsOfFlags } from './options/read-options.ts';

export interface AskedBy {
  readonly statements: readonly string[];
  /** Whether read options came as flags. */
  readonly hasReadFlags: boolean;
  /** Whether another machine reads the files: it takes no flags. */
  readonly isRemote?: boolean;
}

export function errorInFlags(error: unknown, asked: AskedBy): unknown {
  if (!(error instanceof PathqlError)) return error;
  const { code, message } = error;
  if (code === 'csv_invalid')
    return new PathqlError(code, withFlags(message, asked), { cause: error });
  if (code !== 'read_option_invalid' || !asked.hasReadFlags) return error;
  const words = namesCall(asked) ? message : inWordsOfFlags(message);
  return new PathqlError('usage_invalid', words, { cause: error });
}

export function warningsInFlags(log: EngineLog, asked: AskedBy): EngineLog {
  return { ...log, warn: (fields, message) => log.warn(fields, withFlags(message, asked)) };
}

/** A line of flags follows where they say all calls of the message, and change how no other file is read. */
function withFlags(message: string, asked: AskedBy): string {
  const [path, ...others] = asked.statements.flatMap(pathsIn);
  const takesFlags =
    asked.isRemote !== true && !namesCall(asked) && others.every((other) => other === path);
  const flags =
    takesFlags && path !== undefined && mayBeCsv(path) ? flagsOfCalls(message, path) : null;
  return flags === null ? message : `${message}\nAs flags: ${flags}`;
}

/** A call in the query says itself how its file is read. */
function namesCall({ statements }: AskedBy): boolean {
  return statements.some((sql) => /\bread_csv\w*\s*\(/i.test(sql));
}
