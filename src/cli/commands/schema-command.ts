// Runs pathql schema PATH: tells what the columns of a file are and hold, exactly, from one scan.
import type { Command } from '../command.ts';
import { outputOptions } from '../options/output-options.ts';
import { readFlags } from '../options/read-options.ts';
import { readTable } from '../options/read-table.ts';
import { settingOptions } from '../options/setting-options.ts';
import { runSql } from '../run-sql.ts';
import { schemaSql } from '../schema-sql.ts';

export const schemaCommand: Command = {
  summary: 'Show the columns of a file: types, NULLs, least, greatest and distinct values.',
  usage: ['pathql schema [options] PATH'],
  options: [...readFlags, ...outputOptions, ...settingOptions('query')],
  examples: ['pathql schema users.csv', "pathql schema -o:JSON 'logs/*.csv'"],
  run: (parsed, context) => {
    const table = readTable(parsed, 'schema');
    return runSql(
      {
        parsed,
        mayReadInput: true,
        statementsFor: async (asking) => [await schemaSql(asking, table)],
      },
      context,
    );
  },
};
