/** A device that connects or goes, and to whom it belongs. `endpoint` is `address:port`. */
interface VpnClient {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly userId: number;
  readonly locationId: number;
  readonly locationName: string;
  readonly endpoint: string | null;
}

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'vpn.connected': VpnClient & { readonly endpoint: string };
    'vpn.disconnected': VpnClient;
  }
}
