import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import type { z } from 'zod';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { isConnected, type RefusalRow } from '../links/index.ts';
import { missingCapabilities, reportsForwarding } from './capabilities.ts';
import type { GatewayRow } from './gateways.queries.ts';

export function presentGateway(row: GatewayRow, now: Date): GatewayStatus {
  const connected = isConnected(row, now);
  const isCurrent = row.held_version === row.wanted_version && row.held_state_id === row.wanted_state_id;
  const disconnectedAt = row.connected && !connected ? row.seen_at : row.disconnected_at;
  return {
    uid: row.id,
    connected,
    network_id: row.location_id,
    network_name: row.location_name,
    name: row.name,
    hostname: row.hostname,
    connected_at: orNull(row.connected_at),
    disconnected_at: orNull(disconnectedAt),
    version: row.version,
    backend: row.backend as GatewayStatus['backend'],
    held_version: row.held_version,
    wanted_version: row.wanted_version,
    acknowledged_at: orNull(row.acknowledged_at),
    apply_milliseconds: row.apply_milliseconds,
    current: isCurrent && row.problems.length === 0 && row.drift_since === null,
    // an earlier rejection is irrelevant once it holds the current state
    last_error: isCurrent ? null : row.last_error,
    problems: isCurrent ? row.problems : [],
    verified_at: orNull(row.verified_at),
    drift_since: orNull(row.drift_since),
    missing_capabilities: row.connected_at ? missingCapabilities(row.capabilities) : [],
    forwarding_off: forwardingOff(row),
    revoked: row.revoked_at !== null,
  };
}

/** Null if it is unknown whether the gateway forwards packets of all families of the location. */
function forwardingOff(row: GatewayRow): GatewayStatus['forwarding_off'] {
  if (!reportsForwarding(row.capabilities)) return null;
  const families = [
    { family: 'ipv4' as const, isUsed: row.has_ipv4, forwards: row.forwards_ipv4 },
    { family: 'ipv6' as const, isUsed: row.has_ipv6, forwards: row.forwards_ipv6 },
  ].filter(({ isUsed }) => isUsed);
  const off = families.flatMap(({ family, forwards }) => (forwards === false ? [family] : []));
  return off.length === 0 && families.some(({ forwards }) => forwards === null) ? null : off;
}

export function presentRefusal(row: RefusalRow): z.infer<typeof GatewayRefusal> {
  return { at: toNaive(row.at), ip: row.ip ?? '', hostname: row.hostname, reason: row.reason, gateway: row.component };
}

function orNull(at: Date | null): string | null {
  return at && toNaive(at);
}
