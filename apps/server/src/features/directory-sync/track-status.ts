import type { ManagedField } from '@gatewarden/contract/users';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { ManagedUsers } from '../users/index.ts';
import { clearDisabledBySync } from './links.queries.ts';

/**
 * Records who decides about the status of accounts. A synchronization enables only accounts that one disabled; what an
 * administrator decided is changed by an administrator.
 */
export function trackStatus(events: Events, users: Pick<ManagedUsers, 'lock' | 'setManagement'>): void {
  events.on('user.modified', async (tx, { origin, payload: { before, after } }) => {
    if (before.is_active !== after.is_active && origin.by !== 'system') await clearDisabledBySync(tx, after.id);
  });
  // also of an account that a synchronization disabled before: it must not undo the stop
  events.on('user.stopped', async (tx, { payload: { user, disabled } }) => {
    if (disabled && (await clearDisabledBySync(tx, user.id))) await releaseStatus(tx, user.id);
  });

  async function releaseStatus(tx: Tx, userId: number): Promise<void> {
    const [user] = await users.lock(tx, [userId]);
    if (!user?.managed_by || !user.managed_fields) return;
    const fields = user.managed_fields.filter((field) => field !== 'is_active') as ManagedField[];
    await users.setManagement(tx, [userId], { managedBy: user.managed_by, fields });
  }
}
