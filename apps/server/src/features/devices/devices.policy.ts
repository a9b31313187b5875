import { DomainError } from '@gatewarden/contract/errors';
import { type Actor, requireReauthenticationOfSession } from '../../platform/actor.ts';
import type { DeviceRow } from './devices.queries.ts';

/** What an instance forbids users who are not administrators. */
export interface Restrictions {
  readonly admin_device_management: boolean;
  readonly only_client_activation: boolean;
  /** 0: no limit. */
  readonly devices_per_user: number;
}

/**
 * The owner has `owned` devices already; each takes an address in every location that admits the owner. Administrators
 * may exceed the limit, for themselves and for others.
 * @throws device_limit_reached
 */
export function requireBelowDeviceLimit(
  actor: Pick<Actor, 'isAdmin'>,
  restrictions: Restrictions,
  owned: number,
): void {
  const limit = restrictions.devices_per_user;
  if (actor.isAdmin || limit === 0 || owned < limit) return;
  throw new DomainError('device_limit_reached', { limit });
}

/**
 * Users can manage their own devices, administrators all devices. A network device belongs to the organization: its owner,
 * who added it as an administrator, cannot manage it without these rights.
 */
export function canManageDevice(actor: Actor, device: Pick<DeviceRow, 'user_id' | 'kind'>): boolean {
  return actor.isAdmin || (device.kind === 'user' && device.user_id === actor.userId);
}

/**
 * A device gives access to all that its owner may reach, and outlives the session that added it or replaced its key.
 * @throws proof_required for a session without a recent proof, where the device is another user's
 */
export function requireProofForDeviceOf(actor: Actor, ownerId: number): void {
  if (ownerId !== actor.userId) requireReauthenticationOfSession(actor);
}

/** After an emergency stop, an attacker may still control the account of the owner. @throws device_suspended */
export function requireNotSuspended(actor: Actor, device: DeviceRow): void {
  if (device.suspended_at !== null && !actor.isAdmin) throw new DomainError('device_suspended');
}

/** @throws device_management_restricted */
export function requireDeviceManagement(actor: Pick<Actor, 'isAdmin'>, restrictions: Restrictions): void {
  if (restrictions.admin_device_management && !actor.isAdmin) throw new DomainError('device_management_restricted');
}

/** @throws client_activation_only */
export function requireManualConfiguration(actor: Actor, restrictions: Restrictions): void {
  if (restrictions.only_client_activation && !actor.isAdmin) throw new DomainError('client_activation_only');
}
