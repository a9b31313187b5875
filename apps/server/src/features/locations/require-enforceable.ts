import { DomainError } from '@gatewarden/contract/errors';
import type { LocationFields } from './locations.queries.ts';

type Protection = Pick<LocationFields, 'acl_enabled' | 'acl_default_allow' | 'mfa_mode'>;

/**
 * Refuses to turn on what gateways do not enforce yet: access rules and their default would have no effect, and a
 * second factor would disconnect all devices. A location that already has one of them may retain it.
 * @throws location_acl_unavailable, location_mfa_unavailable
 */
export function requireEnforceable(wanted: Protection, stored?: Protection): void {
  for (const field of ['acl_enabled', 'acl_default_allow'] as const) {
    if (wanted[field] && !stored?.[field]) throw new DomainError('location_acl_unavailable', { field });
  }
  if (wanted.mfa_mode !== 'disabled' && wanted.mfa_mode !== stored?.mfa_mode) {
    throw new DomainError('location_mfa_unavailable', { field: 'location_mfa_mode' });
  }
}
