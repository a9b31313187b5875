import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import type { LocationFields } from './locations.queries.ts';
import { lockEnabledProvider } from './provider-sign-in.queries.ts';

type Protection = Pick<LocationFields, 'mfa_mode'>;

/**
 * Refuses a required sign-in at a provider if there is none, because it would disconnect all devices. A location that already
 * requires it may retain it.
 * @throws location_mfa_unavailable
 */
export async function requireEnforceable(tx: Tx, wanted: Protection, stored?: Protection): Promise<void> {
  if (wanted.mfa_mode !== 'external' || wanted.mfa_mode === stored?.mfa_mode) return;
  if (!(await lockEnabledProvider(tx))) {
    throw new DomainError('location_mfa_unavailable', { field: 'location_mfa_mode' });
  }
}
