// Runs one statement on an open engine: its rows to the screen, a stream or a file, its warnings to standard error.
import { extname } from 'node:path';
import { hasColour } from '../formats/paint.ts';
import type { OutputTarget } from '../formats/row-writer.ts';
import type { EngineLog } from '../query/engine-log.ts';
import type { QueryStats } from '../query/query-answer.ts';
import type { QueryRunner } from '../query/services.ts';
import type { Io } from './io.ts';
import type { OutputChoice } from './options/output-options.ts';
import { deliverRows, type StatementRequest } from './output/deliver-rows.ts';
import type { OutputDestination } from './output/output-file.ts';
import { pagedOutput } from './output/pager.ts';
import { type ProgressBar, progressBar } from './output/progress-bar.ts';
import { streamOutput, type TextOutput } from './output/text-output.ts';

export interface StatementRun {
  readonly engine: QueryRunner;
  readonly question: StatementRequest;
  readonly output: OutputChoice;
  readonly destination: OutputDestination;
  /** Stops the query. */
  readonly abort: AbortController;
  readonly hasStats: boolean;
  readonly log: EngineLog;
  /** Null: progress is not shown. */
  readonly bar: ProgressBar | null;
}

/** Resolves with null when whoever read the output has left. */
export async function runStatement(run: StatementRun, io: Io): Promise<QueryStats | null> {
  const { engine, question, output, destination, abort, hasStats, log, bar } = run;
  const { format, path, compression } = output;
  const delivery = { engine, question, format, compression, target: targetOf(path, io), abort };
  try {
    const stats = await deliverRows(
      { ...delivery, ...(bar && { onProgress: bar.show }) },
      destination,
      outputOf(format.writer !== undefined, io, bar),
    );
    bar?.clear();
    for (const warning of stats?.warnings ?? []) log.warn({}, `warning: ${warning}`);
    if (stats !== null && hasStats) io.stderr.write(statsText(stats));
    return stats;
  } finally {
    bar?.clear();
  }
}

/** For one statement; null where nobody sees it. */
export function newProgressBar({ stderr }: Io, isQuiet: boolean): ProgressBar | null {
  return stderr.isTTY === true && !isQuiet ? progressBar(stderr) : null;
}

function targetOf(path: string | undefined, { stdout, env }: Io): OutputTarget {
  const isScreen = path === undefined && stdout.isTTY === true;
  return {
    // A terminal of unknown size says 0.
    width: isScreen ? stdout.columns || 80 : null,
    height: stdout.rows ?? 24,
    hasColour: isScreen && hasColour(stdout, env),
    extension: path === undefined ? '' : extname(path).toLowerCase(),
  };
}

/** The progress bar is taken away before anything is written to the same terminal. */
function outputOf(
  hasWriter: boolean,
  { stdout, stdoutPipe, env }: Io,
  bar: ProgressBar | null,
): TextOutput {
  const plain = streamOutput(stdout, stdoutPipe);
  const output: TextOutput = {
    ...plain,
    write: (part) => {
      if (stdout.isTTY) bar?.clear();
      return plain.write(part);
    },
  };
  const isPaged = hasWriter && stdout.isTTY === true;
  if (!isPaged) return output;
  const beforePager = () => bar?.end();
  return pagedOutput({ output, height: stdout.rows ?? 24, env, beforePager });
}

function statsText({ rowsScanned, rowsReturned, executionTimeMs }: QueryStats): string {
  const time = executionTimeMs.toFixed(3);
  return `rows_scanned: ${rowsScanned}\nrows_returned: ${rowsReturned}\nexecution_time_ms: ${time}\n`;
}
