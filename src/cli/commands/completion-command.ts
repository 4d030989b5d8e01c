// Runs pathql completion bash|zsh|fish: prints the script that makes a shell complete pathql.
import { PathqlError } from '../../errors.ts';
import type { Command } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { type CompletionFacts, completionFacts } from '../completion/completion-facts.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';

const shells: Readonly<Record<string, (facts: CompletionFacts) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `commands` is asked when the command runs: it holds this one too. */
export function completionCommand(commands: () => Readonly<Record<string, Command>>): Command {
  return {
    summary: 'Print the script that makes a shell complete commands, options and files.',
    usage: [`pathql completion ${Object.keys(shells).join('|')}`],
    options: [],
    examples: [
      'pathql completion bash > ~/.local/share/bash-completion/completions/pathql',
      'pathql completion fish > ~/.config/fish/completions/pathql.fish',
    ],
    run: async ({ rest }, { io }) => {
      const [name = '', extra] = rest;
      const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
      if (shell === undefined || extra !== undefined) {
        const message = `pathql completion takes the name of a shell, ${Object.keys(shells).join(', ')}, got '${rest.join(' ')}'`;
        throw new PathqlError('usage_invalid', message);
      }
      io.stdout.write(shell(completionFacts(commands())));
      return 0;
    },
  };
}
