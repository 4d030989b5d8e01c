// Writes the completion of zsh: https://zsh.sourceforge.io/Doc/Release/Completion-System.html
import type { CommandFacts, CompletionFacts, OptionFacts } from './completion-facts.ts';

export function zshCompletion(facts: CompletionFacts): string {
  const { commands } = facts;
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands
    .filter(({ name }) => name !== 'query')
    .map((command) => `    ${command.name}) ${argumentsLine(command, facts)} ;;`);
  const query = commands.find(({ name }) => name === 'query');
  return `#compdef pathql
# zsh completion for pathql: put it as _pathql into a folder of $fpath, or source it after compinit
_pathql_first() {
  local -a commands=(
${names.join('\n')}
  )
  # A query in quotes: the whole word is completed.
  if [[ -n $compstate[quote] && $PREFIX == *[[:space:]]* ]]; then
    local -a queries=("\${(@f)$(command pathql completion query "$compstate[quote]$PREFIX" written 2> /dev/null)}")
    compadd -Q -U -S '' -- $queries
    return
  fi
  _describe command commands
}
_pathql() {
  setopt localoptions extendedglob
  case $words[2] in
${cases.join('\n')}
    *) ${query === undefined ? ':' : argumentsLine(query, facts)} ;;
  esac
}
if [[ $funcstack[1] == _pathql ]]; then _pathql "$@"; else compdef _pathql pathql; fi
`;
}

function argumentsLine({ name, options }: CommandFacts, { commands }: CompletionFacts): string {
  const rest = {
    query: "'*::first:_pathql_first'",
    schema: "'*:file:_files'",
    head: "'*:file:_files'",
    sniff: "'*:file:_files'",
    help: `'2:command:(${commands.map((command) => command.name).join(' ')})'`,
    completion: "'2:shell:(bash zsh fish)'",
  };
  const specs = options.flatMap((option) => option.names.map((name) => spec(name, option)));
  const last = Object.hasOwn(rest, name) ? rest[name as keyof typeof rest] : "'*: :'";
  return `_arguments ${[...specs, last].join(' ')}`;
}

function spec(name: string, { help, takes, values }: OptionFacts): string {
  const text = help.replace(/[[\]:]/g, ' ');
  if (takes === 'nothing') return quoted(`${name}[${text}]`);
  const value = {
    choice: `:value:(${values.join(' ')})`,
    file: ':file:_files',
    value: ':value:',
  };
  return quoted(`${name}[${text}]${value[takes]}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
