// Defines and reads the options about output that every command that prints rows has.
import { PathqlError } from '../../errors.ts';
import {
  findOutputFormat,
  formatOfFile,
  type OutputFormat,
  outputFormatNames,
  outputFormats,
} from '../../formats/output-formats.ts';
import type { OutputStream } from '../io.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';

export const outputOptions: readonly OptionRule[] = [
  {
    name: '-o',
    alias: '--format',
    placeholder: '<format>',
    help: `Format of the output: ${outputFormatNames.map((name) => `${name} (${outputFormats[name].help})`).join(', ')}. Without it the name of the output file decides.`,
  },
  {
    name: '--ofile',
    alias: '--output-file',
    placeholder: '<path>',
    help: 'Write to this file instead of standard output. It is replaced only by a complete result.',
  },
  {
    name: '--url',
    placeholder: '<address>',
    help: 'Run the query on this server, as http://host:8080; paths are those of the server. PATHQL_TOKEN in the environment holds its token.',
  },
  { name: '--stats', help: 'Print rows scanned, rows returned and the time to standard error.' },
  { name: '--quiet', alias: '-q', help: 'Nothing but rows and errors: no warnings, no progress.' },
  { name: '--no-color', help: 'No colour. NO_COLOR in the environment does the same.' },
];

/** The format asked for, else that of the file's name, else a table for a terminal and CSV for the rest. */
export function readFormat({ options }: ParsedArguments, stdout: OutputStream): OutputFormat {
  const [name, path] = [options.get('-o'), options.get('--ofile')];
  if (name === undefined) {
    const defaultFormat = path === undefined && stdout.isTTY === true ? 'TABLE' : 'CSV';
    return (path === undefined ? undefined : formatOfFile(path)) ?? outputFormats[defaultFormat];
  }
  const format = findOutputFormat(name);
  if (format !== undefined) return format;
  const known = outputFormatNames.map((known) => `-o:${known}`).join(', ');
  throw new PathqlError('usage_invalid', `Unknown format '${name}'; allowed are ${known}`);
}
