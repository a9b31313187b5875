import type { EventRules, LiveListener } from '../event-rules.ts';

/** By what a session ended. */
export type EndReason = 'inactivity' | 'time' | 'person' | 'factor' | 'device' | 'location' | 'user';

/** A device in a location. */
export interface Connection {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly userId: number;
  /** User name of the owner. */
  readonly owner: string;
  readonly locationId: number;
  readonly locationName: string;
}

interface LocationMfaEvents {
  'location-mfa.connected': Connection & {
    readonly method: string;
    readonly until: string;
    /** Another device of the owner. */
    readonly approvedWith?: { readonly id: number; readonly name: string };
    /** The owner proved it in the console. */
    readonly inBrowser?: true;
    /** The device has no client. */
    readonly withoutPresharedKey?: true;
  };
  'location-mfa.disconnected': Connection & { readonly reason: EndReason };
  'location-mfa.failed': Connection & { readonly method: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends LocationMfaEvents {}
}

const isAboutOwner = ({ userId }: Connection, listener: LiveListener) => userId === listener.userId;
const stale = { admins: ['traffic', 'devices'], own: ['devices'], isAbout: isAboutOwner } as const;

export const locationMfaEvents = {
  'location-mfa.connected': {
    entry: ({ method, until, approvedWith, inBrowser, withoutPresharedKey, ...of }) => ({
      ...entryAbout(of, {
        ...{ method, until, ...(approvedWith && { approved_with: approvedWith }) },
        ...(inBrowser && { in_browser: true }),
        ...(withoutPresharedKey && { without_preshared_key: true }),
      }),
      event: 'vpn_client_connected_mfa',
    }),
    stale,
  },
  'location-mfa.disconnected': {
    entry: ({ reason, ...of }) => ({ ...entryAbout(of, { reason }), event: 'vpn_client_disconnected_mfa' }),
    stale,
  },
  'location-mfa.failed': {
    entry: ({ method, ...of }) => ({ ...entryAbout(of, { method }), event: 'vpn_client_mfa_failed' }),
    stale: {},
  },
} as const satisfies EventRules<LocationMfaEvents>;

function entryAbout(connection: Connection, facts: object) {
  const { deviceId, deviceName, locationId, locationName, owner } = connection;
  return {
    module: 'vpn',
    location: locationName,
    description: `Device ${deviceName} of ${owner} at location ${locationName}`,
    metadata: {
      location: { id: locationId, name: locationName },
      device: { id: deviceId, name: deviceName },
      owner,
      ...facts,
    },
  } as const;
}
