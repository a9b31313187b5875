import type { Events } from '../../platform/events/events.ts';
import { deleteLatest } from './roll-up.queries.ts';

/** What says where a device connected from goes with the device; sums of its traffic go within a day. */
export function purgeRemovedDevices(events: Events): void {
  events.onSignal('devices.removing', (tx, { deviceIds }) => deleteLatest(tx, deviceIds));
}
