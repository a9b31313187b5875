import type { CertificateFiles } from '@gatewarden/listener/certificate-files';
import type { Secret } from '@gatewarden/process/secret';
import type { z } from 'zod';
import type { ProxySettings } from '../outbound/proxy.ts';
import { StartError } from '../start-error.ts';
import { environment } from './environment.ts';
import { tlsMistakes } from './tls-mistakes.ts';

export interface Config {
  /** Without a trailing slash; undefined until the HTTP port is known when the port is 0 and no URL is set. */
  readonly url: string | undefined;
  readonly httpPort: number;
  readonly httpHost: string;
  readonly grpcPort: number;
  readonly grpcHost: string;
  readonly grpcUrl: string | undefined;
  /** Address of this replica; undefined if it is the same as `grpcUrl`. */
  readonly grpcReplicaUrl: string | undefined;
  /** Undefined: core does not listen for clients of devices. */
  readonly edgePort: number | undefined;
  /** Whether no port was configured: core then starts without the listener if another program uses the port. */
  readonly isEdgePortDefault: boolean;
  readonly edgeHost: string;
  readonly edgeUrl: string | undefined;
  /** Undefined: core does not listen for provisioners of YubiKeys. */
  readonly provisionerPort: number | undefined;
  readonly provisionerHost: string;
  readonly provisionerUrl: string | undefined;
  /** Undefined: no metrics. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Undefined: without TLS, which a reverse proxy terminates. `url` is set and is https if it is defined. */
  readonly tls: TlsConfig | undefined;
  /** Undefined: core does not redirect from http. `url` is set and is https if it is defined. */
  readonly redirectPort: number | undefined;
  readonly redirectHost: string;
  readonly dataDir: string;
  readonly secretKey: Secret | undefined;
  readonly adminPassword: Secret | undefined;
  readonly logLevel: z.infer<typeof environment>['GATEWARDEN_LOG_LEVEL'];
  /** Whether the log is also written to files in the data folder. */
  readonly logFiles: boolean;
  /** Undefined: support data is only sent to addresses that administrators enter. */
  readonly supportEmail: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly sessionHours: number;
  readonly cookieDomain: string | undefined;
  readonly mailCodeMinutes: number;
  /** Changing calls of a user; 0: no limit. */
  readonly writesPerSecond: number;
  /** 0: disabled; undefined: as set in the console. */
  readonly reauthenticationMinutes: number | undefined;
  /** Servers that core may call although their addresses are not public. */
  readonly outboundAllow: readonly string[];
  readonly proxies: ProxySettings;
  /** The feed of releases; undefined: core does not check for updates. */
  readonly updatesUrl: string | undefined;
  /** Public keys of the feed as base64url, in place of those of the build unless empty. */
  readonly updatesKeys: readonly string[];
  readonly databaseUrl: Secret | undefined;
  readonly databaseConnections: number;
}

export type TlsConfig = ({ readonly kind: 'files' } & CertificateFiles) | ({ readonly kind: 'acme' } & AcmeConfig);

export interface AcmeConfig {
  readonly directory: string;
  readonly email: string | undefined;
  /** Of an existing account at the authority. */
  readonly account: { readonly keyId: string; readonly hmacKey: Secret } | undefined;
  /** PEM of the authority that signed the certificate of the directory. */
  readonly caFile: string | undefined;
}

