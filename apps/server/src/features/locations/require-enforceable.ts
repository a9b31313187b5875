import { DomainError } from '@gatewarden/contract/errors';
import type { LocationFields } from './locations.queries.ts';

type Protection = Pick<LocationFields, 'acl_enabled' | 'mfa_mode'>;

/**
 * Refuses to turn on what gateways do not enforce yet: access rules would admit all traffic, and a second factor would
 * disconnect all devices. A location that has it already keeps it until it is turned off.
 * @throws location_acl_unavailable, location_mfa_unavailable
 */
export function requireEnforceable(wanted: Protection, stored?: Protection): void {
  if (wanted.acl_enabled && !stored?.acl_enabled) {
    throw new DomainError('location_acl_unavailable', { field: 'acl_enabled' });
  }
  if (wanted.mfa_mode !== 'disabled' && wanted.mfa_mode !== stored?.mfa_mode) {
    throw new DomainError('location_mfa_unavailable', { field: 'location_mfa_mode' });
  }
}
