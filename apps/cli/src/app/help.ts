import {
  type CommandName,
  commandNames,
  commonOptions,
  describeCommand,
  describeOption,
  type OptionName,
} from './command-table.ts';

const groups = [
  [
    'person',
    'Your device: connects this machine to the locations that you may use. Needs Linux; "up" needs root or CAP_NET_ADMIN.',
  ],
  ['device', 'Network device: connects a server or router on its own. Needs Linux, and root or CAP_NET_ADMIN.'],
  ['both', 'Both:'],
] as const;

const footer = `Other users can see command lines: "login" reads a link or a token from the standard input, and GATEWARDEN_CLI_TOKEN,
GATEWARDEN_CLI_URL and GATEWARDEN_CLI_STATE_DIR can have the values of these options.

Exit status: 0 done or stopped, 1 problem of this machine or the network, 2 wrong options, 3 core refused the device,
4 a second factor is needed or its code is wrong.
`;

/** All commands, or one with its options. */
export function helpText(command: CommandName | undefined): string {
  return command === undefined ? `${overview()}\n${footer}` : `${helpOf(command)}\n${footer}`;
}

function overview(): string {
  const sections = groups.map(([group, title]) => {
    const names = commandNames.filter((name) => describeCommand(name).group === group);
    return [title, '', ...names.map((name) => row(usageOf(name), describeCommand(name).about)), ''].join('\n');
  });
  const options = ['Options:', '', ...commonOptions.map(optionRow), ''].join('\n');
  return [usage('<command>'), '', ...sections, options].join('\n');
}

function helpOf(command: CommandName): string {
  const { about, options } = describeCommand(command);
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  const rows = [...options, ...commonOptions].map(optionRow);
  return [usage(usageOf(command)), '', sentence, '', ...rows, ''].join('\n');
}

function usage(command: string): string {
  return `Usage: gatewarden ${command} [options]`;
}

function usageOf(command: CommandName): string {
  const { operand } = describeCommand(command);
  if (operand === undefined) return command;
  return command === 'completion' ? `${command} <${operand}>` : `${command} [${operand}]`;
}

function optionRow(name: OptionName): string {
  const { value, about } = describeOption(name);
  return row(value === undefined ? `--${name}` : `--${name} <${value}>`, about);
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(22)} ${right}`;
}