/**
 * Reads the environment. An empty variable counts as absent, as in compose files, unless it switches something off.
 * @throws StartError with one sentence per mistake, including unknown GATEWARDEN_ variables
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries({ ...withUpperCase(variables), ...variables }).filter(
      ([name, value]) => value !== undefined && (value !== '' || name === 'GATEWARDEN_EDGE_PORT'),
    ),
  );
  const known = new Set(Object.keys(environment.shape));
  // an agent or a client on the same machine has other settings
  const unknown = Object.keys(given).filter((name) => /^GATEWARDEN_(?!CLI_|GATEWAY_)/.test(name) && !known.has(name));
  const parsed = environment.safeParse(given);
  const mistakes = [
    ...unknown.map((name) => `${name} is not a setting of Gatewarden.`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
  ];
  if (parsed.success) mistakes.push(...cookieMistakes(parsed.data), ...tlsMistakes(parsed.data));
  if (!parsed.success || mistakes.length > 0) throw new StartError(mistakes.join('\n'), { exitCode: 2 });
  const env = parsed.data;
  return {
    url: env.GATEWARDEN_URL?.replace(/\/+$/, ''),
    httpPort: env.GATEWARDEN_HTTP_PORT,
    httpHost: env.GATEWARDEN_HTTP_HOST,
    grpcPort: env.GATEWARDEN_GRPC_PORT,
    grpcHost: env.GATEWARDEN_GRPC_HOST,
    grpcUrl: env.GATEWARDEN_GRPC_URL?.replace(/\/+$/, ''),
    grpcReplicaUrl: env.GATEWARDEN_GRPC_REPLICA_URL?.replace(/\/+$/, ''),
    edgePort: env.GATEWARDEN_EDGE_PORT === 'off' ? undefined : env.GATEWARDEN_EDGE_PORT,
    isEdgePortDefault: !('GATEWARDEN_EDGE_PORT' in given),
    edgeHost: env.GATEWARDEN_EDGE_HOST,
    edgeUrl: env.GATEWARDEN_EDGE_URL?.replace(/\/+$/, ''),
    provisionerPort: env.GATEWARDEN_PROVISIONER_PORT,
    provisionerHost: env.GATEWARDEN_PROVISIONER_HOST,
    provisionerUrl: env.GATEWARDEN_PROVISIONER_URL?.replace(/\/+$/, ''),
    metricsPort: env.GATEWARDEN_METRICS_PORT,
    metricsHost: env.GATEWARDEN_METRICS_HOST,
    tls: tlsOf(env),
    redirectPort: env.GATEWARDEN_REDIRECT_PORT,
    redirectHost: env.GATEWARDEN_REDIRECT_HOST,
    dataDir: env.GATEWARDEN_DATA_DIR,
    secretKey: env.GATEWARDEN_SECRET_KEY,
    adminPassword: env.GATEWARDEN_ADMIN_PASSWORD,
    logLevel: env.GATEWARDEN_LOG_LEVEL,
    logFiles: env.GATEWARDEN_LOG_FILES === 'on',
    supportEmail: env.GATEWARDEN_SUPPORT_EMAIL,
    trustedProxies: env.GATEWARDEN_TRUSTED_PROXIES,
    sessionHours: env.GATEWARDEN_SESSION_HOURS,
    cookieDomain: env.GATEWARDEN_COOKIE_DOMAIN,
    mailCodeMinutes: env.GATEWARDEN_MAIL_CODE_MINUTES,
    reauthenticationMinutes: env.GATEWARDEN_REAUTHENTICATION_MINUTES,
    writesPerSecond: env.GATEWARDEN_WRITES_PER_SECOND,
    outboundAllow: env.GATEWARDEN_OUTBOUND_ALLOW,
    proxies: { forHttps: env.HTTPS_PROXY, forHttp: env.HTTP_PROXY, except: env.NO_PROXY },
    updatesUrl: env.GATEWARDEN_UPDATES_URL,
    updatesKeys: env.GATEWARDEN_UPDATES_KEYS,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.GATEWARDEN_DATABASE_CONNECTIONS,
  };
}

function tlsOf(env: z.infer<typeof environment>): TlsConfig | undefined {
  const { GATEWARDEN_TLS_CERT_FILE: certFile, GATEWARDEN_TLS_KEY_FILE: keyFile } = env;
  if (certFile !== undefined && keyFile !== undefined) return { kind: 'files', certFile, keyFile };
  const { GATEWARDEN_ACME_DIRECTORY: directory } = env;
  if (directory === undefined) return undefined;
  const { GATEWARDEN_ACME_KEY_ID: keyId, GATEWARDEN_ACME_HMAC_KEY: hmacKey } = env;
  const account = keyId !== undefined && hmacKey !== undefined ? { keyId, hmacKey } : undefined;
  const { GATEWARDEN_ACME_EMAIL: email, GATEWARDEN_ACME_CA_FILE: caFile } = env;
  return { kind: 'acme', directory, email, account, caFile };
}

/** The variables for proxies that many programs read in lower case, under their other names. */
function withUpperCase(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const lowerCase = ['https_proxy', 'http_proxy', 'no_proxy'] as const;
  return Object.fromEntries(lowerCase.map((name) => [name.toUpperCase(), variables[name]]));
}

/** Browsers reject a cookie for a domain that does not contain the console. */
function cookieMistakes({ GATEWARDEN_URL, GATEWARDEN_COOKIE_DOMAIN }: z.infer<typeof environment>): string[] {
  if (GATEWARDEN_COOKIE_DOMAIN === undefined) return [];
  const host = GATEWARDEN_URL === undefined ? '' : new URL(GATEWARDEN_URL).hostname;
  const isInside = host === GATEWARDEN_COOKIE_DOMAIN || host.endsWith(`.${GATEWARDEN_COOKIE_DOMAIN}`);
  return isInside ? [] : ['GATEWARDEN_COOKIE_DOMAIN needs a GATEWARDEN_URL whose host is in that domain.'];
}
