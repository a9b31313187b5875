import { type JoinToken, parseJoinToken } from '@gatewarden/contract/join-token';
import { booleanOption, readArguments, readVariables } from '@gatewarden/link/read-arguments';
import type { CertificateFiles } from '@gatewarden/listener/certificate-files';
import { type LogLevel, logLevels } from '@gatewarden/log-output/component-log';
import { parseSubnet } from '@gatewarden/net/subnet';
import { z } from 'zod';

/** What the command line asks for, validated. */
export type Command = ({ readonly kind: 'run' } & Options) | { readonly kind: 'help' } | { readonly kind: 'version' };

export interface Options {
  readonly token: JoinToken | undefined;
  readonly rejoin: boolean;
  /** Where people and programs reach the edge; port 0 selects a free one. */
  readonly host: string;
  readonly port: number;
  /** Where core connects; undefined port: the one of the token. */
  readonly linkHost: string;
  readonly linkPort: number | undefined;
  readonly trustedProxies: readonly string[];
  /** Undefined: people reach the edge through a proxy, or without TLS. */
  readonly tls: CertificateFiles | undefined;
  readonly stateDir: string;
  readonly logLevel: LogLevel;
}

export type ReadCommand =
  | { readonly kind: 'command'; readonly command: Command }
  /** One sentence per mistake. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

const flags = {
  join: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'link-host': { type: 'string' },
  'link-port': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'state-dir': { type: 'string' },
  'log-level': { type: 'string' },
  rejoin: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;
/** The command line takes precedence. */
const environmentNames = Object.keys(flags).filter((name) => name !== 'help' && name !== 'version');
const prefix = 'GATEWARDEN_EDGE';

/** @param args without the program name */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReadCommand {
  const typed = readArguments(args, flags);
  if (typed.mistakes.length > 0) return { kind: 'mistakes', mistakes: typed.mistakes };
  if (typed.values['help']) return { kind: 'command', command: { kind: 'help' } };
  if (typed.values['version']) return { kind: 'command', command: { kind: 'version' } };
  const parsed = OptionValues.safeParse({ ...readVariables(environmentNames, prefix, environment), ...typed.values });
  if (!parsed.success) return { kind: 'mistakes', mistakes: parsed.error.issues.map(({ message }) => message) };
  const { join: token, rejoin, host, port } = parsed.data;
  if (rejoin && !token) return { kind: 'mistakes', mistakes: ['--rejoin needs --join with a token.'] };
  const { 'link-host': linkHost, 'link-port': linkPort, 'trusted-proxies': trustedProxies } = parsed.data;
  const { 'state-dir': stateDir, 'log-level': logLevel } = parsed.data;
  const { 'tls-cert': certFile, 'tls-key': keyFile } = parsed.data;
  const tls = certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined;
  if (!tls && (certFile ?? keyFile) !== undefined) {
    return { kind: 'mistakes', mistakes: ['--tls-cert and --tls-key must be set together.'] };
  }
  const settings = { token, rejoin, host, port, linkHost, linkPort, trustedProxies, tls, stateDir, logLevel };
  return { kind: 'command', command: { kind: 'run', ...settings } };
}

const TokenOption = z.string().transform((text, context) => {
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'token' && parsed.token.location === undefined) return parsed.token;
  const message = parsed.kind === 'invalid' ? parsed.reason : 'The join token is one for a gateway, not for an edge.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const PortOption = (name: string) => {
  const error = `--${name} must be a number from 0 to 65535.`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int().max(65_535, { error }));
};

const ProxiesOption = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => namedRanges.includes(part) || parseSubnet(part) !== undefined)) return parts;
  context.addIssue({
    code: 'custom',
    message: '--trusted-proxies must list addresses, networks, loopback, linklocal or uniquelocal.',
  });
  return z.NEVER;
});
const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

const HostOption = (name: string) =>
  z
    .string()
    .min(1, { error: `--${name} must be an address of this machine.` })
    .default('::');

const FileOption = (name: string) => z.string().min(1, { error: `--${name} must name a file.` });

const OptionValues = z.object({
  join: TokenOption.optional(),
  host: HostOption('host'),
  port: PortOption('port').default(8080),
  'link-host': HostOption('link-host'),
  'link-port': PortOption('link-port').optional(),
  'trusted-proxies': ProxiesOption.default([]),
  'tls-cert': FileOption('tls-cert').optional(),
  'tls-key': FileOption('tls-key').optional(),
  'state-dir': z.string().min(1, { error: '--state-dir must name a folder.' }).default('/var/lib/gatewarden-edge'),
  'log-level': z.enum(logLevels, { error: `--log-level must be one of ${logLevels.join(', ')}.` }).default('info'),
  rejoin: booleanOption(prefix, 'rejoin').default(false),
});
