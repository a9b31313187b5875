import { parseArgs } from 'node:util';
import { isLoopbackHost } from '@gatewarden/net/endpoint';
import { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';

/** What the command line asks for, validated. */
export type Command =
  | ({ readonly kind: 'join' } & JoinOptions)
  | { readonly kind: 'run' | 'status' | 'leave'; readonly stateDir: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

export interface JoinOptions {
  readonly url: string;
  readonly token: Secret;
  readonly interfaceName: string;
  readonly userspaceOnly: boolean;
  readonly stateDir: string;
}

export type ReadCommand =
  | { readonly kind: 'command'; readonly command: Command }
  /** One sentence per mistake. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

const flags = {
  url: { type: 'string' },
  token: { type: 'string' },
  interface: { type: 'string' },
  'state-dir': { type: 'string' },
  'allow-http': { type: 'boolean' },
  userspace: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;
/** These options can also be environment variables; the command line takes precedence. */
const fromEnvironment = ['url', 'token', 'state-dir'] as const;
const commands = ['join', 'run', 'status', 'leave'] as const;
const commonFlags = ['state-dir'];

const StateDir = z.string().min(1, { error: '--state-dir must name a folder.' }).default('/var/lib/gatewarden-device');

const Url = z
  .string({ error: '--url is missing: the address that the console shows beside the token.' })
  .transform((text, context) => {
    const url = URL.parse(text);
    const isUsable = url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '';
    if (isUsable) return url;
    context.addIssue({ code: 'custom', message: '--url must be an address such as https://enroll.example.com.' });
    return z.NEVER;
  });

const JoinValues = z
  .object({
    url: Url,
    token: z
      .string({ error: '--token is missing: the console shows it once, after the device was added.' })
      .regex(/^[A-Za-z0-9]{1,128}$/, { error: '--token must have letters and digits only, as the console shows it.' })
      .transform((text) => new Secret(text)),
    // Linux allows at most 15 bytes (IFNAMSIZ); these characters need no quoting anywhere
    interface: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}$/, {
        error: '--interface must be a letter and up to 14 further letters, digits, "-" or "_".',
      })
      .default('gatewarden'),
    userspace: z.boolean().default(false),
    'allow-http': z.boolean().default(false),
    'state-dir': StateDir,
  })
  .refine(
    ({ url, 'allow-http': isAllowed }) => isAllowed || url.protocol === 'https:' || isLoopbackHost(url.hostname),
    {
      error:
        '--url has no TLS: others on the network could read the token and change the tunnel. Use an https address, or accept the risk with --allow-http.',
    },
  );

/** @param args without the program name */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadCommand {
  const { name, values, mistakes } = readArguments(args);
  if (values['help'] || args.length === 0) return command({ kind: 'help' });
  if (values['version']) return command({ kind: 'version' });
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const merged = { ...valuesOf(environment), ...values };
  if (name !== 'join') {
    const parsed = z.object({ 'state-dir': StateDir }).safeParse(merged);
    if (!parsed.success) return mistaken(parsed.error);
    return command({ kind: name ?? 'status', stateDir: parsed.data['state-dir'] });
  }
  const parsed = JoinValues.safeParse(merged);
  if (!parsed.success) return mistaken(parsed.error);
  const { url, token, interface: interfaceName, userspace: userspaceOnly, 'state-dir': stateDir } = parsed.data;
  return command({ kind: 'join', url: url.origin, token, interfaceName, userspaceOnly, stateDir });
}

function command(read: Command): ReadCommand {
  return { kind: 'command', command: read };
}

function mistaken({ issues }: z.ZodError): ReadCommand {
  return { kind: 'mistakes', mistakes: issues.map(({ message }) => message) };
}

type CommandName = (typeof commands)[number];

function isCommand(text: string | undefined): text is CommandName {
  return commands.some((each) => each === text);
}

/** Finds all mistakes; `parseArgs` in strict mode would stop at the first, and repeat a token in its message. */
function readArguments(args: readonly string[]) {
  const { tokens } = parseArgs({ args: [...args], options: flags, strict: false, tokens: true });
  const values: Record<string, unknown> = {};
  const [first, ...others] = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const name = isCommand(first) ? first : undefined;
  const mistakes: string[] = others.map(() => 'Only one command can be given; a value must follow its option.');
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const mistake = findMistake(name, token.name, token.value);
    if (mistake !== undefined) mistakes.push(mistake);
    values[token.name] = token.value ?? true;
  }
  if (!name) mistakes.unshift(`The first argument must be a command: ${commands.join(', ')}.`);
  return { name, values, mistakes };
}

function findMistake(command: CommandName | undefined, name: string, value: string | undefined): string | undefined {
  const flag = Object.hasOwn(flags, name) ? flags[name as keyof typeof flags] : undefined;
  if (!flag) return `There is no option --${name}; --help lists them.`;
  if (flag.type === 'string' && value === undefined) return `--${name} needs a value.`;
  if (flag.type === 'boolean' && value !== undefined) return `--${name} takes no value.`;
  const isCommon = commonFlags.includes(name) || name === 'help' || name === 'version';
  return command === undefined || command === 'join' || isCommon ? undefined : `--${name} belongs to join.`;
}

function valuesOf(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = fromEnvironment.flatMap((name) => {
    const value = environment[`GATEWARDEN_CLI_${name.toUpperCase().replaceAll('-', '_')}`];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
