import type { Origin } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { UserAccess } from '../../users/index.ts';
import { setDisabledByScim } from './scim-users.queries.ts';

/** Disables an enabled account in such a way that SCIM may enable it again. */
export async function disableOverScim(
  tx: Tx,
  access: Pick<UserAccess, 'setActive'>,
  origin: Origin,
  userId: number,
): Promise<void> {
  // before the event, which is how changes by administrators are recognized
  await setDisabledByScim(tx, userId, true);
  await access.setActive(tx, { author: undefined, origin, ids: [userId], isActive: false });
}
