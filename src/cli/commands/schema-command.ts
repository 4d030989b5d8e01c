// Runs pathql schema PATH: tells what the columns of a file are and hold, exactly, from one scan.
import { identifier, literal } from '../../sql-text.ts';
import type { Command } from '../command.ts';
import { outputOptions } from '../options/output-options.ts';
import { readFlags } from '../options/read-options.ts';
import { readTable } from '../options/read-table.ts';
import { settingOptions } from '../options/setting-options.ts';
import { collectTexts } from '../output/collect-texts.ts';
import { type Asking, runSql } from '../run-sql.ts';

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

async function schemaSql({ engine, ...how }: Asking, table: string): Promise<string> {
  const columns = await collectTexts(engine, { ...how, sql: `DESCRIBE SELECT * FROM ${table}` });
  const rows = columns.map(([name, type]) => columnFacts(name ?? '', type ?? ''));
  return `SELECT unnest([${rows.join(', ')}], recursive := true) FROM ${table}`;
}

function columnFacts(name: string, type: string): string {
  const column = identifier(name);
  const members = {
    column: literal(name),
    type: literal(type),
    nulls: `count(*) - count(${column})`,
    min: `min(${column})::VARCHAR`,
    max: `max(${column})::VARCHAR`,
    distinct: `count(DISTINCT ${column})`,
    example: `any_value(${column})::VARCHAR`,
  };
  return `{${Object.entries(members)
    .map(([key, value]) => `'${key}': ${value}`)
    .join(', ')}}`;
}
