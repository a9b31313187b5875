import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { Secret } from '../crypto/secret.ts';
import { StartError } from '../start-error.ts';

const port = z.coerce.number<string>().int().min(0).max(65_535);
const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text));

/**
 * Every environment variable that core reads, in the order of `docs/configuration.md`, which is generated from this:
 * `describe` is the sentence there. A port of 0 means any free one.
 */
export const environment = z.object({
  GATEWARDEN_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address such as https://vpn.example.com' })
    .optional()
    .describe(
      'Address under which people open the console. Cookies are Secure exactly when it is https. Default: http://localhost and the HTTP port.',
    ),
  GATEWARDEN_HTTP_PORT: port.default(8000).describe('Port of the REST API and the console.'),
  GATEWARDEN_HTTP_HOST: z.string().default('::').describe('Address on which the REST API and the console listen.'),
  GATEWARDEN_GRPC_PORT: port.default(50055).describe('Port to which gateways connect, always with TLS.'),
  GATEWARDEN_GRPC_HOST: z.string().default('::').describe('Address on which core listens for gateways.'),
  GATEWARDEN_GRPC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://vpn.example.com:50055' })
    .optional()
    .describe('Address under which gateways reach core. Default: the host of GATEWARDEN_URL and the gRPC port.'),
  GATEWARDEN_EDGE_PORT: port.default(8080).describe('Port of the edge, for enrollment; not used yet.'),
  GATEWARDEN_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => (isAbsolute(path) ? path : resolve(path)))
    .describe('Folder for the embedded database and the instance key.'),
  GATEWARDEN_SECRET_KEY: secret
    .optional()
    .describe(
      'Instance key, 32 random bytes as base64 (`openssl rand -base64 32`). Default: made at the first start and kept in the data folder with mode 0600. Replicas share one.',
    ),
  GATEWARDEN_ADMIN_PASSWORD: secret
    .optional()
    .describe(
      'Password for a user `admin` that is created when there is no administrator, in place of the setup link.',
    ),
  GATEWARDEN_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe level that is logged.'),
  GATEWARDEN_TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .describe(
      'Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For is believed; `loopback`, `linklocal` and `uniquelocal` name ranges.',
    ),
  GATEWARDEN_SESSION_HOURS: z.coerce
    .number<string>()
    .min(0.1)
    .max(8760)
    .default(168)
    .describe('Hours until a sign-in ends, counted from the sign-in.'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .transform((text) => new Secret(text))
    .optional()
    .describe('PostgreSQL 14 or newer. Without it core starts its own PostgreSQL in the data folder.'),
  GATEWARDEN_DATABASE_CONNECTIONS: z.coerce
    .number<string>()
    .int()
    .min(3)
    .max(200)
    .default(12)
    .describe('Most connections that one core opens to the database.'),
});

export interface Config {
  /** Without a trailing slash; undefined until the HTTP port is known when the port is 0 and no URL is set. */
  readonly url: string | undefined;
  readonly httpPort: number;
  readonly httpHost: string;
  readonly grpcPort: number;
  readonly grpcHost: string;
  readonly grpcUrl: string | undefined;
  readonly dataDir: string;
  readonly secretKey: Secret | undefined;
  readonly adminPassword: Secret | undefined;
  readonly logLevel: z.infer<typeof environment>['GATEWARDEN_LOG_LEVEL'];
  readonly trustedProxies: readonly string[];
  readonly sessionHours: number;
  readonly databaseUrl: Secret | undefined;
  readonly databaseConnections: number;
}

/**
 * Reads the environment. An empty variable counts as absent, as compose files write them.
 * @throws StartError with one sentence per mistake, unknown GATEWARDEN_ variables among them
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const known = new Set(Object.keys(environment.shape));
  const unknown = Object.keys(given).filter((name) => name.startsWith('GATEWARDEN_') && !known.has(name));
  const parsed = environment.safeParse(given);
  const mistakes = [
    ...unknown.map((name) => `${name} is not a setting of Gatewarden.`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}.`),
  ];
  if (!parsed.success || mistakes.length > 0) throw new StartError(mistakes.join('\n'));
  const env = parsed.data;
  return {
    url: env.GATEWARDEN_URL?.replace(/\/+$/, ''),
    httpPort: env.GATEWARDEN_HTTP_PORT,
    httpHost: env.GATEWARDEN_HTTP_HOST,
    grpcPort: env.GATEWARDEN_GRPC_PORT,
    grpcHost: env.GATEWARDEN_GRPC_HOST,
    grpcUrl: env.GATEWARDEN_GRPC_URL?.replace(/\/+$/, ''),
    dataDir: env.GATEWARDEN_DATA_DIR,
    secretKey: env.GATEWARDEN_SECRET_KEY,
    adminPassword: env.GATEWARDEN_ADMIN_PASSWORD,
    logLevel: env.GATEWARDEN_LOG_LEVEL,
    trustedProxies: env.GATEWARDEN_TRUSTED_PROXIES,
    sessionHours: env.GATEWARDEN_SESSION_HOURS,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.GATEWARDEN_DATABASE_CONNECTIONS,
  };
}
