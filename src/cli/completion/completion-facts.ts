// Collects what a shell may complete, from the tables that define commands and options.
import type { Command } from '../command.ts';

export interface CompletionFacts {
  readonly commands: readonly CommandFacts[];
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
  readonly takes: 'nothing' | 'choice' | 'file' | 'value';
  /** Of a choice. */
  readonly values: readonly string[];
}

export function completionFacts(commands: Readonly<Record<string, Command>>): CompletionFacts {
  const facts = Object.entries(commands).map(([name, { summary, options }]) => ({
    name,
    summary,
    options: options.map(({ name, alias, placeholder, values = [], help }) => ({
      names: alias === undefined ? [name] : [name, alias],
      help: help.split(/[.:[(]/)[0]?.trim() ?? '',
      takes: takenBy(placeholder, values),
      values,
    })),
  }));
  return { commands: facts };
}

function takenBy(placeholder: string | undefined, values: readonly string[]): OptionFacts['takes'] {
  if (placeholder === undefined) return 'nothing';
  if (values.length > 0) return 'choice';
  return ['<path>', '<file>', '<folder>'].includes(placeholder) ? 'file' : 'value';
}

export function optionNames(
  options: readonly OptionFacts[],
  takes?: OptionFacts['takes'],
): string[] {
  const wanted = takes === undefined ? options : options.filter((option) => option.takes === takes);
  return wanted.flatMap(({ names }) => names);
}
