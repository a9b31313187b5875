import type { Device } from '@gatewarden/contract/devices';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { DeviceRow } from './devices.queries.ts';

/** What the log keeps of a device: it has nothing secret. */
export type DeviceSafe = Omit<Device, 'created'>;

/** Name of the location of a network device; other devices have no single one. */
interface InLocation {
  readonly location?: string | undefined;
}

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `owner` is a user name. */
    'device.added': { readonly device: DeviceSafe; readonly owner: string };
    'device.modified': InLocation & { readonly before: DeviceSafe; readonly after: DeviceSafe; readonly owner: string };
    /** It may connect again after its owner was stopped. */
    'device.switched-on': { readonly device: DeviceSafe; readonly owner: string };
    'device.removed': InLocation & { readonly device: DeviceSafe; readonly owner: string };
  }
  interface SignalMap {
    /** Before the rows go, whoever or whatever they go with: by themselves, with their owner or with their location. */
    'devices.removing': { readonly deviceIds: readonly number[] };
    /**
     * In this location these devices were added, removed or given other addresses, or have another key; after the
     * rows changed, for deleted devices too.
     */
    'devices.assignments-changed': { readonly locationId: number; readonly deviceIds: readonly number[] };
  }
}

export function deviceSafe(device: DeviceRow): DeviceSafe {
  return {
    id: device.id,
    name: device.name,
    wireguard_pubkey: shownKey(device),
    user_id: device.user_id,
    device_type: device.kind,
    description: device.description,
    configured: device.configured,
    stopped_at: device.stopped_at && toNaive(device.stopped_at),
    suspended_at: device.suspended_at && toNaive(device.suspended_at),
  };
}

/** Interface reference §2: what stands for the key of a network device that waits for its set-up. */
function shownKey({ public_key: key }: DeviceRow): string {
  return key ?? 'NOT_CONFIGURED';
}
