// Writes the completion of fish: https://fishshell.com/docs/current/completions.html
import type { CommandFacts, CompletionFacts, OptionFacts } from './completion-facts.ts';

export function fishCompletion({ commands, formats }: CompletionFacts): string {
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
    return optionLines(command, condition, formats);
  });
  return `# fish completion for pathql: put it as pathql.fish into ~/.config/fish/completions
${[...lines, ...options].join('\n')}
# After FROM and JOIN inside the quoted query: files.
complete -c pathql -n 'string match -qir "(from|join)\\s+\\S*\\$" -- (commandline -ct)' -a '(__pathql_tables)'
function __pathql_tables
  set -l word (commandline -ct)
  set -l path (string match -r '\\S*$' -- $word)
  set -l before (string sub -l (math (string length -- $word) - (string length -- $path)) -- $word)
  for file in $path*
    echo $before$file
  end
end
`;
}

function optionLines(
  { options }: CommandFacts,
  condition: string,
  formats: readonly string[],
): string[] {
  return options.map((option) => {
    const flags = option.names.map(flag).join(' ');
    return `complete -c pathql -n ${quoted(condition)} ${flags} -d ${quoted(option.help)}${values(option, formats)}`;
  });
}

/** -s short, -l long, -o a long one with a single dash. */
function flag(name: string): string {
  if (name.startsWith('--')) return `-l ${name.slice(2)}`;
  return name.length === 2 ? `-s ${name.slice(1)}` : `-o ${name.slice(1)}`;
}

function values({ takes }: OptionFacts, formats: readonly string[]): string {
  const kinds = { nothing: '', format: ` -xa '${formats.join(' ')}'`, file: ' -rF', value: ' -x' };
  return kinds[takes];
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, (mark) => `\\${mark}`)}'`;
}
