import type { Events } from '../../platform/events/events.ts';
import { deleteLatest } from './roll-up.queries.ts';

/** What says where a device connected from goes with the device; sums of its traffic go within a day. */
export function forgetRemovedDevices(events: Events): void {
  events.on('device.removed', (tx, { payload }) => deleteLatest(tx, payload.device.id));
}
