import { DomainError } from '@gatewarden/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { guardAdminRights } from '../users/index.ts';
import { type GroupRow, lockGroup } from './groups.queries.ts';

/** What every change of a group or its members needs. */
export function createGroupChange({ db, events }: { readonly db: Database; readonly events: Events }) {
  return {
    /** In a transaction. @throws access_denied if the actor has lost the rights of an administrator meanwhile */
    changeGuarded: <Result>(actor: Actor, run: (tx: Tx) => Promise<Result>): Promise<Result> =>
      inTransaction(db, (tx) => guardAdminRights(tx, actor, () => run(tx))),
    signalAccessChange: (tx: Tx, userIds: readonly number[]) =>
      userIds.length > 0 ? events.signal(tx, 'users.access-changed', { userIds }) : Promise.resolve(),
  };
}

/** @throws group_not_found */
export async function lockExistingGroup(tx: Tx, name: string): Promise<GroupRow> {
  const group = await lockGroup(tx, name);
  if (!group) throw new DomainError('group_not_found');
  return group;
}
