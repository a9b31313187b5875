import type { Device } from '@gatewarden/contract/devices';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { type EventRules, formatRename, type LiveListener } from '../event-rules.ts';
import type { Assignment } from './assignments.queries.ts';
import { type DeviceRow, missingKey } from './devices.queries.ts';

/** What the log stores of a device: no secrets. */
export type DeviceSnapshot = Omit<Device, 'created'>;

/** Name of the location of a network device; other devices have no single one. */
interface LocationContext {
  readonly location?: string | undefined;
}

interface DeviceEvents {
  /** `owner` is a user name. `imported`: the owner used the device already, in the network that was imported. */
  'device.added': LocationContext & {
    readonly device: DeviceSnapshot;
    readonly owner: string;
    readonly imported?: true;
    /** By a client of the owner, with a token. */
    readonly enrolled?: true;
  };
  'device.modified': LocationContext & {
    readonly before: DeviceSnapshot;
    readonly after: DeviceSnapshot;
    readonly owner: string;
  };
  /** The device may connect again after its owner was stopped. */
  'device.switched-on': { readonly device: DeviceSnapshot; readonly owner: string };
  /** By the session that removed it. */
  'device.restored': { readonly device: DeviceSnapshot; readonly owner: string };
  /** A phone has another key with which it proves that its owner unlocked it. */
  'device.auth-key-set': { readonly device: DeviceSnapshot; readonly owner: string };
  /** A token with which a program can set the key of the network device, once. */
  'device.token-added': LocationContext & { readonly device: DeviceSnapshot; readonly owner: string };
  'device.removed': LocationContext & { readonly device: DeviceSnapshot; readonly owner: string };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends DeviceEvents {}
  interface SignalMap {
    /** Before the rows are deleted: alone, with their owner or with their location. */
    'devices.removing': { readonly deviceIds: readonly number[] };
    /**
     * These devices, at least one, were added to the location or removed from it, or have other addresses or another
     * key. Sent after the rows changed, for deleted devices too.
     */
    'devices.assignments-changed': { readonly assignments: readonly Assignment[] };
  }
}

const isAboutOwner = ({ device }: { readonly device: DeviceSnapshot }, { userId }: LiveListener) =>
  device.user_id === userId;

export const deviceEvents = {
  'device.added': {
    entry: ({ device, owner, location, enrolled }) => ({
      ...(enrolled
        ? { event: 'enrollment_device_added', module: 'enrollment' }
        : { event: device.device_type === 'network' ? 'network_device_added' : 'device_added' }),
      ...(location !== undefined && { location }),
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices', 'users'], own: ['devices'], isAbout: isAboutOwner },
  },
  'device.modified': {
    entry: ({ before, after, owner, location }) => ({
      event: after.device_type === 'network' ? 'network_device_modified' : 'device_modified',
      ...(location !== undefined && { location }),
      description: `Device ${formatRename(before.name, after.name)} of ${owner}`,
      metadata: { owner, before, after },
    }),
    stale: {
      admins: ['devices'],
      own: ['devices'],
      isAbout: ({ after }, listener) => isAboutOwner({ device: after }, listener),
    },
  },
  'device.switched-on': {
    entry: ({ device, owner }) => ({
      event: 'device_switched_on',
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices', 'users'], own: ['devices', 'users'], isAbout: isAboutOwner },
  },
  'device.restored': {
    entry: ({ device, owner }) => ({
      event: 'device_restored',
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices', 'traffic', 'users'], own: ['devices'], isAbout: isAboutOwner },
  },
  'device.auth-key-set': {
    entry: ({ device, owner }) => ({
      event: 'device_auth_key_set',
      module: 'enrollment',
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices', 'users'], own: ['devices', 'users'], isAbout: isAboutOwner },
  },
  'device.token-added': {
    entry: ({ device, owner, location }) => ({
      event: 'network_device_token_added',
      ...(location !== undefined && { location }),
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices'] },
  },
  'device.removed': {
    entry: ({ device, owner, location }) => ({
      event: device.device_type === 'network' ? 'network_device_removed' : 'device_removed',
      ...(location !== undefined && { location }),
      description: `Device ${device.name} of ${owner}`,
      metadata: { owner, device },
    }),
    stale: { admins: ['devices', 'traffic', 'users'], own: ['devices'], isAbout: isAboutOwner },
  },
} as const satisfies EventRules<DeviceEvents>;

export function toDeviceSnapshot(device: DeviceRow): DeviceSnapshot {
  return {
    id: device.id,
    name: device.name,
    wireguard_pubkey: device.public_key ?? missingKey,
    user_id: device.user_id,
    device_type: device.kind,
    description: device.description,
    configured: device.configured,
    stopped_at: device.stopped_at && toNaive(device.stopped_at),
    suspended_at: device.suspended_at && toNaive(device.suspended_at),
  };
}
