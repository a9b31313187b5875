import {
  type CommandName,
  commandNames,
  commonOptions,
  describeCommand,
  describeOption,
  type OptionName,
  type Shell,
} from './command-table.ts';

/** A script that the shell loads. It names commands, options and fixed values, and starts no program. */
export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]();
}

function optionsOf(command: CommandName): OptionName[] {
  return [...describeCommand(command).options, ...commonOptions];
}

/** What can follow a command. */
function wordsOf(command: CommandName): string[] {
  return [...(describeCommand(command).choices ?? []), ...optionsOf(command).map((name) => `--${name}`)];
}

const optionNames = [...new Set(commandNames.flatMap(optionsOf))];

function bashScript(): string {
  const choices = optionNames.flatMap((name) => {
    const { choices: values } = describeOption(name);
    return values ? [`    --${name}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`] : [];
  });
  const valued = optionNames.filter((name) => describeOption(name).value !== undefined && name !== 'state-dir');
  const commands = commandNames.map((name) => `    ${name}) words='${wordsOf(name).join(' ')}' ;;`);
  return `# bash completion of gatewarden
_gatewarden() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words
  COMPREPLY=()
  case $previous in
${choices.join('\n')}
    --state-dir) COMPREPLY=($(compgen -d -- "$current")); return ;;
    ${valued.map((name) => `--${name}`).join('|')}) return ;;
  esac
  case \${COMP_WORDS[1]} in
${commands.join('\n')}
    *) words='${[...commandNames, ...commonOptions.map((name) => `--${name}`)].join(' ')}' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _gatewarden gatewarden
`;
}

function zshScript(): string {
  const commands = commandNames.map(
    (name) => `    ${quote(`${name}:${describeCommand(name).about.replaceAll(':', '\\:')}`)}`,
  );
  const cases = commandNames.map((name) => {
    const { choices } = describeCommand(name);
    const operand = choices ? [quote(`2:shell:(${choices.join(' ')})`)] : [];
    return `    ${name}) _arguments ${[...optionsOf(name).map(zshOption), ...operand].join(' ')} ;;`;
  });
  return `#compdef gatewarden
# zsh completion of gatewarden
_gatewarden() {
  local -a commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _gatewarden ]]; then _gatewarden "$@"; else compdef _gatewarden gatewarden; fi
`;
}

function zshOption(name: OptionName): string {
  const { value, about, choices } = describeOption(name);
  const text = `--${name}[${about.replaceAll(/[[\]:]/g, ' ')}]`;
  if (value === undefined) return quote(text);
  const action = name === 'state-dir' ? '_files -/' : choices ? `(${choices.join(' ')})` : ' ';
  return quote(`${text}:${value}:${action}`);
}

function fishScript(): string {
  const lines = commandNames.flatMap((name) => {
    const { about, choices } = describeCommand(name);
    return [
      `complete -c gatewarden -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
      ...(choices ? [`complete -c gatewarden -n ${seen(name)} -a ${quote(choices.join(' '))}`] : []),
      ...optionsOf(name).map((option) => `complete -c gatewarden -n ${seen(name)} ${fishOption(option)}`),
    ];
  });
  return ['# fish completion of gatewarden', 'complete -c gatewarden -f', ...lines, ''].join('\n');
}

function fishOption(name: OptionName): string {
  const { value, about, choices } = describeOption(name);
  const takes = value === undefined ? '' : name === 'state-dir' ? ' -r -F' : ' -x';
  return `-l ${name}${takes}${choices ? ` -a ${quote(choices.join(' '))}` : ''} -d ${quote(about)}`;
}

function seen(command: CommandName): string {
  return quote(`__fish_seen_subcommand_from ${command}`);
}

/** Inside single quotes; texts of the table have none. */
function quote(text: string): string {
  return `'${text}'`;
}
