import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { lockAllLocations } from '../locations/index.ts';
import { undoMilliseconds } from '../undo-time.ts';
import { lockUser } from '../users/index.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import {
  canManageDevice,
  type Restrictions,
  requireBelowDeviceLimit,
  requireDeviceManagement,
  requireManualConfiguration,
  requireProofForDeviceOf,
} from './devices.policy.ts';
import { countUserDevices, type DeviceRow } from './devices.queries.ts';
import { reassignDevices } from './reassign-devices.ts';
import * as removed from './removed-devices.queries.ts';
import { requireUsableKey } from './usable-key.ts';

interface RestoredDevice {
  readonly device: DeviceRow;
  /** Names of the locations in which it has another address than before. */
  readonly readdressed: readonly string[];
}

export interface DeviceRestoration {
  /**
   * Restores a device that the session of the caller removed a moment ago, with its key and, where they are still free,
   * its addresses. What the caller may not add now stays removed.
   * @throws undo_expired, device_management_restricted, client_activation_only, proof_required,
   * user_disabled, device_limit_reached, no_location, public_key_of_location, public_key_taken, device_name_taken,
   * address_pool_exhausted
   */
  restore(actor: Actor, origin: Origin, id: number): Promise<RestoredDevice>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly restrictions: () => Promise<Restrictions>;
}

export function createDeviceRestoration({ db, events, clock, restrictions }: Dependencies): DeviceRestoration {
  return {
    async restore(actor, origin, id) {
      const { sessionId } = actor;
      if (sessionId === undefined) throw new DomainError('undo_expired');
      const restricted = await restrictions();
      requireDeviceManagement(actor, restricted);
      requireManualConfiguration(actor, restricted);
      return inTransaction(db, async (tx) => {
        const since = new Date(clock.now().getTime() - undoMilliseconds);
        const found = await removed.findRemovedDevice(tx, { id, sessionId, since });
        if (!found || !canManageDevice(actor, { user_id: found.userId, kind: 'user' }))
          throw new DomainError('undo_expired');
        const owner = await lockUser(tx, found.owner);
        // restored by another request, or purged because the access of the owner was revoked
        if (owner?.id !== found.userId || !(await removed.lockRemovedDevice(tx, id))) {
          throw new DomainError('undo_expired');
        }
        requireProofForDeviceOf(actor, owner.id);
        if (!owner.is_active && !actor.isAdmin) throw new DomainError('user_disabled');
        requireBelowDeviceLimit(actor, restricted, await countUserDevices(tx, owner.id));
        const locations = await lockAllLocations(tx);
        const device = await removed.insertRemovedDevice(tx, id);
        if (!device) throw new DomainError('undo_expired');
        await requireUsableKey(tx, device.public_key ?? '');
        await reassignDevices(tx, events, locations, [owner.id]);
        const readdressed = await removed.listReaddressedLocations(tx, id);
        await removed.deleteRemovedDevice(tx, id);
        await events.publish(tx, 'device.restored', origin, {
          device: toDeviceSnapshot(device),
          owner: owner.username,
        });
        return { device, readdressed };
      });
    },
  };
}
