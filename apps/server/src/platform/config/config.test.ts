import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '../start-error.ts';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';

/** The messages with which a start fails. */
function mistakes(variables: Record<string, string>): string[] {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n');
    throw error;
  }
  return [];
}

it('requires no variable', () => {
  expect(readConfig({})).toEqual({
    url: undefined,
    httpPort: 8000,
    httpHost: '::',
    grpcPort: 50055,
    grpcHost: '::',
    grpcUrl: undefined,
    grpcReplicaUrl: undefined,
    edgePort: 8080,
    isEdgePortDefault: true,
    edgeHost: '::',
    edgeUrl: undefined,
    tls: undefined,
    redirectPort: undefined,
    redirectHost: '::',
    logFiles: true,
    supportEmail: undefined,
    provisionerPort: undefined,
    provisionerHost: '::',
    provisionerUrl: undefined,
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    dataDir: resolve('data'),
    secretKey: undefined,
    adminPassword: undefined,
    logLevel: 'info',
    trustedProxies: ['loopback'],
    sessionHours: 168,
    cookieDomain: undefined,
    mailCodeMinutes: 5,
    reauthenticationMinutes: undefined,
    writesPerSecond: 10,
    outboundAllow: [],
    proxies: { forHttps: undefined, forHttp: undefined, except: [] },
    updatesUrl: undefined,
    updatesKeys: [],
    databaseUrl: undefined,
    databaseConnections: 12,
  });
});

it('treats an empty variable as absent', () => {
  const names = Object.keys(environment.shape).filter((name) => name !== 'GATEWARDEN_EDGE_PORT');
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
});

it.each(['', 'off'])('listens for no clients with GATEWARDEN_EDGE_PORT=%s', (text) => {
  expect(readConfig({ GATEWARDEN_EDGE_PORT: text })).toMatchObject({ edgePort: undefined, isEdgePortDefault: false });
});

it('accepts port 0 for any free port', () => {
  const config = readConfig({ GATEWARDEN_HTTP_PORT: '0', GATEWARDEN_GRPC_PORT: '0' });
  expect([config.httpPort, config.grpcPort]).toEqual([0, 0]);
});

it('removes trailing slashes from addresses', () => {
  const config = readConfig({
    GATEWARDEN_URL: 'https://vpn.example.com//',
    GATEWARDEN_GRPC_URL: 'https://grpc.example.com/',
  });
  expect([config.url, config.grpcUrl]).toEqual(['https://vpn.example.com', 'https://grpc.example.com']);
});

it('accepts several trusted proxies', () => {
  const { trustedProxies } = readConfig({ GATEWARDEN_TRUSTED_PROXIES: ' 10.0.0.0/8, loopback,,fd00::1' });
  expect(trustedProxies).toEqual(['10.0.0.0/8', 'loopback', 'fd00::1']);
});

it('reads proxies in the ways that other programs do', () => {
  const { proxies } = readConfig({
    https_proxy: 'proxy.lan:3128',
    HTTP_PROXY: 'https://p.lan',
    NO_PROXY: 'a.lan, 10.0.0.0/8',
  });
  expect([proxies.forHttps?.href, proxies.forHttp?.href]).toEqual(['http://proxy.lan:3128/', 'https://p.lan/']);
  expect(proxies.except).toEqual(['a.lan', '10.0.0.0/8']);
});

