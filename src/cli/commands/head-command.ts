// Runs pathql head PATH: prints the first rows of a file, or of a call of read_csv.
import { PathqlError } from '../../errors.ts';
import { throwInTable } from '../../sql/text/table-reference.ts';
import type { Command } from '../command.ts';
import { outputOptions } from '../options/output-options.ts';
import { readFlags } from '../options/read-options.ts';
import { readTable } from '../options/read-table.ts';
import { settingOptions } from '../options/setting-options.ts';
import { runSql } from '../run-sql.ts';

export const headCommand: Command = {
  summary: 'Show the first rows of a file.',
  usage: ['pathql head [options] PATH'],
  options: [
    { name: '-n', alias: '--rows', placeholder: '<count>', help: 'How many rows. Default: 10' },
    ...readFlags,
    ...outputOptions,
    ...settingOptions('query'),
  ],
  examples: [
    'pathql head users.csv',
    'pathql head -n3 -o:MARKDOWN users.csv',
    "pathql head --delim ';' --encoding latin-1 export.csv",
  ],
  run: (parsed, context) => {
    const table = readTable(parsed, 'head');
    const sql = `SELECT * FROM ${table} LIMIT ${readCount(parsed.options.get('-n'))}`;
    const run = runSql({ parsed, mayReadInput: true, statementsFor: async () => [sql] }, context);
    return run.catch(throwInTable(table));
  },
};

function readCount(text = '10'): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new PathqlError('usage_invalid', `-n must be a whole number of rows, got '${text}'`);
}
