// Runs pathql explain "SELECT …": tells what the query would read, without running it.
import { PathqlError } from '../../errors.ts';
import { explainDocument } from '../../formats/explain-document.ts';
import type { InspectRequest } from '../../query/query-request.ts';
import type { ReadTable } from '../../query/read-table.ts';
import type { Command, CommandContext } from '../command.ts';
import { errorInFlags } from '../flag-words.ts';
import { parameterOption, parametersIn, readParameters } from '../options/parameters.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { readFlags, readOptionsOf } from '../options/read-options.ts';
import { readSql } from '../options/read-sql.ts';
import { querySettings, settingOptions } from '../options/setting-options.ts';
import { explainText } from '../output/explain-text.ts';
import { streamOutput } from '../output/text-output.ts';
import { warningLog } from '../stderr-report.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

export const explainCommand: Command = {
  summary: 'Show what a query would read: files, dialects, columns and types.',
  usage: ['pathql explain [options] "SELECT …"', 'pathql explain [options] -f query.sql'],
  options: [
    {
      name: '-f',
      alias: '--file',
      placeholder: '<path>',
      help: 'Read the query from this file.',
    },
    parameterOption,
    ...readFlags,
    {
      name: '-o',
      alias: '--format',
      placeholder: '<JSON>',
      help: 'JSON: one document for each mention of files on a line, for programs. Default: text.',
    },
    ...settingOptions('query'),
  ],
  examples: [
    'pathql explain "SELECT * FROM \'logs/*.csv\' JOIN users.csv USING (id)"',
    'pathql explain --delim \';\' -o:JSON "SELECT * FROM export.csv"',
  ],
  run: explain,
};

async function explain(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io, openEngine } = context;
  const write = readWriter(parsed.options.get('-o'));
  const { statements, isFromInput } = await readSql(parsed, io.stdin);
  const settings = querySettings(io.env, parsed);
  const readOptions = readOptionsOf(parsed);
  const given = readParameters(parsed);
  const stop = stopOnSignal(io);
  const engine = await openEngine(settings, warningLog(io.stderr), {
    standardInput: isFromInput ? undefined : io.stdin,
    readsDescriptors: true,
    loadsTables: false,
  });
  try {
    const output = streamOutput(io.stdout);
    for (const sql of statements) {
      const parameters = parametersIn(sql, given);
      const request: InspectRequest = {
        sql,
        signal: stop.abort.signal,
        ...(readOptions && { readOptions }),
        ...(parameters && { parameters }),
      };
      const tables = await engine.explain(request);
      await output.write(tables.map((table) => `${write(table)}\n`).join(''));
    }
    return 0;
  } catch (error) {
    const exitCode = stop.exitCode();
    if (exitCode !== undefined) return exitCode;
    throw errorInFlags(error, { statements, hasReadFlags: readOptions !== undefined });
  } finally {
    await engine.close();
    stop.dispose();
  }
}

function readWriter(format: string | undefined): (table: ReadTable) => string {
  if (format === undefined) return explainText;
  if (/^(?:nd)?json$/i.test(format)) return explainDocument;
  throw new PathqlError('usage_invalid', `Unknown format '${format}'; allowed is -o:JSON`);
}
