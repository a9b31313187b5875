import { readArguments, readVariables } from '@gatewarden/link/read-arguments';
import { type LogLevel, logLevels } from '@gatewarden/log-output/component-log';
import { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';

export interface Options {
  readonly id: string;
  readonly url: string;
  readonly caFile: string | undefined;
  readonly token: Secret;
  readonly card: 'openpgp' | 'software';
  readonly algorithm: 'curve25519' | 'rsa4096';
  readonly retries: number;
  readonly retrySeconds: number;
  readonly logLevel: LogLevel;
}

export type ReadCommand =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  /** One sentence per mistake. */
  | { readonly kind: 'mistakes'; readonly mistakes: readonly string[] };

const flags = {
  id: { type: 'string' },
  grpc: { type: 'string' },
  'ca-file': { type: 'string' },
  card: { type: 'string' },
  algorithm: { type: 'string' },
  'card-retries': { type: 'string' },
  'card-retry-seconds': { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
/** The command line takes precedence. */
const environmentNames = [...Object.keys(flags).filter((name) => name !== 'help'), 'token'];
const prefix = 'PROVISIONER';

/** @param args without the program name; `hostname` is the default name of the provisioner */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  hostname: string,
): ReadCommand {
  const typed = readArguments(args, flags);
  if (typed.mistakes.length > 0) return { kind: 'mistakes', mistakes: typed.mistakes };
  if (typed.values['help']) return { kind: 'help' };
  const given = { id: hostname, ...readVariables(environmentNames, prefix, environment), ...typed.values };
  const parsed = OptionValues.safeParse(given);
  if (!parsed.success) return { kind: 'mistakes', mistakes: parsed.error.issues.map(({ message }) => message) };
  const { id, grpc: url, 'ca-file': caFile, token, card, algorithm, 'log-level': logLevel } = parsed.data;
  const { 'card-retries': retries, 'card-retry-seconds': retrySeconds } = parsed.data;
  return { kind: 'run', options: { id, url, caFile, token, card, algorithm, retries, retrySeconds, logLevel } };
}

const count = (name: string, max: number) => {
  const error = `--${name} must be a number from 0 to ${max}.`;
  return z
    .string()
    .regex(/^\d{1,4}$/, { error, abort: true })
    .transform(Number)
    .pipe(z.int().max(max, { error }));
};

const OptionValues = z.object({
  id: z.string().min(1, { error: '--id must be a name.' }).max(64, { error: '--id has at most 64 characters.' }),
  grpc: z.url({
    protocol: /^https$/,
    error: '--grpc must be the https address of core, such as https://vpn.example.com:50056.',
  }),
  'ca-file': z.string().optional(),
  token: z
    .string({ error: 'The environment variable PROVISIONER_TOKEN must have the token that the console shows.' })
    .transform((text) => new Secret(text)),
  card: z.enum(['openpgp', 'software'], { error: '--card must be openpgp or software.' }).default('openpgp'),
  algorithm: z
    .enum(['curve25519', 'rsa4096'], { error: '--algorithm must be curve25519 or rsa4096.' })
    .default('curve25519'),
  'card-retries': count('card-retries', 100).default(1),
  'card-retry-seconds': count('card-retry-seconds', 300).default(15),
  'log-level': z.enum(logLevels, { error: `--log-level must be one of ${logLevels.join(', ')}.` }).default('info'),
});
