// Writes the completion of bash 4 and later: https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
import { type CompletionFacts, type OptionFacts, optionNames } from './completion-facts.ts';

export function bashCompletion({ commands }: CompletionFacts): string {
  const all = commands.flatMap(({ options }) => options);
  const cases = commands
    .filter(({ name }) => name !== 'query')
    .map(({ name, options }) => `    ${name}) options='${optionNames(options).join(' ')}' ;;`);
  const query = commands.find(({ name }) => name === 'query')?.options ?? [];
  return `# bash completion for pathql: source this file, or put it where bash-completion looks
_pathql() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} options
  # bash splits at the colon of -o:JSON
  if [[ $word == : ]]; then word=''; elif [[ $before == : ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
    *) options='${optionNames(query).join(' ')}' ;;
  esac
  COMPREPLY=()
  # A query in quotes: the whole word is completed.
  if [[ $word == [\\"\\']*[[:space:]]* ]]; then
    compopt -o nospace
    if type -P pathql > /dev/null; then
      mapfile -t COMPREPLY < <(command pathql completion query "$word" written 2> /dev/null)
    else
      _pathql_tables "$word"
    fi
    _pathql_keep_open "$word"
    return
  fi
  case $before in
${choices(all).join('\n')}
    ${patterns(optionNames(all, 'file'))}) _pathql_files "$word"; return ;;
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); return; fi
  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word")); fi
  if ((COMP_CWORD == 2)); then
    case \${COMP_WORDS[1]} in
      help) COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word")) ;;
      completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
    esac
  fi
  if [[ \${COMP_WORDS[1]} == @(schema|head|sniff) ]]; then _pathql_files "$word"; fi
}
# Where pathql is no program of its own, as with npx: files after FROM and JOIN.
_pathql_tables() {
  local file
  shopt -s nocasematch
  if [[ $1 =~ ^.(.*[[:space:]](FROM|JOIN)[[:space:]]+)([^[:space:]]*)$ ]]; then
    while IFS= read -r file; do
      COMPREPLY+=("\${BASH_REMATCH[1]}$file")
    done < <(compgen -f -- "\${BASH_REMATCH[3]}")
  fi
  shopt -u nocasematch
}
# readline closes the quote behind a single match: the same with its closing quote makes it two.
_pathql_keep_open() {
  ((\${#COMPREPLY[@]} == 1)) || return
  if [[ \${COMPREPLY[0]} == "\${1:1}" ]]; then COMPREPLY=(); else COMPREPLY+=("\${COMPREPLY[0]}\${1:0:1}"); fi
}
# In the letter case of what is typed.
_pathql_choose() {
  local values=$2
  if [[ -n $1 ]]; then values+=" \${2,,} \${2^^}"; fi
  COMPREPLY=($(compgen -W "$values" -- "$1"))
}
_pathql_files() {
  # As file names: blanks are escaped, and folders get their slash.
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$1")
}
complete -F _pathql pathql
`;
}

function choices(options: readonly OptionFacts[]): string[] {
  const lines = options
    .filter(({ takes }) => takes === 'choice')
    .map(
      ({ names, values }) =>
        `    ${patterns(names)}) _pathql_choose "$word" '${values.join(' ')}'; return ;;`,
    );
  return [...new Set(lines)];
}

function patterns(names: readonly string[]): string {
  return [...new Set(names)].join('|');
}
