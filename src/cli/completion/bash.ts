// Writes the completion of bash 4 and later: https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
import { type CompletionFacts, optionNames } from './completion-facts.ts';

export function bashCompletion({ commands, formats }: CompletionFacts): string {
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
  case $before in
    ${patterns(optionNames(all, 'format'))}) COMPREPLY=($(compgen -W '${formats.join(' ')}' -- "\${word^^}")); return ;;
    ${patterns(optionNames(all, 'file'))}) _pathql_files '' "$word"; return ;;
  esac
  shopt -s nocasematch
  if [[ $word =~ ^[\\"\\']?(.*[[:space:]](FROM|JOIN)[[:space:]]+)([^[:space:]]*)$ ]]; then
    shopt -u nocasematch
    _pathql_files "\${BASH_REMATCH[1]}" "\${BASH_REMATCH[3]}"
    return
  fi
  shopt -u nocasematch
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); return; fi
  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word")); fi
  if [[ \${COMP_WORDS[1]} == @(schema|head|sniff) ]]; then _pathql_files '' "$word"; fi
}
# $1: what stands before the path in the same word, $2: the path so far
_pathql_files() {
  local file
  while IFS= read -r file; do
    [[ -d $file ]] && file+=/
    COMPREPLY+=("$1$file")
  done < <(compgen -f -- "$2")
  compopt -o nospace
}
complete -F _pathql pathql
`;
}

function patterns(names: readonly string[]): string {
  return [...new Set(names)].join('|');
}
