import { DomainError } from '@gatewarden/contract/errors';
import type { LocationFields } from './locations.queries.ts';

type Protection = Pick<LocationFields, 'mfa_mode'>;

/**
 * Refuses sign-in at an external provider, which clients cannot do yet: it would disconnect all devices. A location that
 * already requires it may retain it.
 * @throws location_mfa_unavailable
 */
export function requireEnforceable(wanted: Protection, stored?: Protection): void {
  if (wanted.mfa_mode === 'external' && wanted.mfa_mode !== stored?.mfa_mode) {
    throw new DomainError('location_mfa_unavailable', { field: 'location_mfa_mode' });
  }
}
