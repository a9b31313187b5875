import { parseJoinToken } from '@gatewarden/contract/join-token';
import { booleanOption, readArguments, readVariables } from '@gatewarden/link/read-arguments';
import { type LogLevel, logLevels } from '@gatewarden/log-output/component-log';
import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';
import { type AddressLimits, defaultLimits } from '../platform/own-networks.ts';
import { type GatewayToken, isGatewayToken } from '../state-folder/identity.ts';

/** What the command line asks for, validated. */
export type Command =
  | ({ readonly kind: 'run' } & Options)
  | ({ readonly kind: 'down' } & Pick<Options, 'stateDir' | 'logLevel'>)
  | { readonly kind: 'help' }
  | { readonly kind: 'version' };

export interface Options {
  readonly token: GatewayToken | undefined;
  readonly rejoin: boolean;
  /** Empty when not given. */
  readonly name: string;
  readonly interfaceName: string | undefined;
  readonly stateDir: string;
  readonly userspaceOnly: boolean;
  readonly limits: AddressLimits;
  /** IP forwarding of the machine is not changed. */
  readonly keepForwarding: boolean;
  readonly logLevel: LogLevel;
}

export type ReadCommand =
  | { readonly kind: 'command'; readonly command: Command }
  /** One sentence per mistake. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

const flags = {
  join: { type: 'string' },
  name: { type: 'string' },
  interface: { type: 'string' },
  'state-dir': { type: 'string' },
  'log-level': { type: 'string' },
  'min-prefix-ipv4': { type: 'string' },
  'min-prefix-ipv6': { type: 'string' },
  'allow-networks': { type: 'string' },
  'keep-forwarding': { type: 'boolean' },
  userspace: { type: 'boolean' },
  rejoin: { type: 'boolean' },
  down: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** These options can also be environment variables, recommended for the token; the command line takes precedence. */
const fromEnvironment = [
  'join',
  'name',
  'interface',
  'state-dir',
  'log-level',
  'min-prefix-ipv4',
  'min-prefix-ipv6',
  'allow-networks',
  'keep-forwarding',
  'userspace',
  'rejoin',
] as const;
const prefix = 'GATEWARDEN_GATEWAY';

/** @param args without the program name */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadCommand {
  const typed = readArguments(args, flags);
  if (typed.mistakes.length > 0) return { kind: 'mistakes', mistakes: typed.mistakes };
  if (typed.values['help']) return { kind: 'command', command: { kind: 'help' } };
  if (typed.values['version']) return { kind: 'command', command: { kind: 'version' } };
  const merged = { ...readVariables(fromEnvironment, prefix, environment), ...typed.values };
  const parsed = OptionValues.safeParse(merged);
  if (!parsed.success) return { kind: 'mistakes', mistakes: parsed.error.issues.map(({ message }) => message) };
  const { join: token, interface: interfaceName, down, ...rest } = parsed.data;
  if (down) {
    return { kind: 'command', command: { kind: 'down', stateDir: rest['state-dir'], logLevel: rest['log-level'] } };
  }
  if (rest.rejoin && !token) return { kind: 'mistakes', mistakes: ['--rejoin needs --join with a token.'] };
  const { name, rejoin, userspace: userspaceOnly, 'keep-forwarding': keepForwarding } = rest;
  const minPrefix = { 4: rest['min-prefix-ipv4'], 6: rest['min-prefix-ipv6'] };
  const limits = { minPrefix, allowed: rest['allow-networks'] };
  const { 'state-dir': stateDir, 'log-level': logLevel } = rest;
  const settings = { name, rejoin, userspaceOnly, limits, keepForwarding, stateDir, logLevel };
  return { kind: 'command', command: { kind: 'run', token, interfaceName, ...settings } };
}

const TokenOption = z.string().transform((text, context) => {
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'token' && isGatewayToken(parsed.token)) return parsed.token;
  const message = parsed.kind === 'invalid' ? parsed.reason : 'The join token is not one for a gateway.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const PrefixOption = (name: string, most: number) => {
  const error = `--${name} must be a number from 1 to ${most}.`;
  return z
    .string()
    .regex(/^\d{1,3}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int().min(1, { error }).max(most, { error }));
};

const NetworksOption = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim());
  const networks = parts.flatMap((part) => parseSubnet(part) ?? []);
  if (networks.length === parts.length) return networks;
  context.addIssue({
    code: 'custom',
    message: '--allow-networks must list networks such as 192.168.1.0/24,fd00::/48.',
  });
  return z.NEVER;
});

const OptionValues = z.object({
  join: TokenOption.optional(),
  name: z
    .string()
    .trim()
    .max(128, { error: '--name must have at most 128 characters.' })
    .regex(/^\P{Cc}*$/u, { error: '--name must be one line without control characters.' })
    .default(''),
  // Linux allows at most 15 bytes (IFNAMSIZ); these characters need no quoting anywhere.
  interface: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,14}$/, {
      error: '--interface must be a letter and up to 14 further letters, digits, "-" or "_".',
    })
    .optional(),
  'state-dir': z.string().min(1, { error: '--state-dir must name a folder.' }).default('/var/lib/gatewarden-gateway'),
  'log-level': z.enum(logLevels, { error: `--log-level must be one of ${logLevels.join(', ')}.` }).default('info'),
  'min-prefix-ipv4': PrefixOption('min-prefix-ipv4', 32).default(defaultLimits.minPrefix[4]),
  'min-prefix-ipv6': PrefixOption('min-prefix-ipv6', 128).default(defaultLimits.minPrefix[6]),
  'allow-networks': NetworksOption.default([]),
  'keep-forwarding': booleanOption(prefix, 'keep-forwarding').default(false),
  userspace: booleanOption(prefix, 'userspace').default(false),
  rejoin: booleanOption(prefix, 'rejoin').default(false),
  down: z.boolean().default(false),
});
