import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { Secret } from '../crypto/secret.ts';

/** A number as it is written in an environment; a wrong one gives this one sentence. */
function number(error: string, { min, max, whole = true }: { min: number; max: number; whole?: boolean }) {
  const value = whole ? z.int({ error }) : z.number({ error });
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, { error, abort: true })
    .transform(Number)
    .pipe(value.min(min, { error }).max(max, { error }));
}

const port = number('must be a port from 0 to 65535', { min: 0, max: 65_535 });
const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text));

const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (proxyRanges.has(text)) return true;
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128));
}

function isBareAddress(text: string): boolean {
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === '';
}

const gatewayUrl = z
  .url({
    protocol: /^https$/,
    error: 'must be an https address such as https://vpn.example.com:50055; gateways always connect with TLS',
    abort: true,
  })
  .refine(isBareAddress, { error: 'must be an address without a path such as https://vpn.example.com:50055' });

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every environment variable that core reads, in the order of `docs/configuration.md`, which is generated from this:
 * `describe` is the sentence there. A port of 0 means any free one.
 */
export const environment = z.object({
  GATEWARDEN_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an http or https address such as https://vpn.example.com',
      abort: true,
    })
    .refine(isBareAddress, { error: 'must be an address without a path such as https://vpn.example.com' })
    .optional()
    .describe(
      'Address under which people open the console, http or https, without a path. Cookies are Secure exactly when it is https. Default: http://localhost and the HTTP port.',
    ),
  GATEWARDEN_HTTP_PORT: port
    .default(8000)
    .describe('Port of the REST API and the console, 0 to 65535; 0 is any free one.'),
  GATEWARDEN_HTTP_HOST: z
    .string()
    .default('::')
    .describe(
      'Address or host name on which the REST API and the console listen; `::` is every IPv4 and IPv6 address of the machine, `127.0.0.1` only programs on it, such as a reverse proxy.',
    ),
  GATEWARDEN_GRPC_PORT: port
    .default(50055)
    .describe('Port to which gateways connect, always with TLS; 0 to 65535, 0 is any free one.'),
  GATEWARDEN_GRPC_HOST: z.string().default('::').describe('Address or host name on which core listens for gateways.'),
  GATEWARDEN_GRPC_URL: gatewayUrl
    .optional()
    .describe(
      'Address at which gateways reach core, always https and without a path, such as `https://vpn.example.com:50055`. Default: the host of GATEWARDEN_URL and the gRPC port.',
    ),
  GATEWARDEN_GRPC_REPLICA_URL: gatewayUrl
    .optional()
    .describe(
      'With several replicas behind one GATEWARDEN_GRPC_URL: the address at which gateways reach this replica alone, always https and without a path. Gateways learn the addresses of all replicas and change between them. Default: GATEWARDEN_GRPC_URL.',
    ),
  GATEWARDEN_EDGE_PORT: port.default(8080).describe('Port of the edge, for enrollment, 0 to 65535; not used yet.'),
  GATEWARDEN_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => (isAbsolute(path) ? path : resolve(path)))
    .describe(
      'Folder for the embedded database and the instance key, absolute or from the folder in which core is started. It is made if it is missing; core must be able to write to it.',
    ),
  GATEWARDEN_SECRET_KEY: secret
    .optional()
    .describe(
      'Instance key, 32 random bytes as base64 (`openssl rand -base64 32`). Default: made at the first start and kept in the data folder with mode 0600. Replicas share one.',
    ),
  GATEWARDEN_ADMIN_PASSWORD: secret
    .optional()
    .describe(
      'Password for a user `admin` that is created when there is no administrator, in place of the setup link; 8 to 128 characters with a lower-case and an upper-case letter, a digit and a special character.',
    ),
  GATEWARDEN_LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('info')
    .describe(`Least severe level that is logged: ${levels.join(', ')}.`),
  GATEWARDEN_TRUSTED_PROXIES: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .refine((proxies) => proxies.every(isProxy), {
      error: 'must list addresses, networks, loopback, linklocal or uniquelocal',
    })
    .default(['loopback'])
    .describe(
      'Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For is believed; `loopback`, `linklocal` and `uniquelocal` name ranges.',
    ),
  GATEWARDEN_SESSION_HOURS: number('must be from 0.1 to 8760 hours', { min: 0.1, max: 8760, whole: false })
    .default(168)
    .describe('Hours until a sign-in ends, counted from the sign-in; 0.1 to 8760.'),
  GATEWARDEN_COOKIE_DOMAIN: z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/, {
      error: 'must be a domain such as example.com',
    })
    .optional()
    .describe(
      'Domain whose hosts get the session cookie, for forward authentication, in lower case and with at least two labels, such as `example.com`; the host of GATEWARDEN_URL is in it. Default: only the host of the console gets the cookie.',
    ),
  GATEWARDEN_MAIL_CODE_MINUTES: number('must be from 1 to 10 minutes', { min: 1, max: 10 })
    .default(5)
    .describe('Minutes for which a code that was sent by e-mail, as a second factor, is accepted; whole, 1 to 10.'),
  GATEWARDEN_REAUTHENTICATION_MINUTES: number('must be from 0 to 1440 minutes', { min: 0, max: 1440 })
    .optional()
    .describe(
      'Minutes for which a proof of identity (password, code or security key) counts for changes that need a recent one; whole, 0 to 1440; 0 turns re-authentication off, which weakens every account. Default: the setting in the console, 15.',
    ),
  GATEWARDEN_WRITES_PER_SECOND: number('must be from 0 to 10000', { min: 0, max: 10_000 })
    .default(10)
    .describe(
      'Calls per second by which a user may change something, in all sessions and with all API tokens together, six times as many in a burst; administrators may make twenty times as many. More are refused with 429 and `Retry-After`. Whole, 0 to 10000; 0 sets no limit.',
    ),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .transform((text) => new Secret(text))
    .optional()
    .describe(
      'PostgreSQL 14 or newer, as `postgres://user:password@host:5432/database`, reached directly or through a pooler in session mode. Without it core starts its own PostgreSQL in the data folder.',
    ),
  GATEWARDEN_DATABASE_CONNECTIONS: number('must be a number of connections from 3 to 200', { min: 3, max: 200 })
    .default(12)
    .describe(
      'Most connections that one core opens to the database, 3 to 200. Requests beyond it wait up to ten seconds.',
    ),
});
