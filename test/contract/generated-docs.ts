// The parts of docs/ that are written from tables in the code.
import { helpFor } from '../../src/cli/run-command.ts';
import * as allowed from '../../src/engines/duckdb/statement/functions/allowed-functions.ts';
import {
  type RefusedGroup,
  refusedGroups,
  refusedPrefixes,
} from '../../src/engines/duckdb/statement/functions/refused-functions.ts';
import { type ErrorCode, errorCatalogue } from '../../src/errors.ts';
import { limits, shownNumber } from '../../src/limits.ts';
import { settingKeys, settingsTable } from '../../src/settings/settings-table.ts';
import { performanceTable } from './performance-table.ts';

export const generatedParts: Readonly<Record<string, () => string>> = {
  settings: () => settingKeys.map((key) => settingSection(settingsTable[key])).join('\n\n'),
  errors: errorTable,
  limits: limitTable,
  performance: performanceTable,
  functions: allowedSections,
  'refused functions': () => refusedGroups.map((group) => refusedSection(group)).join('\n\n'),
  'refused prefixes': () => refusedPrefixes.map((group) => refusedSection(group, '…')).join('\n\n'),
  'help query': () => help(undefined),
  'help schema': () => help('schema'),
  'help head': () => help('head'),
  'help sniff': () => help('sniff'),
  'help explain': () => help('explain'),
  'help serve': () => help('serve'),
  'help mcp': () => help('mcp'),
  'help token': () => help('token'),
  'help completion': () => help('completion'),
  'help help': () => help('help'),
};

const blockPattern = /<!-- generated: (.+?) -->\n[\s\S]*?<!-- end -->/g;

/** The text of a page with its generated parts written anew. */
export function withGeneratedParts(page: string): string {
  return page.replace(blockPattern, (_block, name: string) => {
    const write = generatedParts[name];
    if (write === undefined) throw new Error(`no generated part is called '${name}'`);
    return `<!-- generated: ${name} -->\n\n${write()}\n\n<!-- end -->`;
  });
}

function settingSection(setting: (typeof settingsTable)[keyof typeof settingsTable]): string {
  const { env, flag, kind, defaultText, help: text, commands } = setting;
  return [
    `## ${env}`,
    '',
    text,
    '',
    `- Flag: \`--${flag}\` (${commands.map((name) => `\`${name}\``).join(', ')})`,
    `- Value: ${kind.range}`,
    `- Default: ${defaultText}`,
  ].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { type, status, exitCode }]) =>
      `| [\`${code as ErrorCode}\`](#${code}) | \`${type}\` | ${status} | ${exitCode} |`,
  );
  return ['| code | `error_type` | HTTP status | exit code |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function limitTable(): string {
  const rows = Object.values(limits).map(
    ({ most, unit, why }) => `| ${shownNumber(most)} | ${unit} | ${why} |`,
  );
  return ['| at most | of what | why |', '|---:|---|---|', ...rows].join('\n');
}

function allowedSections(): string {
  const lists = Object.entries(allowed).filter((entry): entry is [string, readonly string[]] =>
    Array.isArray(entry[1]),
  );
  return lists.map(allowedSection).join('\n\n');
}

function allowedSection([list, names]: [string, readonly string[]]): string {
  const words = list
    .replace(/Functions$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `## ${words[0]?.toUpperCase()}${words.slice(1)}\n\n${codeList(names)}`;
}

function refusedSection({ reason, names }: RefusedGroup, end = ''): string {
  return `Because it ${reason}: ${codeList(names.map((name) => `${name}${end}`))}`;
}

/** Two backquotes where a name has one. */
function codeList(names: readonly string[]): string {
  return names
    .toSorted()
    .map((name) => (name.includes('`') ? `\`\` ${name} \`\`` : `\`${name}\``))
    .join(' ');
}

function help(command: string | undefined): string {
  return `\`\`\`text\n${helpFor(command)}\`\`\``;
}
