import type { SupportConfiguration } from '@gatewarden/contract/support';
import type { Config } from '../../platform/config/config.ts';
import { logFolderOf } from '../../platform/log/log-files.ts';

interface Addresses {
  readonly url: string;
  readonly grpcUrl: string;
  readonly edgeUrl: string;
  readonly replicaUrl?: string | undefined;
}

/** Each parameter is named here: one that is added to the configuration is not shown until it is added here as well. */
export function presentConfig(config: Config, address: Addresses): SupportConfiguration['config'] {
  const { tls } = config;
  const files = tls?.kind === 'files' ? tls : undefined;
  return {
    log_level: config.logLevel,
    log_file: config.logFiles ? logFolderOf(config.dataDir) : null,
    ...presentDatabase(config.databaseUrl?.reveal()),
    http_port: config.httpPort,
    grpc_port: config.grpcPort,
    http_cert: files?.certFile ?? null,
    http_key: files?.keyFile ?? null,
    webauthn_rp_id: address.url ? new URL(address.url).hostname : null,
    url: address.url || null,
    grpc_url: address.grpcUrl || null,
    grpc_replica_url: address.replicaUrl ?? null,
    enrollment_url: address.edgeUrl || null,
    cookie_domain: config.cookieDomain ?? null,
    cookie_insecure: !address.url.startsWith('https:'),
    http_bind_address: config.httpHost,
    grpc_bind_address: config.grpcHost,
    enrollment_port: config.edgePort ?? null,
    enrollment_bind_address: config.edgeHost,
    metrics_port: config.metricsPort ?? null,
    metrics_bind_address: config.metricsHost,
    redirect_port: config.redirectPort ?? null,
    acme_directory: tls?.kind === 'acme' ? withoutCredentials(new URL(tls.directory)) : null,
    data_folder: config.dataDir,
    trusted_proxies: [...config.trustedProxies],
    session_hours: config.sessionHours,
    mail_code_minutes: config.mailCodeMinutes,
    reauthentication_minutes: config.reauthenticationMinutes ?? null,
    writes_per_second: config.writesPerSecond,
    outbound_allow: [...config.outboundAllow],
    https_proxy: config.proxies.forHttps ? withoutCredentials(config.proxies.forHttps) : null,
    http_proxy: config.proxies.forHttp ? withoutCredentials(config.proxies.forHttp) : null,
    no_proxy: [...config.proxies.except],
    database_connections: config.databaseConnections,
    support_email: config.supportEmail ?? null,
  };
}

const defaultPostgresPort = 5432;

/** Null for the embedded database. */
function presentDatabase(address: string | undefined) {
  if (address === undefined) {
    return { database_host: null, database_port: null, database_name: null, database_user: null };
  }
  const { hostname, port, pathname, username } = new URL(address);
  return {
    database_host: hostname,
    database_port: port === '' ? defaultPostgresPort : Number(port),
    database_name: decodeURIComponent(pathname.slice(1)),
    database_user: decodeURIComponent(username),
  };
}

/** Proxies and authorities can have a password or a token in their address, also as a parameter. */
function withoutCredentials({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
