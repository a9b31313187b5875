import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp } from './primitives.ts';
import { updateProblems } from './updates.names.ts';

/** A release that is newer than the core that answers. */
export const Update = z.object({
  /** Semantic version. */
  version: z.string(),
  /** `YYYY-MM-DD`. */
  release_date: z.string(),
  /** An https address, as `update_url`. */
  release_notes_url: z.string(),
  /** Where the release is, or how to install it. */
  update_url: z.string(),
  /** Whether it should be installed soon. */
  critical: z.boolean(),
  /** Markdown. */
  notes: z.string(),
});
export type Update = z.infer<typeof Update>;

/** Null: no newer release is known, or the check for updates is off. The topic `updates` becomes stale when it changes. */
export const getUpdate = endpoint({
  method: 'GET',
  path: '/updates',
  access: 'admin',
  area: 'settings',
  summary: 'Show the newest release, if it is newer than this core',
  response: Update.nullable(),
});

const OutdatedComponent = {
  /** As it reported it; null: none. */
  version: z.string().nullable(),
  /** When it reported the version, at the beginning of its connection. */
  created: NaiveTimestamp,
};
const OutdatedGateway = z.object({
  ...OutdatedComponent,
  hostname: z.string().nullable(),
  /** The location. */
  network_id: z.string().nullable(),
  /** Of the gateway. */
  id: z.uuid(),
  name: z.string().nullable(),
});
const OutdatedEdge = z.object({ ...OutdatedComponent, id: Id, address: z.string(), hostname: z.string().nullable() });

/**
 * Gateways and edges whose version is older than that of core or unknown, and gateways that lack something that this core
 * uses. They work, except for what is new. Listed while they are connected, and for an hour afterwards.
 */
export const Outdated = z.object({
  gateways: z.array(OutdatedGateway),
  /** The first of `edges`. */
  proxy: z.object(OutdatedComponent).nullable(),
  edges: z.array(OutdatedEdge),
});
export type Outdated = z.infer<typeof Outdated>;

/** The topic `updates` becomes stale when it changes. */
export const getOutdated = endpoint({
  method: 'GET',
  path: '/outdated',
  access: 'admin',
  area: 'settings',
  summary: 'List gateways and edges that are older than core',
  response: Outdated,
});

/** A version compared with that of the core that answers. `unknown`: none was reported, or it is not a semantic version. */
export const Drift = z.enum(['same', 'behind', 'ahead', 'unknown']);
export type Drift = z.infer<typeof Drift>;

const Replica = z.object({
  id: z.uuid(),
  /** Where gateways reach it: `host:port`; null until it listens. */
  address: z.string().nullable(),
  /** Null: of a version that does not report it. */
  version: z.string().nullable(),
  drift: Drift,
  /** Whether it is the one that answers. */
  is_current: z.boolean(),
});

const component = {
  hostname: z.string().nullable(),
  version: z.string().nullable(),
  drift: Drift,
  state: z.enum(['connected', 'disconnected', 'waiting']),
  /** When the state began, as far as core knows. */
  since: NaiveTimestamp.nullable(),
};
const GatewayVersion = z.object({
  ...component,
  id: z.uuid(),
  name: z.string().nullable(),
  location_id: Id,
  location: z.string(),
  /** Names of what this core uses and the gateway cannot do, because it is older. */
  missing_capabilities: z.array(z.string()),
});
const EdgeVersion = z.object({ ...component, id: Id, address: z.string() });

/**
 * - `https`: of the https address of core.
 * - `gateways`: what core presents to gateways and edges; core renews it.
 * - `authority`: of the authority that issues the former; it does not expire.
 * - `ldap`: an authority that the LDAP settings trust.
 * - `log_stream`: an authority that a stream of the activity log trusts; `name` is the name of the stream.
 */
const certificateKinds = ['https', 'gateways', 'authority', 'ldap', 'log_stream'] as const;

const Certificate = z.object({
  kind: z.enum(certificateKinds),
  name: z.string().nullable(),
  /** Null: never. */
  expires_at: NaiveTimestamp.nullable(),
  /** `expiring`: within 14 days, or, if core renews it, because the renewal has failed. */
  state: z.enum(['valid', 'expiring', 'expired']),
  /** Whether core renews it. */
  automatic: z.boolean(),
});
export type Certificate = z.infer<typeof Certificate>;

const UpdateCheck = z.object({
  /** Whether `GATEWARDEN_UPDATES_URL` is set. */
  enabled: z.boolean(),
  /** The host of the feed; null if the check is off. */
  host: z.string().nullable(),
  /** When the feed was read last. */
  checked_at: NaiveTimestamp.nullable(),
  /** Of the last attempt; null if it was successful or there was none. */
  problem: z.enum(updateProblems).nullable(),
  /** More about the problem in technical terms. */
  detail: z.string().nullable(),
  failing_since: NaiveTimestamp.nullable(),
});
export type UpdateCheck = z.infer<typeof UpdateCheck>;

export const Versions = z.object({
  core: z.object({
    version: z.string(),
    /** Of Node.js. */
    runtime: z.string(),
    /** The one that answers first. */
    replicas: z.array(Replica),
  }),
  database: z.object({
    /** `embedded`: the PostgreSQL that core starts. */
    kind: z.enum(['embedded', 'external']),
    version: z.string(),
  }),
  /** Those in service, in the order in which they joined. */
  gateways: z.array(GatewayVersion),
  edges: z.array(EdgeVersion),
  certificates: z.array(Certificate),
  update_check: UpdateCheck,
});
export type Versions = z.infer<typeof Versions>;

/** The topic `updates` becomes stale when it changes, except for changes that are only due to the time. */
export const getVersions = endpoint({
  method: 'GET',
  path: '/versions',
  access: 'admin',
  area: 'settings',
  summary: 'Show the version of every component, certificates and their expiry, and the check for updates',
  response: Versions,
});
