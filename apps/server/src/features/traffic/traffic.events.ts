import type { EventRules, LiveListener } from '../event-rules.ts';

/** A device that connects or disconnects, and its owner. `endpoint` is `address:port`. */
interface VpnClient {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly userId: number;
  readonly locationId: number;
  readonly locationName: string;
  readonly endpoint: string | null;
}

interface VpnEvents {
  'vpn.connected': VpnClient & { readonly endpoint: string };
  'vpn.disconnected': VpnClient;
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends VpnEvents {}
}

const isAboutClient = (client: VpnClient, { userId }: LiveListener) => client.userId === userId;

export const vpnEvents = {
  'vpn.connected': {
    entry: (client) => ({ ...entryAbout(client), event: 'vpn_client_connected' }),
    stale: { admins: ['traffic', 'devices'], own: ['devices'], isAbout: isAboutClient },
  },
  'vpn.disconnected': {
    entry: (client) => ({ ...entryAbout(client), event: 'vpn_client_disconnected' }),
    stale: { admins: ['traffic', 'devices'], own: ['devices'], isAbout: isAboutClient },
  },
} as const satisfies EventRules<VpnEvents>;

function entryAbout({ deviceId, deviceName, locationId, locationName, endpoint }: VpnClient) {
  return {
    module: 'vpn',
    location: locationName,
    description: `Device ${deviceName} at location ${locationName}`,
    metadata: {
      location: { id: locationId, name: locationName },
      device: { id: deviceId, name: deviceName },
      endpoint,
    },
  } as const;
}