const wrong = [
  ['GATEWARDEN_URL', 'vpn.example.com', 'must be an http or https address such as https://vpn.example.com'],
  ['GATEWARDEN_URL', 'ftp://vpn.example.com', 'must be an http or https address such as https://vpn.example.com'],
  [
    'GATEWARDEN_URL',
    'https://vpn.example.com/console',
    'must be an address without a path such as https://vpn.example.com',
  ],
  [
    'GATEWARDEN_URL',
    'https://user:secret@vpn.example.com',
    'must be an address without a path such as https://vpn.example.com',
  ],
  [
    'GATEWARDEN_GRPC_URL',
    'vpn:50055',
    'must be an https address such as https://vpn.example.com:50055; gateways always connect with TLS',
  ],
  [
    'GATEWARDEN_GRPC_URL',
    'http://vpn.example.com:50055',
    'must be an https address such as https://vpn.example.com:50055; gateways always connect with TLS',
  ],
  [
    'GATEWARDEN_GRPC_URL',
    'https://vpn.example.com:50055/grpc',
    'must be an address without a path such as https://vpn.example.com:50055',
  ],
  ['GATEWARDEN_HTTP_PORT', 'http', 'must be a port from 0 to 65535'],
  ['GATEWARDEN_HTTP_PORT', '65536', 'must be a port from 0 to 65535'],
  ['GATEWARDEN_GRPC_PORT', '-1', 'must be a port from 0 to 65535'],
  ['GATEWARDEN_GRPC_PORT', '8000.5', 'must be a port from 0 to 65535'],
  ['GATEWARDEN_EDGE_PORT', ' ', 'must be a port from 0 to 65535, or off'],
  ['GATEWARDEN_EDGE_PORT', '65536', 'must be a port from 0 to 65535, or off'],
  ['GATEWARDEN_LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
  ['GATEWARDEN_SESSION_HOURS', '0', 'must be from 0.1 to 8760 hours'],
  ['GATEWARDEN_REAUTHENTICATION_MINUTES', '-1', 'must be from 0 to 1440 minutes'],
  ['GATEWARDEN_REAUTHENTICATION_MINUTES', 'off', 'must be from 0 to 1440 minutes'],
  ['GATEWARDEN_SESSION_HOURS', 'week', 'must be from 0.1 to 8760 hours'],
  [
    'GATEWARDEN_TRUSTED_PROXIES',
    'proxy.example.com',
    'must list addresses, networks, loopback, linklocal or uniquelocal',
  ],
  ['GATEWARDEN_TRUSTED_PROXIES', '10.0.0.0/33', 'must list addresses, networks, loopback, linklocal or uniquelocal'],
  [
    'GATEWARDEN_OUTBOUND_ALLOW',
    'https://sso.lan',
    'must list host names, addresses or networks such as sso.internal, *.example.lan or 10.0.5.0/24',
  ],
  [
    'HTTPS_PROXY',
    'socks5://proxy.lan',
    'must be the http or https address of a proxy such as http://proxy.example.com:3128',
  ],
  [
    'GATEWARDEN_UPDATES_URL',
    'file:///etc/passwd',
    'must be an https address such as https://releases.example.com/feed',
  ],
  ['GATEWARDEN_UPDATES_KEYS', 'AAAA', 'must list Ed25519 public keys of 32 bytes as base64url'],
  ['DATABASE_URL', 'mysql://localhost/db', 'must be an address such as postgres://user:password@host:5432/database'],
  ['GATEWARDEN_DATABASE_CONNECTIONS', '1', 'must be a number of connections from 3 to 200'],
] as const;

it.each(wrong)('rejects %s=%s with one sentence', (name, value, sentence) => {
  expect(mistakes({ [name]: value })).toEqual([`${name} ${sentence}.`]);
});

const https = { GATEWARDEN_URL: 'https://vpn.example.com' };
const acme = { GATEWARDEN_ACME_DIRECTORY: 'https://acme.example.com/directory' };
const files = { GATEWARDEN_TLS_CERT_FILE: '/etc/cert.pem', GATEWARDEN_TLS_KEY_FILE: '/etc/key.pem' };

it.each([
  [
    { ...https, GATEWARDEN_TLS_CERT_FILE: '/etc/cert.pem' },
    'GATEWARDEN_TLS_CERT_FILE needs GATEWARDEN_TLS_KEY_FILE, and vice versa.',
  ],
  [{ ...https, ...files, ...acme }, 'GATEWARDEN_TLS_CERT_FILE and GATEWARDEN_ACME_DIRECTORY exclude each other.'],
  [files, 'GATEWARDEN_TLS_CERT_FILE needs a GATEWARDEN_URL with https.'],
  [
    { GATEWARDEN_URL: 'http://vpn.example.com', ...acme },
    'GATEWARDEN_ACME_DIRECTORY needs a GATEWARDEN_URL with https.',
  ],
  [{ GATEWARDEN_REDIRECT_PORT: '80' }, 'GATEWARDEN_REDIRECT_PORT needs a GATEWARDEN_URL with https.'],
  [
    { ...https, ...files, GATEWARDEN_EDGE_URL: 'http://enroll.example.com' },
    'GATEWARDEN_TLS_CERT_FILE needs https in GATEWARDEN_EDGE_URL as well.',
  ],
  [
    { GATEWARDEN_URL: 'https://192.0.2.1', ...acme },
    'GATEWARDEN_ACME_DIRECTORY needs a domain name in GATEWARDEN_URL.',
  ],
  [{ GATEWARDEN_ACME_EMAIL: 'ops@example.com' }, 'GATEWARDEN_ACME_EMAIL needs GATEWARDEN_ACME_DIRECTORY.'],
])('rejects contradicting settings for TLS: %j', (variables, sentence) => {
  expect(mistakes(variables)).toEqual([sentence]);
});

it('reports all mistakes together, including unknown variables other than those of a gateway', () => {
  expect(
    mistakes({
      GATEWARDEN_HTTP_PORT: 'x',
      GATEWARDEN_HTTPPORT: '1',
      GATEWARDEN_LOG_LEVEL: 'x',
      GATEWARDEN_GATEWAY_NAME: 'x',
      PATH: '/bin',
    }),
  ).toEqual([
    'GATEWARDEN_HTTPPORT is not a setting of Gatewarden.',
    'GATEWARDEN_HTTP_PORT must be a port from 0 to 65535.',
    'GATEWARDEN_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
  ]);
});

it('does not reveal secrets, even invalid ones', () => {
  const config = readConfig({
    GATEWARDEN_SECRET_KEY: 'canary',
    GATEWARDEN_ADMIN_PASSWORD: 'canary',
    DATABASE_URL: 'postgres://user:canary@localhost/db',
  });
  expect(`${JSON.stringify(config)}${String(config.secretKey)}`).not.toContain('canary');
  expect(config.secretKey?.reveal()).toBe('canary');
  expect(mistakes({ DATABASE_URL: 'mysql://user:canary@localhost/db' }).join()).not.toContain('canary');
});
