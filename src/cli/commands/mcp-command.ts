// Runs pathql mcp: serves one assistant by the Model Context Protocol, over standard input and output.
import { PathqlError } from '../../errors.ts';
import type { ServiceLog } from '../../query/engine-log.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { Command, CommandContext } from '../command.ts';
import type { OutputStream } from '../io.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { settingOptions, settingTexts } from '../options/setting-options.ts';
import { reportError, warningLog } from '../stderr-report.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

export const mcpCommand: Command = {
  summary: 'Serve an assistant over standard input and output.',
  usage: ['pathql mcp [options]'],
  options: settingOptions('mcp'),
  examples: ['pathql mcp --data-dir ./data'],
  run: serveAssistant,
};

async function serveAssistant(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io, version, openService } = context;
  const [extra] = parsed.rest;
  if (extra !== undefined) {
    throw new PathqlError('usage_invalid', `pathql mcp takes no arguments, got '${extra}'`);
  }
  const settings = readSettings(io.env, settingTexts('mcp', parsed));
  const stop = stopOnSignal(io);
  const engine = await openService(settings, serviceLog(io.stderr));
  try {
    // Loaded only here: no other command needs the library of the protocol.
    const { serveMcpStreams } = await import('../../mcp/serve-streams.ts');
    await serveMcpStreams({
      version,
      // What files hold may tell an assistant to read others: it reaches no further than is meant.
      caller: { engine, workingFolderOnly: settings.dataDir === null },
      input: io.stdin,
      output: io.stdout,
      maxMessageBytes: settings.maxBodyBytes,
      signal: stop.abort.signal,
      onError: (error) => {
        if (error.type === 'internal_error') reportError(error, io);
      },
    });
  } finally {
    await engine.close();
    stop.dispose();
  }
  return 0;
}

/** Standard output is for the protocol. */
function serviceLog(stderr: OutputStream): ServiceLog {
  return { ...warningLog(stderr), info: () => undefined };
}
