import { DomainError } from '@gatewarden/contract/errors';
import type { LocationFields } from './locations.queries.ts';

type Protection = Pick<LocationFields, 'mfa_mode'>;

/**
 * Refuses to turn on what gateways do not enforce yet: a second factor would disconnect all devices. A location that
 * already has it may retain it.
 * @throws location_mfa_unavailable
 */
export function requireEnforceable(wanted: Protection, stored?: Protection): void {
  if (wanted.mfa_mode !== 'disabled' && wanted.mfa_mode !== stored?.mfa_mode) {
    throw new DomainError('location_mfa_unavailable', { field: 'location_mfa_mode' });
  }
}
