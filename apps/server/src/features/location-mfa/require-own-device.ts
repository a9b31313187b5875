import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPresharedKeyDevice } from './browser-connect.queries.ts';
import { type Candidate, findCandidate } from './location-mfa.queries.ts';

/** A session without a preshared key that the owner of the device wants. */
export interface WantedSession {
  readonly deviceId: number;
  readonly locationId: number;
  /** Whether a device with a client may connect without it. */
  readonly withoutClient: boolean;
}

/**
 * A device that its owner can authorize in a location with this mode.
 * @throws device_not_found also for a device of another user: administrators authorize none; connect_location_unprotected,
 * connect_refused, connect_method_unavailable in the other mode, connect_client_used unless `withoutClient`
 */
export async function requireOwnDevice(
  db: Database,
  { userId }: Actor,
  { deviceId, locationId, withoutClient }: WantedSession,
  mode: 'internal' | 'external',
): Promise<Candidate> {
  const found = await findCandidate(db, { id: deviceId }, locationId);
  if (found?.userId !== userId) throw new DomainError('device_not_found');
  if (found.mfaMode === 'disabled') throw new DomainError('connect_location_unprotected');
  if (!found.isAdmitted) throw new DomainError('connect_refused');
  if (found.mfaMode !== mode) throw new DomainError('connect_method_unavailable');
  if (!withoutClient && (await isPresharedKeyDevice(db, deviceId))) throw new DomainError('connect_client_used');
  return found;
}
