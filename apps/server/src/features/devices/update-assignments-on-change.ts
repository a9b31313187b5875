import type { Events } from '../../platform/events/events.ts';
import { lockAllLocations, lockLocations } from '../locations/index.ts';
import { deleteDevices } from './delete-devices.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import * as queries from './devices.queries.ts';
import { reassignDevices, reassignLocation } from './reassign-devices.ts';

/** Updates assignments in the transaction of each change that they depend on (domain rules §3.3). */
export function updateAssignmentsOnChange(events: Events): void {
  events.on('location.added', async (tx, { payload }) => {
    for (const location of await lockLocations(tx, [payload.location.id])) {
      await reassignLocation(tx, events, location, { networksChanged: false });
    }
  });
  events.on('location.modified', async (tx, { payload: { before, after } }) => {
    const networksChanged = before.address.join() !== after.address.join();
    for (const location of await lockLocations(tx, [after.id])) {
      await reassignLocation(tx, events, location, { networksChanged });
    }
  });
  events.onSignal('locations.access-changed', async (tx, { locationIds }) => {
    await reassignDevices(tx, events, await lockLocations(tx, locationIds), 'all');
  });
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    // locked even without devices: another transaction may be adding the first one
    await queries.lockOwners(tx, userIds);
    if (!(await queries.hasDevices(tx, userIds))) return;
    await reassignDevices(tx, events, await lockAllLocations(tx), userIds);
  });
}

/** Deletes the devices of deleted users and the network devices of deleted locations, also from gateways. */
export function deleteDependentDevices(events: Events): void {
  events.onSignal('users.removing', async (tx, { userIds }) => {
    await lockAllLocations(tx);
    await deleteDevices(tx, events, await queries.listDeviceIdsOf(tx, userIds));
  });
  events.onSignal('locations.removing', async (tx, { locationId, origin }) => {
    const devices = await queries.listNetworkDevicesIn(tx, locationId);
    await deleteDevices(
      tx,
      events,
      devices.map((device) => device.id),
    );
    for (const { username, location, ...device } of devices) {
      await events.publish(tx, 'device.removed', origin, {
        device: toDeviceSnapshot(device),
        owner: username,
        location,
      });
    }
  });
}
