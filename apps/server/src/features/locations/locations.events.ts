import type { Origin } from '../../platform/actor.ts';
import { type EventRules, formatRename, isAboutAllUsers } from '../event-rules.ts';
import type { LocationRow } from './locations.queries.ts';

/** The part of a location that events contain: never its private key. */
export interface LocationSnapshot {
  readonly id: number;
  readonly name: string;
  readonly address: readonly string[];
  readonly port: number;
  readonly pubkey: string;
  readonly endpoint: string;
  readonly dns: string | null;
  readonly allowed_ips: readonly string[];
  readonly allowed_groups: readonly string[];
  readonly keepalive_interval: number;
  readonly peer_disconnect_threshold: number;
  readonly acl_enabled: boolean;
  readonly acl_default_allow: boolean;
  readonly location_mfa_mode: LocationRow['mfa_mode'];
  readonly mfa_session_hours: number;
  readonly masquerade: boolean;
}

interface LocationEvents {
  'location.added': { readonly location: LocationSnapshot };
  'location.modified': { readonly before: LocationSnapshot; readonly after: LocationSnapshot };
  'location.removed': { readonly location: LocationSnapshot };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends LocationEvents {}
  interface SignalMap {
    /** Before the row and all rows that reference it are deleted. */
    'locations.removing': { readonly locationId: number; readonly origin: Origin };
    /** The set of permitted users changed without an edit of the location. */
    'locations.access-changed': { readonly locationIds: readonly number[] };
  }
}

/**
 * The pages of users list the locations of their devices. The event does not say which users are affected, so all are.
 */
const stale = {
  admins: ['locations', 'gateways', 'devices', 'traffic', 'access'],
  own: ['devices'],
  isAbout: isAboutAllUsers,
} as const;

export const locationEvents = {
  'location.added': {
    entry: ({ location }) => ({ ...entryAbout(location), event: 'vpn_location_added', metadata: { location } }),
    stale,
  },
  'location.modified': {
    entry: ({ before, after }) => ({
      event: 'vpn_location_modified',
      location: after.name,
      description: `Location ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale,
  },
  'location.removed': {
    entry: ({ location }) => ({ ...entryAbout(location), event: 'vpn_location_removed', metadata: { location } }),
    stale,
  },
} as const satisfies EventRules<LocationEvents>;

function entryAbout({ name }: LocationSnapshot) {
  return { location: name, description: `Location ${name}` };
}

export function toLocationSnapshot(location: LocationRow): LocationSnapshot {
  return {
    id: location.id,
    name: location.name,
    address: location.networks.map((network) => network.text),
    port: location.port,
    pubkey: location.public_key,
    endpoint: location.endpoint,
    dns: location.dns,
    allowed_ips: location.allowed_ips,
    allowed_groups: location.groups,
    keepalive_interval: location.keepalive_seconds,
    peer_disconnect_threshold: location.disconnect_threshold_seconds,
    acl_enabled: location.acl_enabled,
    acl_default_allow: location.acl_default_allow,
    location_mfa_mode: location.mfa_mode,
    mfa_session_hours: location.mfa_session_hours,
    masquerade: location.masquerade,
  };
}
