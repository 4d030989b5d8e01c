// Runs pathql serve: the HTTP service, from its first log line to its last.
import { PathqlError } from '../../errors.ts';
import { dataFolderWarnings } from '../../settings/data-folder-warnings.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { settingWarnings } from '../../settings/setting-warnings.ts';
import type { Command, CommandContext } from '../command.ts';
import type { StopSignal } from '../io.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { settingOptions, settingTexts } from '../options/setting-options.ts';

export const serveCommand: Command = {
  summary: 'Start the HTTP service.',
  usage: ['pathql serve [options]'],
  options: settingOptions('serve'),
  examples: ['pathql serve --data-dir ./data --port 8080'],
  run: serve,
};

async function serve(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io, version, consoleFolder, apiDocsFolder, openService } = context;
  const [extra] = parsed.rest;
  if (extra !== undefined) {
    throw new PathqlError('usage_invalid', `pathql serve takes no arguments, got '${extra}'`);
  }
  const settings = readSettings(io.env, settingTexts('serve', parsed));
  const stopAsked = new Promise<StopSignal>((resolve) => io.onStop(resolve));
  // Loaded only here: a query on the command line starts without the HTTP libraries.
  const { startService } = await import('../../http/start-service.ts');
  const service = await startService({
    settings,
    version,
    consoleFolder,
    apiDocsFolder,
    logStream: io.stdout,
    openService,
    warnings: [...settingWarnings(settings, io.env), ...dataFolderWarnings(settings)],
    onFault: io.onFault,
  });
  await service.stop(await stopAsked);
  return 0;
}
