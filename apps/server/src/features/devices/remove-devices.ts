import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { lockLocationsOf } from './assignments.queries.ts';
import { deleteDevices } from './delete-devices.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { listUserDevices, lockOwners } from './devices.queries.ts';
import { storeRemovedDevices } from './removed-devices.queries.ts';

export interface DeviceRemoval {
  /**
   * Removes devices of users, all or none. The session of the caller can restore each for a short time.
   * The caller is an administrator. @throws device_not_found
   */
  removeMany(actor: Actor, origin: Origin, ids: readonly number[]): Promise<void>;
  /** Part of a larger change; no session can restore them. Those that do not exist are left out. The caller has locked the owners. */
  removeWithin(tx: Tx, origin: Origin, ids: readonly number[]): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createDeviceRemoval({ db, events, clock }: Dependencies): DeviceRemoval {
  /** Locks the owners, so that no other transaction changes the devices. */
  async function lockWithOwners(tx: Tx, ids: readonly number[]) {
    const found = await listUserDevices(tx, ids);
    const owners = await lockOwners(tx, [...new Set(found.map((device) => device.user_id))]);
    const nameOf = new Map(owners.map(({ id, username }) => [id, username]));
    const devices = await listUserDevices(tx, ids);
    return devices.map((device) => ({ device, owner: nameOf.get(device.user_id) ?? '' }));
  }

  async function remove(tx: Tx, origin: Origin, found: Awaited<ReturnType<typeof lockWithOwners>>): Promise<void> {
    await deleteDevices(
      tx,
      events,
      found.map(({ device }) => device.id),
    );
    const removed = found.map(({ device, owner }) => ({
      origin,
      payload: { device: toDeviceSnapshot(device), owner },
    }));
    await events.publishAll(tx, 'device.removed', removed);
  }

  return {
    removeWithin: async (tx, origin, ids) => {
      if (ids.length > 0) await remove(tx, origin, await lockWithOwners(tx, ids));
    },
    async removeMany(actor, origin, ids) {
      await inTransaction(db, async (tx) => {
        const found = await lockWithOwners(tx, ids);
        const known = new Set(found.map(({ device }) => device.id));
        const missing = ids.find((id) => !known.has(id));
        if (missing !== undefined) throw new DomainError('device_not_found', { field: 'devices', id: missing });
        await lockLocationsOf(tx, ids);
        if (actor.sessionId !== undefined) {
          await storeRemovedDevices(tx, { ids, sessionId: actor.sessionId, at: clock.now() });
        }
        await remove(tx, origin, found);
      });
    },
  };
}
