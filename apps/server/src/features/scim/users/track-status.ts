import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { ManagedUsers } from '../../users/index.ts';
import { managedByScim } from '../client-context.ts';
import { isPhoneManaged, managedFields } from './managed-fields.ts';
import { findDisabledByScim, setDisabledByScim } from './scim-users.queries.ts';

/**
 * Records who decides about the status of accounts that SCIM knows. SCIM enables only accounts that it disabled itself;
 * an account that an administrator disabled is enabled by an administrator.
 */
export function trackStatus(events: Events, users: Pick<ManagedUsers, 'lock' | 'setManagement'>): void {
  async function update(tx: Tx, userId: number, isDisabledByScim: boolean): Promise<void> {
    const [user] = await users.lock(tx, [userId]);
    if (user?.managed_by !== managedByScim) return;
    const managesStatus = user.is_active || isDisabledByScim;
    const fields = managedFields({ managesPhone: isPhoneManaged(user), managesStatus });
    if (isDeepStrictEqual(fields, user.managed_fields)) return;
    await users.setManagement(tx, [user.id], { managedBy: managedByScim, fields });
  }

  events.on('user.modified', async (tx, { payload: { before, after } }) => {
    if (before.is_active === after.is_active) return;
    const isDisabledByScim = await findDisabledByScim(tx, after.id);
    if (isDisabledByScim === undefined) return;
    if (after.is_active) await setDisabledByScim(tx, after.id, false);
    await update(tx, after.id, isDisabledByScim && !after.is_active);
  });
  // also of an account that SCIM disabled before: SCIM must not undo the stop
  events.on('user.stopped', async (tx, { payload: { user, disabled } }) => {
    if (!disabled || (await findDisabledByScim(tx, user.id)) === undefined) return;
    await setDisabledByScim(tx, user.id, false);
    await update(tx, user.id, false);
  });
}
