// Collects what a shell may complete, from the tables that define commands and options.
import { outputFormatNames } from '../../formats/output-formats.ts';
import type { Command } from '../command.ts';

export interface CompletionFacts {
  readonly commands: readonly CommandFacts[];
  readonly formats: readonly string[];
}

export interface CommandFacts {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionFacts[];
}

export interface OptionFacts {
  /** With their dashes. */
  readonly names: readonly string[];
  /** First sentence of the help. */
  readonly help: string;
  readonly takes: 'nothing' | 'format' | 'file' | 'value';
}

export function completionFacts(commands: Readonly<Record<string, Command>>): CompletionFacts {
  const facts = Object.entries(commands).map(([name, { summary, options }]) => ({
    name,
    summary,
    options: options.map(({ name, alias, placeholder, help }) => ({
      names: alias === undefined ? [name] : [name, alias],
      help: help.split(/[.:[(]/)[0]?.trim() ?? '',
      takes: placeholder === undefined ? ('nothing' as const) : (kinds[placeholder] ?? 'value'),
    })),
  }));
  return { commands: facts, formats: outputFormatNames };
}

const kinds: Readonly<Record<string, OptionFacts['takes']>> = {
  '<format>': 'format',
  '<path>': 'file',
  '<folder>': 'file',
};

export function optionNames(
  options: readonly OptionFacts[],
  takes?: OptionFacts['takes'],
): string[] {
  const wanted = takes === undefined ? options : options.filter((option) => option.takes === takes);
  return wanted.flatMap(({ names }) => names);
}
