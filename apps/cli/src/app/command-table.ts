/** An option of the command line. */
interface Option {
  /** What its value is; absent: it takes none. */
  readonly value?: string;
  readonly about: string;
  /** The values that it can have. */
  readonly choices?: readonly string[];
}

export const optionTable = {
  url: { value: 'address', about: 'address of the listener for clients, as the console shows it' },
  token: { value: 'token', about: 'token that the console shows; other users of the machine can see command lines' },
  name: { value: 'name', about: 'name of the new device (default: the host name)' },
  instance: { value: 'name', about: 'name or id of an instance, if this machine is logged in to several' },
  interface: { value: 'name', about: 'name of the network interface (default: gatewarden, or gw-<number>)' },
  method: {
    ...{ value: 'method', about: 'where the code is from: app or email; or browser, to confirm in the console' },
    choices: ['app', 'email', 'browser'],
  },
  code: { value: 'code', about: 'code of the second factor, for scripts' },
  userspace: { about: 'use wireguard-go even if the kernel has WireGuard' },
  'allow-http': { about: 'accept an address without TLS, through which others could change the tunnel' },
  'state-dir': { value: 'path', about: 'folder for keys and configuration' },
  json: { about: 'print one line of JSON' },
  help: { about: 'print help, also about a command, and exit' },
  version: { about: 'print the version, and exit' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof optionTable;

interface CommandDescription {
  /** Absent: it takes none. */
  readonly operand?: string;
  /** The values that the operand can have. */
  readonly choices?: readonly string[];
  readonly options: readonly OptionName[];
  readonly about: string;
  /** Who uses it. */
  readonly group: 'person' | 'device' | 'both';
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export const commandTable = {
  login: {
    operand: 'link',
    options: ['url', 'token', 'name', 'allow-http', 'json', 'state-dir'],
    about: 'become your device: with the link of the console, or reading link or token from the standard input',
    group: 'person',
  },
  up: {
    operand: 'location',
    options: ['instance', 'interface', 'method', 'code', 'userspace', 'state-dir'],
    about: 'connect to a location, and follow changes in the console until stopped',
    group: 'person',
  },
  down: {
    operand: 'location',
    options: ['instance', 'state-dir'],
    about: 'disconnect from a location, or from all locations',
    group: 'person',
  },
  logout: {
    options: ['instance', 'state-dir'],
    about: 'disconnect, and remove the key and all that is stored of an instance',
    group: 'person',
  },
  join: {
    options: ['url', 'token', 'interface', 'userspace', 'allow-http', 'state-dir'],
    about: 'become the network device that the token of the console was issued for, and bring its tunnel up',
    group: 'device',
  },
  run: {
    options: ['state-dir'],
    about: 'keep the tunnel of a network device up and follow changes, until stopped; the tunnel remains',
    group: 'device',
  },
  leave: {
    options: ['state-dir'],
    about: 'remove the tunnel, the key and all that is stored of a network device',
    group: 'device',
  },
  status: { options: ['json', 'state-dir'], about: 'print the devices and the state of their tunnels', group: 'both' },
  completion: {
    operand: 'shell',
    choices: shells,
    options: [],
    about: `print the completion script of a shell: ${shells.join(', ')}`,
    group: 'both',
  },
} as const satisfies Record<string, CommandDescription>;

export type CommandName = keyof typeof commandTable;

export function isCommandName(text: string | undefined): text is CommandName {
  return text !== undefined && Object.hasOwn(commandTable, text);
}

export function isOptionName(text: string): text is OptionName {
  return Object.hasOwn(optionTable, text);
}

/** Options of every command. */
export const commonOptions: readonly OptionName[] = ['help', 'version'];

/** The description of a command with its optional fields. */
export function describeCommand(name: CommandName): CommandDescription {
  return commandTable[name];
}

/** The description of an option with its optional fields. */
export function describeOption(name: OptionName): Option {
  return optionTable[name];
}

export const commandNames = Object.keys(commandTable) as CommandName[];
