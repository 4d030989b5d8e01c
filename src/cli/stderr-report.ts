// Reports to standard error: one message per fault, coloured on a terminal.
import { inspect } from 'node:util';
import type { PathqlError } from '../errors.ts';
import { hasColour, paint } from '../formats/paint.ts';
import type { EngineLog } from '../query/engine-log.ts';
import type { Environment } from '../settings/read-settings.ts';
import { withoutControls } from '../text/visible-text.ts';
import type { OutputStream } from './io.ts';

interface ReportTarget {
  readonly stderr: OutputStream;
  readonly env: Environment;
}

export function reportError(error: PathqlError, { stderr, env }: ReportTarget): void {
  const isColoured = hasColour(stderr, env);
  const [first = '', ...others] = withoutControls(error.message).split('\n');
  const prefix = isColoured ? paint('red', 'pathql:') : 'pathql:';
  const lines = others.map((line) =>
    isColoured && /^\s*\^+$/.test(line) ? paint('green', line) : line,
  );
  stderr.write(`${[`${prefix} ${first}`, ...lines].join('\n')}\n`);
  if (error.code === 'internal')
    stderr.write(`${withoutControls(inspect(error.cause ?? error))}\n`);
}

/** The command line has no log: warnings and errors of the engine go to standard error. */
export function warningLog(stderr: OutputStream): EngineLog {
  const write = (_fields: object, message: string) => {
    stderr.write(`pathql: ${withoutControls(message)}\n`);
  };
  return { debug: () => undefined, warn: write, error: write };
}

export const silentLog: EngineLog = {
  debug: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
