import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { EventMap, EventType } from '../../platform/events/events.ts';
import { type Answer, type Entry, listed } from './entry.ts';

/** What becomes of the events of gateways. */
export const gatewayAnswers = {
  'gateway.joined': ({ gateway }) => ofGateway('gateway_joined', gateway),
  'gateway.connected': ({ gateway }) => ({ ...ofGateway('gateway_connected', gateway), module: 'vpn' }),
  'gateway.disconnected': ({ gateway }) => ({ ...ofGateway('gateway_disconnected', gateway), module: 'vpn' }),
  'gateway.revoked': ({ gateway }) => ofGateway('gateway_revoked', gateway),
  'gateway.removed': ({ gateway }) => ofGateway('gateway_removed', gateway),
  'gateway.token-rotated': ({ locationId }) => ({ event: 'gateway_token_rotated', locationId }),
  'gateway.refused': ({ reason, locationId, gateway, hostname }) => ({
    event: 'gateway_refused',
    module: 'vpn',
    locationId,
    description: `Gateway ${gateway ? nameOf(gateway) : (hostname ?? 'unknown')}: ${reason}`,
    metadata: { reason, gateway, hostname },
  }),
  'gateway.state-rejected': ({ gateway, version, reason }) => ({
    ...ofGateway('gateway_state_rejected', gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: version ${version}: ${reason}`,
    metadata: { gateway, version, reason },
  }),
  'gateway.state-partially-applied': ({ gateway, version, problems }) => ({
    ...ofGateway('gateway_state_partially_applied', gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: version ${version}: ${problems.join(' ')}`,
    metadata: { gateway, version, problems: problems.join(' ') },
  }),
  'gateway.drift-repaired': (correction) => ofCorrection('gateway_drift_repaired', correction),
  'gateway.drift-persisted': (correction) => ofCorrection('gateway_drift_persisted', correction),
  'gateway.entries-omitted': ({ gateway, count }) => ({
    event: 'gateway_entries_omitted',
    module: 'vpn',
    ...(gateway && { locationId: gateway.location_id }),
    description: `${gateway ? `Gateway ${nameOf(gateway)}` : 'Refused gateways'}: ${count} more entries within an hour`,
    metadata: { gateway: gateway ?? '–', entries: count },
  }),
  // only announced: the repair is logged, or that it did not last
  'gateway.drifted': 'not logged',
  // only announced: the change that it acknowledges is logged
  'gateway.acknowledged': 'not logged',
} as const satisfies { readonly [T in Extract<EventType, `gateway.${string}`>]: Answer<T> };

type Gateway = EventMap['gateway.joined']['gateway'];

function ofGateway(event: ActivityEvent, gateway: Gateway): Entry {
  return { event, locationId: gateway.location_id, description: `Gateway ${nameOf(gateway)}`, metadata: { gateway } };
}

function ofCorrection(event: ActivityEvent, { gateway, ...made }: EventMap['gateway.drift-repaired']): Entry {
  const { settings, removedPeers, upsertedPeers } = made;
  const peers = listed(made.peers);
  return {
    ...ofGateway(event, gateway),
    module: 'vpn',
    description: `Gateway ${nameOf(gateway)}: removed ${removedPeers}, set ${upsertedPeers}${settings ? ', interface settings' : ''}: ${peers}`,
    metadata: { gateway, settings, removed_peers: removedPeers, set_peers: upsertedPeers, peers },
  };
}

function nameOf({ name, hostname }: Gateway): string {
  return name ?? hostname;
}
