// Runs pathql completion bash|zsh|fish: prints the script that makes a shell complete pathql.
import { PathqlError } from '../../errors.ts';
import type { Command } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { completeArgument } from '../completion/complete-argument.ts';
import { type CompletionFacts, completionFacts } from '../completion/completion-facts.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Io } from '../io.ts';

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
      'pathql completion zsh > ~/.zfunc/_pathql',
      'pathql completion fish > ~/.config/fish/completions/pathql.fish',
      'source <(pathql completion bash)',
    ],
    run: async ({ rest }, { io }) => {
      const [name = '', word, inShell] = rest;
      if (name === 'query' && word !== undefined && rest.length < 4) {
        io.stdout.write(await completedWords({ word, isWritten: inShell === 'written' }, io));
        return 0;
      }
      const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
      if (shell === undefined || word !== undefined) {
        const message = `pathql completion takes the name of a shell, ${Object.keys(shells).join(', ')}, got '${rest.join(' ')}'`;
        throw new PathqlError('usage_invalid', message);
      }
      io.stdout.write(shell(completionFacts(commands())));
      return 0;
    },
  };
}

interface BegunWord {
  readonly word: string;
  /** The shell puts what comes back into its line as it is. */
  readonly isWritten: boolean;
}

/** What the scripts ask for: the words that a begun query may become, each on a line. */
async function completedWords({ word, isWritten }: BegunWord, { env }: Io): Promise<string> {
  const { DATA_DIR = '' } = env;
  const reach = { base: DATA_DIR || '.', takesAll: DATA_DIR !== '' };
  const words = await completeArgument(word, { ...reach, isWritten });
  // No shell reads a name of several lines.
  return words
    .filter((one) => !/[\r\n]/.test(one.slice(word.length)))
    .map((one) => `${one}\n`)
    .join('');
}
