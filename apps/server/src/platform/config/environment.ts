import { isAbsolute, resolve } from 'node:path';
import { parseSubnet } from '@gatewarden/net/subnet';
import { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';
import { RawPublicKey } from '../crypto/signed-statement.ts';
import { isOutboundEntry } from '../outbound/address-rules.ts';

/** A number in an environment variable; `error` is the message for every invalid value. */
function number(error: string, { min, max, whole = true }: { min: number; max: number; whole?: boolean }) {
  const value = whole ? z.int({ error }) : z.number({ error });
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, { error, abort: true })
    .transform(Number)
    .pipe(value.min(min, { error }).max(max, { error }));
}

const port = number('must be a port from 0 to 65535', { min: 0, max: 65_535 });
/** Also as an empty text: who sets the variable so does not want the default. */
const portOrOffError = 'must be a port from 0 to 65535, or off';
const portOrOff = z.union(
  [z.literal(['', 'off']).transform(() => 'off' as const), number(portOrOffError, { min: 0, max: 65_535 })],
  { error: portOrOffError },
);
const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text));

const proxyRanges = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxy(text: string): boolean {
  return proxyRanges.has(text) || parseSubnet(text) !== undefined;
}

function isBareAddress(text: string): boolean {
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === '';
}

const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/** As other programs read it: the scheme may be missing. */
const proxyAddress = z
  .string()
  .transform((text) => URL.parse(text.includes('://') ? text : `http://${text}`))
  .refine((url) => url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '', {
    error: 'must be the http or https address of a proxy such as http://proxy.example.com:3128',
  })
  .transform((url) => url ?? undefined)
  .optional();

const gatewayUrl = z
  .url({
    protocol: /^https$/,
    error: 'must be an https address such as https://vpn.example.com:50055; gateways always connect with TLS',
    abort: true,
  })
  .refine(isBareAddress, { error: 'must be an address without a path such as https://vpn.example.com:50055' });

const provisionerUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address such as https://vpn.example.com:50056', abort: true })
  .refine(isBareAddress, { error: 'must be an address without a path such as https://vpn.example.com:50056' });

