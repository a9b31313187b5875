import { DomainError } from '@gatewarden/contract/errors';
import { parsePublicKey } from '@gatewarden/net/public-key';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserRow } from '../users/index.ts';
import { setAuthKey } from './auth-keys-of-devices.queries.ts';
import { findOwnDevice } from './client-devices.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import { type Restrictions, requireDeviceManagement } from './devices.policy.ts';
import { findDevice } from './devices.queries.ts';
import { isUsableKey } from './usable-key.ts';

export interface KeysOfPhone {
  /** Ed25519, base64. */
  readonly authKey: string;
  /** WireGuard: says which device it is. */
  readonly deviceKey: string;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Pick<Clock, 'now'>;
  readonly restrictions: (tx?: Tx) => Promise<Restrictions>;
}

/**
 * Stores the key with which a phone proves that its owner unlocked it, instead of a former one. The caller has locked the
 * owner, so that the device neither gets another key nor is suspended meanwhile.
 * @throws public_key_invalid; device_not_found, also for a device of another user; device_suspended,
 *   device_management_restricted
 */
export async function registerAuthKey(
  tx: Tx,
  origin: Origin,
  owner: UserRow,
  { authKey, deviceKey }: KeysOfPhone,
  { events, clock, restrictions }: Dependencies,
): Promise<void> {
  requireDeviceManagement({ isAdmin: owner.is_admin }, await restrictions(tx));
  if (parsePublicKey(authKey) === undefined) throw new DomainError('public_key_invalid');
  // PostgreSQL refuses some of what is no key
  const found = isUsableKey(deviceKey) ? await findOwnDevice(tx, owner.id, deviceKey) : undefined;
  const device = found && (await findDevice(tx, found.id));
  if (!device) throw new DomainError('device_not_found');
  if (device.suspended_at !== null) throw new DomainError('device_suspended');
  await setAuthKey(tx, device.id, authKey, clock.now());
  await events.publish(tx, 'device.auth-key-set', origin, { device: toDeviceSnapshot(device), owner: owner.username });
}
