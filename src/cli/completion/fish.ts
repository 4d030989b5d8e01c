// Writes the completion of fish: https://fishshell.com/docs/current/completions.html
import type { CommandFacts, CompletionFacts, OptionFacts } from './completion-facts.ts';

export function fishCompletion({ commands }: CompletionFacts): string {
  const others = commands.map(({ name }) => name).filter((name) => name !== 'query');
  const lines = commands.flatMap(({ name, summary }) =>
    name === 'query'
      ? []
      : [`complete -c pathql -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`],
  );
  const options = commands.flatMap((command) => {
    const condition =
      command.name === 'query'
        ? `not __fish_seen_subcommand_from ${others.join(' ')}`
        : `__fish_seen_subcommand_from ${command.name}`;
    return optionLines(command, condition);
  });
  return `# fish completion for pathql: put it as pathql.fish into ~/.config/fish/completions
${[...lines, ...options].join('\n')}
# A query in quotes: the whole word is completed.
function __pathql_is_query
  string match -qr '^["\\'].*\\s' -- (commandline -ct)
end
# fish closes the quote behind a single word: the same with a blank makes it two.
function __pathql_query
  set -l begun (commandline -ct)
  set -l found (command pathql completion query $begun 2> /dev/null)
  switch (count $found)
    case 0
    case 1
      test $found = (string sub -s 2 -- $begun); or printf '%s\\n%s \\n' $found $found
    case '*'
      printf '%s\\n' $found
  end
end
complete -c pathql -n __pathql_is_query -f -a '(__pathql_query)'
complete -c pathql -n '__fish_seen_subcommand_from help' -xa '${commands.map(({ name }) => name).join(' ')}'
complete -c pathql -n '__fish_seen_subcommand_from completion' -xa 'bash zsh fish'
# Files of the commands that take some.
complete -c pathql -n '__fish_seen_subcommand_from schema head sniff' -F
`;
}

function optionLines({ options }: CommandFacts, condition: string): string[] {
  return options.map((option) => {
    const flags = option.names.map(flag).join(' ');
    return `complete -c pathql -n ${quoted(condition)} ${flags} -d ${quoted(option.help)}${argument(option)}`;
  });
}

/** -s short, -l long, -o a long one with a single dash. */
function flag(name: string): string {
  if (name.startsWith('--')) return `-l ${name.slice(2)}`;
  return name.length === 2 ? `-s ${name.slice(1)}` : `-o ${name.slice(1)}`;
}

function argument({ takes, values }: OptionFacts): string {
  const kinds = { nothing: '', choice: ` -xa '${values.join(' ')}'`, file: ' -rF', value: ' -x' };
  return kinds[takes];
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, (mark) => `\\${mark}`)}'`;
}
