import type { Edge } from '@gatewarden/contract/edges';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { Outdated, Versions } from '@gatewarden/contract/updates';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Links } from '../links/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { type OwnCertificate, presentOwn, presentTrusted } from './certificates.ts';
import { findDrift } from './compare-versions.ts';
import { getDatabaseVersion, listStreamCertificates } from './versions.queries.ts';

export interface VersionSources {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: Pick<Config, 'databaseUrl'>;
  /** Of this core. */
  readonly version: string;
  readonly links: Pick<Links, 'listReplicas' | 'listCertificates'>;
  readonly gateways: { readonly listAll: () => Promise<readonly GatewayStatus[]> };
  readonly edges: { readonly list: () => Promise<readonly Edge[]> };
  readonly serverCertificate: { readonly describe: () => Promise<Omit<OwnCertificate, 'kind'> | undefined> };
  readonly settings: Pick<SettingsService, 'get'>;
}

/** Interface reference §7.2: entries vanish an hour after the component was connected. */
const retentionMilliseconds = 3_600_000;

export interface VersionsService {
  outdated(): Promise<Outdated>;
  list(): Promise<Omit<Versions, 'update_check'>>;
}

/** The versions of all components. */
export function createVersions(sources: VersionSources): VersionsService {
  const { db, clock, config, version: core, links, gateways, edges, serverCertificate, settings } = sources;

  async function listGateways() {
    const rows = (await gateways.listAll()).filter(({ revoked }) => !revoked);
    return rows.map((row) => ({
      ...{ id: row.uid, name: row.name, hostname: row.hostname, version: row.version || null },
      ...{ location_id: row.network_id, location: row.network_name },
      drift: findDrift(row.version, core),
      // it joined and has not connected yet
      state: row.connected
        ? ('connected' as const)
        : row.connected_at
          ? ('disconnected' as const)
          : ('waiting' as const),
      since: (row.connected ? row.connected_at : row.disconnected_at) ?? row.connected_at,
      connectedAt: row.connected_at,
      missing_capabilities: row.missing_capabilities,
    }));
  }

  async function listCertificates(now: Date) {
    const https = await serverCertificate.describe();
    const own = [...(https ? [{ kind: 'https' as const, ...https }] : []), ...(await links.listCertificates())];
    const { ldap_ca_certificate: ldap } = await settings.get();
    const trusted = [
      ...(ldap ? [{ kind: 'ldap' as const, name: null, pem: ldap }] : []),
      ...(await listStreamCertificates(db)).map((stream) => ({ kind: 'log_stream' as const, ...stream })),
    ];
    return [...own.map((each) => presentOwn(each, now)), ...trusted.flatMap((each) => presentTrusted(each, now) ?? [])];
  }

  return {
    async outdated() {
      const oldest = clock.now().getTime() - retentionMilliseconds;
      const isRecent = (state: string, since: string | null) =>
        state === 'connected' || (since !== null && Date.parse(`${since}Z`) >= oldest);
      const isOld = (drift: string) => drift === 'behind' || drift === 'unknown';
      const oldGateways = (await listGateways()).filter(
        ({ drift, missing_capabilities, state, since }) =>
          (isOld(drift) || missing_capabilities.length > 0) && isRecent(state, since),
      );
      const oldEdges = (await edges.list()).filter(
        ({ version, state, since }) => state !== 'waiting' && isOld(findDrift(version, core)) && isRecent(state, since),
      );
      const listed = oldEdges.map(({ id, address, hostname, version, since: created }) => ({
        ...{ id, address, hostname, version, created },
      }));
      const [first] = listed;
      return {
        gateways: oldGateways.flatMap(({ id, name, hostname, version, location_id, connectedAt: created }) =>
          created === null ? [] : [{ id, name, hostname, version, network_id: String(location_id), created }],
        ),
        proxy: first ? { version: first.version, created: first.created } : null,
        edges: listed,
      };
    },
    async list() {
      const replicas = await links.listReplicas();
      return {
        core: {
          version: core,
          runtime: process.versions.node,
          replicas: replicas
            .map(({ id, address, version, isCurrent }) => ({
              ...{ id, address, version, drift: findDrift(version, core), is_current: isCurrent },
            }))
            .toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
        },
        database: {
          kind: config.databaseUrl ? ('external' as const) : ('embedded' as const),
          version: await getDatabaseVersion(db),
        },
        gateways: (await listGateways()).map(({ connectedAt: _, ...gateway }) => gateway),
        edges: (await edges.list()).map(({ problem: _, ...edge }) => ({
          ...edge,
          drift: findDrift(edge.version, core),
        })),
        certificates: await listCertificates(clock.now()),
      };
    },
  };
}
