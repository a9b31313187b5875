import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import { type ActivityEntry, type EventRules, formatNames } from '../event-rules.ts';
import type { Component, RefusalReason } from '../links/index.ts';

/** The part of a gateway that events contain: nothing secret. */
export interface GatewaySnapshot {
  /** UUID. */
  readonly id: string;
  readonly location_id: number;
  readonly name: string | null;
  readonly hostname: string;
}

interface GatewayEvents {
  'gateway.joined': { readonly gateway: GatewaySnapshot };
  'gateway.connected': { readonly gateway: GatewaySnapshot; readonly streamId: string };
  'gateway.disconnected': { readonly gateway: GatewaySnapshot };
  'gateway.revoked': { readonly gateway: GatewaySnapshot };
  'gateway.removed': { readonly gateway: GatewaySnapshot };
  /** Without the token. */
  'gateway.token-shown': { readonly locationId: number };
  'gateway.token-rotated': { readonly locationId: number };
  /** `locationId` and `gateway` are null if the attempt did not reveal them. */
  'gateway.refused': {
    readonly reason: RefusalReason;
    readonly locationId: number | null;
    readonly gateway: GatewaySnapshot | null;
    readonly hostname: string | null;
  };
  'gateway.state-rejected': { readonly gateway: GatewaySnapshot; readonly version: number; readonly reason: string };
  /** All removals are active; each of `problems` says what else is not. */
  'gateway.state-partially-applied': {
    readonly gateway: GatewaySnapshot;
    readonly version: number;
    readonly problems: readonly string[];
  };
  /**
   * The configuration of the interface differed from the state and was repaired. `peers` names the first changed peers.
   */
  'gateway.drift-repaired': AppliedCorrection;
  /** The configuration differed again after this repair. Published once until the gateway has its state again. */
  'gateway.drift-persisted': AppliedCorrection;
  /** Another program had changed the firewall of the gateway, which enforces access control again. */
  'gateway.firewall-restored': { readonly gateway: GatewaySnapshot };
  /** Entries beyond the allowance of the past hour; `gateway` is null for refused unauthenticated callers. */
  'gateway.entries-omitted': { readonly gateway: GatewaySnapshot | null; readonly count: number };
  /** Broadcast, not stored: whether the interface differs from the state has changed. */
  'gateway.drifted': { readonly gateway: GatewaySnapshot };
  /** Broadcast, not stored: its machine forwards packets again, or no longer. */
  'gateway.forwarding-changed': { readonly gateway: GatewaySnapshot };
  /** Broadcast, not stored: the log has the change itself. */
  'gateway.acknowledged': { readonly gateway: GatewaySnapshot; readonly version: number };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends GatewayEvents {}
}

/** Lists of locations show the state of their gateways. */
const stale = { admins: ['gateways', 'locations'] } as const;

