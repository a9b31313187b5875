import type { NotificationKind } from '@gatewarden/contract/notifications';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { DeviceSnapshot } from '../devices/index.ts';
import { describeAuthor } from './describe-author.ts';
import type { Notify } from './notifications.service.ts';

/** Notifies owners of devices that an administrator added, removed or restored. */
export function notifyDeviceOwners(events: Pick<Events, 'on'>, notify: Notify): void {
  async function notifyOwner(tx: Tx, device: DeviceSnapshot, kind: NotificationKind, origin: Origin): Promise<void> {
    const { id, name, user_id: ownerId } = device;
    // without an author, the device was removed with its location
    if (device.device_type === 'network' || origin.by === 'system' || origin.by.userId === ownerId) return;
    const subject = { type: 'device', id: String(id), name } as const;
    await notify(tx, [ownerId], { kind, key: `${kind}:${id}`, subject, details: describeAuthor(origin, ownerId) });
  }
  events.on('device.added', (tx, { payload, origin }) => notifyOwner(tx, payload.device, 'device_added', origin));
  events.on('device.removed', (tx, { payload, origin }) => notifyOwner(tx, payload.device, 'device_removed', origin));
  events.on('device.restored', (tx, { payload, origin }) => notifyOwner(tx, payload.device, 'device_restored', origin));
}
