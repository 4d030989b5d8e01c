// Runs pathql sniff FILE…: tells how files are written, and which call reads them.
import { asPathqlError, PathqlError } from '../../errors.ts';
import { sniffDocument } from '../../formats/sniff-document.ts';
import type { SniffReport } from '../../query/sniff-report.ts';
import type { Command, CommandContext } from '../command.ts';
import { exitCodeOfSignal } from '../io.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { readFlags } from '../options/read-options.ts';
import { querySettings, settingOptions } from '../options/setting-options.ts';
import { sniffText } from '../output/sniff-text.ts';
import { isBrokenPipe, streamOutput } from '../output/text-output.ts';
import { reportError, warningLog } from '../stderr-report.ts';

export const sniffCommand: Command = {
  summary: 'Show how files are written, and a call of read_csv that reads them.',
  usage: ['pathql sniff [options] FILE…'],
  options: [
    {
      name: '-o',
      alias: '--format',
      placeholder: '<JSON>',
      help: 'JSON: one document for each file on a line, for programs. Default: text.',
    },
    { name: '--no-color', help: 'No colour. NO_COLOR in the environment does the same.' },
    ...settingOptions('query'),
  ],
  examples: ['pathql sniff export.csv', 'pathql sniff -o:JSON logs/*.csv'],
  misplaced: {
    options: readFlags,
    instead:
      'pathql sniff finds out by itself how a file is written. How it is read with options, pathql head and pathql schema show',
  },
  run: sniff,
};

type Write = (report: SniffReport) => string;

async function sniff(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io, openEngine } = context;
  const write = readWriter(parsed.options.get('-o'));
  if (parsed.rest.length === 0) {
    throw new PathqlError('usage_invalid', 'pathql sniff takes a file: pathql sniff users.csv');
  }
  refuseCall(parsed.rest);
  const settings = querySettings(io.env, parsed);
  const stop = new AbortController();
  let exitCode = 0;
  const forget = io.onStop((signal) => {
    exitCode = exitCodeOfSignal[signal];
    stop.abort();
  });
  const engine = await openEngine(settings, warningLog(io.stderr), { standardInput: io.stdin });
  try {
    const output = streamOutput(io.stdout);
    let isFirst = true;
    for (const path of parsed.rest) {
      const report = await engine.sniff({ path, signal: stop.signal }).catch((thrown: unknown) => {
        if (stop.signal.aborted) throw thrown;
        const error = asPathqlError(thrown);
        reportError(error, io);
        exitCode = exitCode === 0 ? error.exitCode : exitCode;
        return null;
      });
      if (report === null) continue;
      await output.write(`${isFirst || write !== sniffText ? '' : '\n'}${write(report)}\n`);
      isFirst = false;
    }
  } catch (error) {
    if (!stop.signal.aborted && !isBrokenPipe(error)) throw error;
  } finally {
    await engine.close();
    forget();
  }
  return exitCode;
}

/** As errors advise it for a query. */
function refuseCall(paths: readonly string[]): void {
  const call = paths.find((path) => /^read_[a-z_]+\s*\(/i.test(path));
  if (call === undefined) return;
  const message = `pathql sniff takes a file and finds out by itself how it is written, got '${call}'. What the call reads, pathql head and pathql schema show`;
  throw new PathqlError('usage_invalid', message);
}

function readWriter(format: string | undefined): Write {
  if (format === undefined) return sniffText;
  if (/^(?:nd)?json$/i.test(format)) return sniffDocument;
  throw new PathqlError('usage_invalid', `Unknown format '${format}'; allowed is -o:JSON`);
}
