import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Location } from './locations.ts';
import { MailLanguage } from './mail.ts';
import { EmailAddress, NaiveTimestamp } from './primitives.ts';
import { Settings } from './settings.ts';

/** In place of a part that could not be read; the log has the cause. */
const UnreadPart = z.object({ error: z.string() });
const part = <Content extends z.ZodType>(content: Content) => z.union([content, UnreadPart]);

const text = z.string().nullable();
const time = NaiveTimestamp.nullable();

/** Entries of one list; further ones are left out. */
export const maxSupportRows = 10_000;

/** A device in a location. */
const SupportDevice = z.object({
  wireguard_network_id: z.int(),
  wireguard_ips: z.array(z.string()),
  device_id: z.int(),
  /** Never contained. */
  preshared_key: z.null(),
  /** Whether the device may connect now: it has a session, or the location needs none. */
  is_authorized: z.boolean(),
  authorized_at: time,
});

const SupportUser = z.object({
  id: z.int(),
  is_active: z.boolean(),
  enrolled: z.boolean(),
  mfa_enabled: z.boolean(),
  mfa_method: z.string(),
  totp_enabled: z.boolean(),
  email_mfa_enabled: z.boolean(),
  webauthn_enabled: z.boolean(),
});

/** Parameters with which core was started, without secrets; addresses without user names and passwords. */
const SupportConfig = z.object({
  log_level: z.string(),
  /** Folder of the log files. */
  log_file: text,
  database_host: text,
  database_port: z.int().nullable(),
  database_name: text,
  database_user: text,
  http_port: z.int(),
  grpc_port: z.int(),
  /** Path of the certificate of the HTTPS ports. */
  http_cert: text,
  http_key: text,
  webauthn_rp_id: text,
  url: text,
  grpc_url: text,
  grpc_replica_url: text,
  enrollment_url: text,
  cookie_domain: text,
  cookie_insecure: z.boolean(),
  http_bind_address: z.string(),
  grpc_bind_address: z.string(),
  enrollment_port: z.int().nullable(),
  enrollment_bind_address: z.string(),
  metrics_port: z.int().nullable(),
  metrics_bind_address: z.string(),
  redirect_port: z.int().nullable(),
  acme_directory: text,
  data_folder: z.string(),
  trusted_proxies: z.array(z.string()),
  session_hours: z.number(),
  mail_code_minutes: z.int(),
  reauthentication_minutes: z.int().nullable(),
  writes_per_second: z.int(),
  outbound_allow: z.array(z.string()),
  https_proxy: text,
  http_proxy: text,
  no_proxy: z.array(z.string()),
  database_connections: z.int(),
  support_email: text,
});

const SupportDatabase = z.object({
  kind: z.enum(['embedded', 'external']),
  version: z.string(),
  size_bytes: z.int(),
  /** Number of rows by table; `estimates` are those that PostgreSQL keeps for large tables. */
  rows: z.record(z.string(), z.int()),
  estimates: z.record(z.string(), z.int()),
  migrations: z.array(z.object({ name: z.string(), applied_at: NaiveTimestamp })),
});

const component = {
  version: text,
  connected: z.boolean(),
  connected_at: time,
  disconnected_at: time,
  seen_at: time,
};
const SupportGateway = z.object({
  id: z.string(),
  network_id: z.int(),
  ...component,
  revoked: z.boolean(),
  backend: text,
  held_version: z.int(),
  wanted_version: z.int(),
  acknowledged_at: time,
  has_error: z.boolean(),
});
const SupportEdge = z.object({ id: z.int(), address: z.string(), ...component });

/** Jobs of one name by their state. */
const SupportJob = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  oldest_waiting_at: time,
});

/** What describes an instance, without secrets. */
export const SupportConfiguration = z.object({
  version: z.string(),
  node_version: z.string(),
  created_at: NaiveTimestamp,
  config: SupportConfig,
  settings: part(Settings),
  networks: part(z.array(Location)),
  /** By the id of the location. */
  devices: part(z.record(z.string(), z.array(SupportDevice))),
  devices_truncated: z.boolean(),
  users: part(z.array(SupportUser)),
  users_truncated: z.boolean(),
  database: part(SupportDatabase),
  gateways: part(z.array(SupportGateway)),
  edges: part(z.array(SupportEdge)),
  jobs: part(z.array(SupportJob)),
});
export type SupportConfiguration = z.infer<typeof SupportConfiguration>;

export const getSupportConfiguration = endpoint({
  method: 'GET',
  path: '/support/configuration',
  access: 'admin',
  area: 'settings',
  summary: 'Read what describes this instance for support, without secrets',
  response: SupportConfiguration,
});

export const getSupportLogs = endpoint({
  method: 'GET',
  path: '/support/logs',
  access: 'admin',
  area: 'settings',
  summary: 'Download the log files of the core that answers, oldest first',
  response: z.string(),
  answer: { kind: 'download', content: { 'text/plain': z.string() } },
});

/** Ours: what the page with the support data needs to know before it is requested. */
export const SupportOverview = z.object({
  /** To which support data is sent unless another address is entered. */
  support_email: z.string().nullable(),
  smtp_enabled: z.boolean(),
  log_files_enabled: z.boolean(),
  /** Size of all log files. */
  log_bytes: z.int(),
});
export type SupportOverview = z.infer<typeof SupportOverview>;

export const getSupportOverview = endpoint({
  method: 'GET',
  path: '/support',
  access: 'admin',
  area: 'settings',
  summary: 'Read whether support data can be sent by email, and how large the log files are',
  response: SupportOverview,
});

const SupportMail = z.object({
  /** That of GATEWARDEN_SUPPORT_EMAIL when absent. */
  to: EmailAddress.optional(),
  /** English when absent. */
  language: MailLanguage.optional(),
});

export const sendSupportMail = endpoint({
  method: 'POST',
  path: '/mail/support',
  access: 'admin',
  area: 'settings',
  summary: 'Send the configuration and the end of the log as attachments and wait for the mail server’s answer',
  requiresReauthentication: true,
  body: SupportMail,
  response: Empty,
  errors: ['support_email_missing', 'smtp_not_configured', 'mail_not_sent'],
});
