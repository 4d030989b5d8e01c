// Runs pathql "SELECT …": one query, its rows to standard output or a file.
import type { Command, CommandContext } from '../command.ts';
import { outputOptions } from '../options/output-options.ts';
import { parameterOption } from '../options/parameters.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { readFlags } from '../options/read-options.ts';
import { readSql } from '../options/read-sql.ts';
import { settingOptions } from '../options/setting-options.ts';
import { runSql } from '../run-sql.ts';

export const queryCommand: Command = {
  summary: 'Run one query and print its rows.',
  usage: [
    'pathql [options]',
    'pathql [options] "SELECT …"',
    'pathql [options] -f query.sql',
    'pathql [options] < query.sql',
    'command | pathql [options] "SELECT … FROM -"',
  ],
  options: [
    {
      name: '-f',
      alias: '--file',
      placeholder: '<path>',
      help: 'Read the query from this file; it may hold several statements, each ended by ;.',
    },
    parameterOption,
    {
      name: '--watch',
      help: 'Run again whenever a file of the query changes, until Ctrl-C.',
    },
    ...readFlags,
    ...outputOptions,
    ...settingOptions('query'),
  ],
  examples: [
    'pathql "SELECT city, COUNT(*) FROM users.csv GROUP BY city"',
    'pathql --ofile:adults.json "SELECT name FROM users.csv WHERE age >= 18"',
    'pathql --ofile orders.parquet "SELECT * FROM \'exports/*.csv\'"',
    "pathql --param city=Lisbon 'SELECT * FROM users.csv WHERE city = $city'",
    'pathql --watch "SELECT max(total) FROM orders.csv"',
    'zcat users.csv.gz | pathql "SELECT count(*) FROM -"',
  ],
  run: async (parsed, context) => {
    if (isForShell(parsed, context)) {
      const { runShell } = await import('../shell/run-shell.ts');
      return runShell(parsed, context);
    }
    const { statements, isFromInput } = await readSql(parsed, context.io.stdin);
    const mayReadInput = !isFromInput;
    return runSql({ parsed, mayReadInput, statementsFor: async () => statements }, context);
  },
};

/** Nothing to run, and somebody at a terminal. */
function isForShell({ rest, options }: ParsedArguments, { io }: CommandContext): boolean {
  const isAsked =
    rest.length > 0 || ['-f', '--ofile', '--url', '--watch'].some((name) => options.has(name));
  return !isAsked && io.stdin.isTTY === true && io.stdout.isTTY === true;
}
