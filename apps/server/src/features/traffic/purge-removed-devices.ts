import type { Events } from '../../platform/events/events.ts';
import { deleteLatest } from './roll-up.queries.ts';

/** Deletes the addresses from which a device connected together with the device; its traffic is purged within a day. */
export function purgeRemovedDevices(events: Events): void {
  events.onSignal('devices.removing', (tx, { deviceIds }) => deleteLatest(tx, deviceIds));
}
