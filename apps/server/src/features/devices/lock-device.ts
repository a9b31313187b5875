import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { canManageDevice } from './devices.policy.ts';
import { type DeviceRow, findDevice, lockOwner } from './devices.queries.ts';

/** @throws device_not_found also for a device that the caller cannot manage, so that ids cannot be probed */
export async function findManagedDevice(reader: Database | Tx, actor: Actor, id: number): Promise<DeviceRow> {
  const device = await findDevice(reader, id);
  if (!device || !canManageDevice(actor, device)) throw new DomainError('device_not_found');
  return device;
}

/**
 * Locks the owner, so that no other transaction changes or deletes the device; `owner` is the name.
 * @throws device_not_found
 */
export async function lockWithOwner(tx: Tx, actor: Actor, id: number): Promise<{ device: DeviceRow; owner: string }> {
  const { user_id } = await findManagedDevice(tx, actor, id);
  const owner = await lockOwner(tx, user_id);
  const device = await findDevice(tx, id);
  if (owner === undefined || !device) throw new DomainError('device_not_found');
  return { device, owner };
}