const filePath = z
  .string()
  .min(1)
  .transform((path) => (isAbsolute(path) ? path : resolve(path)));

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every environment variable that core reads, in the order of `docs/configuration.md`, which is generated from this:
 * `describe` is the text there. Port 0 selects any free port.
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
      'Public address of the console and the REST API, http or https, without a path. Cookies are Secure if and only if it is https. Default: http://localhost and the HTTP port.',
    ),
  GATEWARDEN_HTTP_PORT: port
    .default(8000)
    .describe('Port of the REST API and the console, 0 to 65535; 0 selects a free port.'),
  GATEWARDEN_HTTP_HOST: z
    .string()
    .default('::')
    .describe(
      'Address or host name on which the REST API and the console listen; `::` means all IPv4 and IPv6 addresses of the machine, `127.0.0.1` only connections from the machine itself, such as those of a reverse proxy.',
    ),
  GATEWARDEN_GRPC_PORT: port
    .default(50055)
    .describe('Port to which gateways connect, always with TLS; 0 to 65535, 0 selects a free port.'),
  GATEWARDEN_GRPC_HOST: z.string().default('::').describe('Address or host name on which core listens for gateways.'),
  GATEWARDEN_GRPC_URL: gatewayUrl
    .optional()
    .describe(
      'Address at which gateways reach core, always https and without a path, such as `https://vpn.example.com:50055`. Default: the host of GATEWARDEN_URL and the gRPC port.',
    ),
  GATEWARDEN_GRPC_REPLICA_URL: gatewayUrl
    .optional()
    .describe(
      'With several replicas behind one GATEWARDEN_GRPC_URL: the address at which gateways reach this replica directly, always https and without a path. Gateways receive the addresses of all replicas and fail over between them. Default: GATEWARDEN_GRPC_URL.',
    ),
  GATEWARDEN_PROVISIONER_PORT: port
    .optional()
    .describe(
      'Port to which provisioners of YubiKeys connect, always with TLS; 0 to 65535, 0 selects a free port. Default: core does not listen for provisioners.',
    ),
  GATEWARDEN_PROVISIONER_HOST: z
    .string()
    .default('::')
    .describe('Address or host name on which core listens for provisioners.'),
  GATEWARDEN_PROVISIONER_URL: provisionerUrl
    .optional()
    .describe(
      'Address at which provisioners reach core, always https and without a path, such as `https://vpn.example.com:50056`. Core makes a certificate for its host. Default: the host of GATEWARDEN_URL and the port.',
    ),
  GATEWARDEN_METRICS_PORT: port
    .optional()
    .describe(
      'Port of the metrics for Prometheus, 0 to 65535; 0 selects a free port. They are served without authentication. Default: no metrics.',
    ),
  GATEWARDEN_METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address or host name on which the metrics are served; `::` means all addresses of the machine.'),
  GATEWARDEN_EDGE_PORT: portOrOff
    .default(8080)
    .describe(
      'Port to which clients of devices and the pages for enrollment and password reset connect, 0 to 65535; 0 selects a free port, `off` or an empty text none. If it is not set and another program uses the default, core logs that and starts without this listener.',
    ),
  GATEWARDEN_EDGE_HOST: z.string().default('::').describe('Address or host name on which core listens on this port.'),
  GATEWARDEN_EDGE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be an http or https address such as https://enroll.example.com',
      abort: true,
    })
    .refine(isBareAddress, { error: 'must be an address without a path such as https://enroll.example.com' })
    .optional()
    .describe(
      'Address at which clients and people reach this listener, http or https, without a path; with https, core or a reverse proxy terminates TLS. Default: the host of GATEWARDEN_URL and the port, with https if core terminates TLS, otherwise with http.',
    ),
  GATEWARDEN_TLS_CERT_FILE: filePath
    .optional()
    .describe(
      'PEM file with the certificate for the hosts of GATEWARDEN_URL and GATEWARDEN_EDGE_URL, followed by those of its issuers. With it, core terminates TLS on both ports. Changed files are used within ten seconds. Default: no TLS, for a reverse proxy in front of core.',
    ),
  GATEWARDEN_TLS_KEY_FILE: filePath.optional().describe('PEM file with the private key of the certificate.'),
  GATEWARDEN_ACME_DIRECTORY: z
    .url({
      protocol: /^https$/,
      error: 'must be the https address of a directory such as https://acme-v02.api.letsencrypt.org/directory',
    })
    .optional()
    .describe(
      'Directory of a certificate authority with ACME, such as `https://acme-v02.api.letsencrypt.org/directory`. With it, core obtains and renews the certificate itself and terminates TLS on both ports. Setting it means that you accept the terms of the authority.',
    ),
  GATEWARDEN_ACME_EMAIL: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe('Contact address for the certificate authority.'),
  GATEWARDEN_ACME_KEY_ID: z
    .string()
    .max(500)
    .optional()
    .describe('Key id for authorities that need an existing account (external account binding).'),
  GATEWARDEN_ACME_HMAC_KEY: secret.optional().describe('Key of that account, as base64url.'),
  GATEWARDEN_ACME_CA_FILE: filePath
    .optional()
    .describe(
      'PEM file with the authority that signed the certificate of the directory, for an authority of your own. Its host must be listed in GATEWARDEN_OUTBOUND_ALLOW.',
    ),
  GATEWARDEN_REDIRECT_PORT: port
    .optional()
    .describe(
      'Port on which core redirects http to https and proves its host names to the authority of GATEWARDEN_ACME_DIRECTORY (HTTP-01), usually 80; 0 selects a free port. Without it, core proves them on the https port (TLS-ALPN-01), which must be reachable as port 443. Default: none.',
    ),
  GATEWARDEN_REDIRECT_HOST: z
    .string()
    .default('::')
    .describe('Address or host name on which core listens on this port.'),
  GATEWARDEN_DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((path) => (isAbsolute(path) ? path : resolve(path)))
    .describe(
      'Folder for the embedded database, the instance key and files that core writes, absolute or relative to the working directory. Core creates it if it is missing, and must be able to write to it.',
    ),
  GATEWARDEN_SECRET_KEY: secret
    .optional()
    .describe(
      'Instance key, 32 random bytes as base64 (`openssl rand -base64 32`). Default: generated at the first start and stored in the data folder with mode 0600. All replicas need the same key.',
    ),
  GATEWARDEN_ADMIN_PASSWORD: secret
    .optional()
    .describe(
      'Password of the user `admin`, which core creates instead of printing a setup link if there is no administrator; 8 to 128 characters with a lowercase and an uppercase letter, a digit and a special character.',
    ),
  GATEWARDEN_LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('info')
    .describe(`Lowest severity that is logged: ${levels.join(', ')}.`),
  GATEWARDEN_LOG_FILES: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('on')
    .describe(
      'Whether core also writes its log to files in the folder `logs` of the data folder, as JSON lines: five files of 10 MB, the oldest is replaced. Administrators can download them in the console. `on` or `off`.',
    ),
  GATEWARDEN_SUPPORT_EMAIL: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe('Address to which administrators send support data unless they enter another one.'),
  GATEWARDEN_TRUSTED_PROXIES: commaSeparated
    .refine((proxies) => proxies.every(isProxy), {
      error: 'must list addresses, networks, loopback, linklocal or uniquelocal',
    })
    .default(['loopback'])
    .describe(
      'Comma-separated addresses or networks of reverse proxies whose X-Forwarded-For header core accepts; `loopback`, `linklocal` and `uniquelocal` stand for address ranges.',
    ),
  GATEWARDEN_SESSION_HOURS: number('must be from 0.1 to 8760 hours', { min: 0.1, max: 8760, whole: false })
    .default(168)
    .describe('Hours after sign-in until a session expires; 0.1 to 8760.'),
  GATEWARDEN_COOKIE_DOMAIN: z
    .string()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/, {
      error: 'must be a domain such as example.com',
    })
    .optional()
    .describe(
      'Domain to whose hosts browsers send the session cookie, for forward authentication, in lower case and with at least two labels, such as `example.com`. It must contain the host of GATEWARDEN_URL. Default: the cookie is sent only to the host of the console.',
    ),
  GATEWARDEN_MAIL_CODE_MINUTES: number('must be from 1 to 10 minutes', { min: 1, max: 10 })
    .default(5)
    .describe('Minutes for which a code sent by email is accepted as a second factor; an integer from 1 to 10.'),
  GATEWARDEN_REAUTHENTICATION_MINUTES: number('must be from 0 to 1440 minutes', { min: 0, max: 1440 })
    .optional()
    .describe(
      'Minutes for which a proof of identity (password, code or security key) is valid for changes that require a recent one; an integer from 0 to 1440. 0 turns re-authentication off, which weakens every account. Default: the setting in the console, initially 15.',
    ),
  GATEWARDEN_WRITES_PER_SECOND: number('must be from 0 to 10000', { min: 0, max: 10_000 })
    .default(10)
    .describe(
      'Changing calls per second that a user can make, over all sessions and separately over all API tokens, with bursts of six times as many. Administrators can make twenty times as many. Calls over the limit are refused with 429 and `Retry-After`. An integer from 0 to 10000; 0 removes the limit.',
    ),
  GATEWARDEN_OUTBOUND_ALLOW: commaSeparated
    .refine((entries) => entries.every(isOutboundEntry), {
      error: 'must list host names, addresses or networks such as sso.internal, *.example.lan or 10.0.5.0/24',
    })
    .default([])
    .describe(
      'Comma-separated servers of your own network that core may call, such as an identity provider: host names (`*.example.lan` for all names below it), addresses or networks. Core calls all other servers only at public addresses, and only with https where secrets are sent.',
    ),
  GATEWARDEN_UPDATES_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https address such as https://releases.example.com/feed' })
    .optional()
    .describe(
      'Address of a signed release feed, which core reads at its start and every six hours to tell administrators about a newer release; see [Updates](updates.md). It must use https, unless GATEWARDEN_OUTBOUND_ALLOW lists its host. Core sends nothing about the instance. Default: core does not check for updates.',
    ),
  GATEWARDEN_UPDATES_KEYS: commaSeparated
    .refine((keys) => keys.every((key) => RawPublicKey.safeParse(key).success), {
      error: 'must list Ed25519 public keys of 32 bytes as base64url',
    })
    .default([])
    .describe(
      'Comma-separated Ed25519 public keys, as base64url, that core trusts for the feed instead of those in `release-keys/keys.json` of the build: for a feed that you sign yourself.',
    ),
  HTTPS_PROXY: proxyAddress.describe(
    'Proxy for calls of core to other servers with https, http or https, such as `http://proxy.example.com:3128`; also as `https_proxy`. The proxy resolves host names, so it decides which addresses can be called. Core trusts the authorities of Node and those in the file that `NODE_EXTRA_CA_CERTS` names.',
  ),
  HTTP_PROXY: proxyAddress.describe('The same for calls with http; also as `http_proxy`.'),
  NO_PROXY: commaSeparated
    .default([])
    .describe(
      'Comma-separated host names (also for names below them), addresses and networks that core calls without a proxy; also as `no_proxy`.',
    ),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host:5432/database',
    })
    .transform((text) => new Secret(text))
    .optional()
    .describe(
      'PostgreSQL 14 or newer, as `postgres://user:password@host:5432/database`, reached directly or through a pooler in session mode. Default: core starts an embedded PostgreSQL in the data folder, which is intended for trials and small teams.',
    ),
  GATEWARDEN_DATABASE_CONNECTIONS: number('must be a number of connections from 3 to 200', { min: 3, max: 200 })
    .default(12)
    .describe(
      'Maximum number of connections that one core opens to the database, 3 to 200. Requests that need another one wait for up to ten seconds.',
    ),
});
