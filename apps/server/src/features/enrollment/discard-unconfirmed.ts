import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DevicesService } from '../devices/index.ts';
import type { MfaService } from '../mfa/index.ts';
import type { UserRow } from '../users/index.ts';
import { clearUnconfirmed } from './unconfirmed.queries.ts';

interface Dependencies {
  readonly mfa: Pick<MfaService, 'disableWithin'>;
  readonly devices: Pick<DevicesService, 'removeWithin'>;
}

/**
 * Removes what was added with an invitation that did not lead to a first credential: devices with the keys of phones, and second
 * factors with recovery codes unless the account has another credential. Another person may have had the link. The caller has
 * locked the user.
 */
export type DiscardUnconfirmed = (tx: Tx, origin: Origin, user: UserRow) => Promise<void>;

export function createDiscardUnconfirmed({ mfa, devices }: Dependencies): DiscardUnconfirmed {
  return async (tx, origin, user) => {
    const { deviceIds, hasFactors } = await clearUnconfirmed(tx, user.id);
    await devices.removeWithin(tx, origin, deviceIds);
    if (hasFactors && !user.enrolled) await mfa.disableWithin(tx, origin, user);
  };
}