export const gatewayEvents = {
  'gateway.joined': { entry: ({ gateway }) => entryAbout('gateway_joined', gateway), stale },
  'gateway.connected': {
    entry: ({ gateway }) => ({ ...entryAbout('gateway_connected', gateway), module: 'vpn' }),
    stale,
  },
  'gateway.disconnected': {
    entry: ({ gateway }) => ({ ...entryAbout('gateway_disconnected', gateway), module: 'vpn' }),
    stale,
  },
  'gateway.revoked': { entry: ({ gateway }) => entryAbout('gateway_revoked', gateway), stale },
  'gateway.removed': { entry: ({ gateway }) => entryAbout('gateway_removed', gateway), stale },
  'gateway.token-shown': {
    entry: ({ locationId }) => ({ event: 'gateway_token_shown', locationId }),
    stale: {},
  },
  'gateway.token-rotated': {
    entry: ({ locationId }) => ({ event: 'gateway_token_rotated', locationId }),
    stale: { admins: ['gateways'] },
  },
  'gateway.refused': {
    entry: ({ reason, locationId, gateway, hostname }) => ({
      event: 'gateway_refused',
      module: 'vpn',
      locationId,
      description: `Gateway ${gateway ? nameOf(gateway) : (hostname ?? 'unknown')}: ${reason}`,
      metadata: { reason, gateway, hostname },
    }),
    stale: { admins: ['gateways'] },
  },
  'gateway.state-rejected': {
    entry: ({ gateway, version, reason }) => ({
      ...entryAbout('gateway_state_rejected', gateway),
      module: 'vpn',
      description: `Gateway ${nameOf(gateway)}: version ${version}: ${reason}`,
      metadata: { gateway, version, reason },
    }),
    stale,
  },
  'gateway.state-partially-applied': {
    entry: ({ gateway, version, problems }) => ({
      ...entryAbout('gateway_state_partially_applied', gateway),
      module: 'vpn',
      description: `Gateway ${nameOf(gateway)}: version ${version}: ${problems.join(' ')}`,
      metadata: { gateway, version, problems: problems.join(' ') },
    }),
    stale,
  },
  'gateway.drift-repaired': {
    entry: (correction) => correctionEntry('gateway_drift_repaired', correction),
    stale: { admins: ['gateways', 'locations', 'notices'] },
  },
  'gateway.drift-persisted': {
    entry: (correction) => correctionEntry('gateway_drift_persisted', correction),
    stale: { admins: ['gateways', 'locations', 'notices'] },
  },
  'gateway.firewall-restored': {
    entry: ({ gateway }) => ({
      event: 'gateway_firewall_restored',
      module: 'vpn',
      locationId: gateway.location_id,
      description: `Gateway ${nameOf(gateway)}`,
      metadata: { gateway },
    }),
    stale: { admins: ['gateways'] },
  },
  'gateway.entries-omitted': {
    entry: ({ gateway, count }) => ({
      event: 'gateway_entries_omitted',
      module: 'vpn',
      ...(gateway && { locationId: gateway.location_id }),
      description: `${gateway ? `Gateway ${nameOf(gateway)}` : 'Refused gateways'}: ${count} more entries within an hour`,
      metadata: { gateway: gateway ?? '–', entries: count },
    }),
    stale: {},
  },
  'gateway.drifted': {
    // `gateway.drift-repaired` and `gateway.drift-persisted` are logged
    entry: 'not logged',
    stale: { admins: ['gateways', 'locations', 'notices'] },
  },
  'gateway.forwarding-changed': {
    // a setting of the machine, whose own log has the change
    entry: 'not logged',
    stale,
  },
  'gateway.acknowledged': {
    // the change that it acknowledges is logged
    entry: 'not logged',
    stale: { admins: ['gateways'] },
  },
} as const satisfies EventRules<GatewayEvents>;

function entryAbout(event: ActivityEvent, gateway: GatewaySnapshot): ActivityEntry {
  return { event, locationId: gateway.location_id, description: `Gateway ${nameOf(gateway)}`, metadata: { gateway } };
}

function correctionEntry(event: ActivityEvent, { gateway, ...made }: AppliedCorrection): ActivityEntry {
  const { settings, removedPeers, upsertedPeers } = made;
  const peers = formatNames(made.peers);
  return {
    ...entryAbout(event, gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: removed ${removedPeers}, set ${upsertedPeers}${settings ? ', interface settings' : ''}: ${peers}`,
    metadata: { gateway, settings, removed_peers: removedPeers, set_peers: upsertedPeers, peers },
  };
}

function nameOf({ name, hostname }: GatewaySnapshot): string {
  return name ?? hostname;
}

export interface AppliedCorrection {
  readonly gateway: GatewaySnapshot;
  readonly settings: boolean;
  readonly removedPeers: number;
  readonly upsertedPeers: number;
  readonly peers: readonly string[];
}

/** @throws Error for a component of the whole instance: each gateway belongs to a location */
export function toGatewaySnapshot({ id, location_id, name, hostname }: Component): GatewaySnapshot {
  if (location_id === null) throw new Error(`the gateway ${id} has no location`);
  return { id, location_id, name, hostname };
}
