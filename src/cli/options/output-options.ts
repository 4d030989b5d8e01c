// Defines and reads the options about output that every command that prints rows has.
import { extname } from 'node:path';
import { PathqlError } from '../../errors.ts';
import { compressionOfExtension } from '../../formats/compression.ts';
import { delimitedWriter } from '../../formats/delimited.ts';
import {
  findOutputFormat,
  formatOfExtension,
  type OutputFormat,
  outputExtensions,
  outputFormatNames,
  outputFormats,
  screenFormat,
} from '../../formats/output-formats.ts';
import type { Compression } from '../../query/layouts.ts';
import type { OutputStream } from '../io.ts';
import { readSeparator } from './named-separators.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';

const rules: readonly OptionRule[] = [
  {
    name: '-o',
    alias: '--format',
    placeholder: '<format>',
    values: outputFormatNames,
    help: `Format of the output: ${outputFormatNames.join(', ')}. Default: what the name of the output file says; a table on a terminal, CSV elsewhere.`,
  },
  {
    name: '--ofile',
    alias: '--output-file',
    placeholder: '<path>',
    help: `Write to this file instead of standard output, which is -: ${outputExtensions.join(' ')}, and .gz or .zst behind those that are text. It is replaced only by a complete result.`,
  },
  { name: '--no-output-header', help: 'No line with the names of the columns in CSV and TSV.' },
  {
    name: '--output-delim',
    placeholder: '<text>',
    help: 'What parts the fields of CSV, instead of a comma: ;  tab  or other text.',
  },
  { name: '--nested', help: 'Lists and structs as such in JSON, instead of as text.' },
  {
    name: '--url',
    placeholder: '<address>',
    help: 'Run the query on this server, as http://host:8080; paths are those of the server. PATHQL_TOKEN in the environment holds its token.',
  },
  { name: '--stats', help: 'Print rows scanned, rows returned and the time to standard error.' },
  {
    name: '--quiet',
    alias: '-q',
    help: 'No warnings and no progress: standard error has errors only.',
  },
  { name: '--no-color', help: 'No colour. NO_COLOR in the environment does the same.' },
];

export const outputOptions: readonly OptionRule[] = rules.map((rule) => ({
  ...rule,
  group: 'Output',
}));

export interface OutputChoice {
  readonly format: OutputFormat;
  /** Undefined: standard output. */
  readonly path: string | undefined;
  readonly compression: Compression | undefined;
}

/**
 * The format asked for, else that of the file's name, else one to read on a terminal and CSV for the rest. `otherwise`
 * ends the message for a name that says no format.
 */
export function readOutput(
  { options }: Pick<ParsedArguments, 'options'>,
  stdout: OutputStream,
  otherwise = '. For another name -o says the format, as -o:CSV',
): OutputChoice {
  const path = options.get('--ofile');
  const { extension, compression } = endingOf(path ?? '');
  const named = namedFormat(options.get('-o'));
  const shape = readShape(options);
  const format =
    named ??
    (path === undefined ? formatOfStream(stdout, shape) : formatOfFile(extension, otherwise));
  if (named !== undefined && path !== undefined) refuseOtherName(named, { path, extension });
  if (compression !== undefined && format.isBinary === true) {
    throw usage(`${path}: this format is not compressed once more, leave out the last ending`);
  }
  return { format: shaped(format, shape), path, compression };
}

function namedFormat(name: string | undefined): OutputFormat | undefined {
  if (name === undefined) return undefined;
  const format = findOutputFormat(name);
  if (format !== undefined) return format;
  const known = outputFormatNames.map((known) => `-o:${known}`).join(', ');
  throw usage(`Unknown format '${name}'; allowed are ${known}`);
}

function endingOf(
  path: string,
): Pick<OutputChoice, 'compression'> & { readonly extension: string } {
  const last = extname(path).toLowerCase();
  const compression = Object.hasOwn(compressionOfExtension, last)
    ? compressionOfExtension[last]
    : undefined;
  if (compression === undefined) return { extension: last, compression };
  return { extension: extname(path.slice(0, -last.length)).toLowerCase(), compression };
}

/** They say that a file is text, and CSV is read from it. */
const plainExtensions = ['', '.txt'];

function formatOfFile(extension: string, otherwise: string): OutputFormat {
  if (plainExtensions.includes(extension)) return outputFormats.CSV;
  const format = formatOfExtension(extension);
  if (format !== undefined) return format;
  const known = outputExtensions.join(' ');
  throw usage(
    `No format goes with names that end in '${extension}'; known are ${known}${otherwise}`,
  );
}

/** A file whose name says one format must not hold another. */
function refuseOtherName(
  { extensions, otherExtensions = [] }: OutputFormat,
  { path, extension }: { readonly path: string; readonly extension: string },
): void {
  const isKnown = formatOfExtension(extension) !== undefined;
  if (!isKnown || [...extensions, ...otherExtensions].includes(extension)) return;
  throw usage(
    `-o and the name of the output file, '${path}', say different formats: leave out -o, or give the file another ending`,
  );
}

interface Shape {
  readonly hasHeader: boolean;
  readonly delimiter: string | undefined;
  readonly isNested: boolean;
}

function readShape(options: ParsedArguments['options']): Shape {
  const written = options.get('--output-delim');
  const delimiter = written && readSeparator('--output-delim', written).replaceAll('\\t', '\t');
  if (delimiter !== undefined && /["\r\n]/.test(delimiter)) {
    throw usage(`--output-delim takes a text without quotes and line breaks, got '${delimiter}'`);
  }
  return {
    hasHeader: !options.has('--no-output-header'),
    delimiter,
    isNested: options.has('--nested'),
  };
}

/** Whoever shapes CSV wants CSV. */
function formatOfStream({ isTTY }: OutputStream, { hasHeader, delimiter }: Shape): OutputFormat {
  const isForReading = isTTY === true && hasHeader && delimiter === undefined;
  return isForReading ? screenFormat : outputFormats.CSV;
}

function shaped(format: OutputFormat, { hasHeader, delimiter, isNested }: Shape): OutputFormat {
  const { head, writer, layout } = format;
  if (isNested && layout !== 'json-object') {
    throw usage('--nested is for JSON: add -o:JSON or -o:JSONARRAY');
  }
  if (delimiter !== undefined && layout !== 'csv') {
    throw usage('--output-delim is for CSV: add -o:CSV');
  }
  if (!hasHeader && head === undefined) {
    throw usage('--no-output-header is for CSV and TSV: add -o:CSV or -o:TSV');
  }
  const common = { layout, help: format.help, extensions: format.extensions };
  if (isNested) return { ...format, layout: 'json-nested' };
  if (delimiter !== undefined) {
    return { ...common, layout: 'texts', writer: () => delimitedWriter({ delimiter, hasHeader }) };
  }
  return hasHeader ? format : { ...common, ...(writer && { writer }) };
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
