import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { undoMilliseconds } from '../undo-time.ts';
import { createGroupChange } from './group-change.ts';
import './groups.events.ts';
import { insertMembers } from './members.queries.ts';
import * as removed from './removed-groups.queries.ts';
import { requireUsersManagedHere } from './require-managed-here.ts';

export interface GroupRestoration {
  /**
   * Restores a group that the session of the caller deleted a moment ago, with the members and the locations that still
   * exist.
   * @throws undo_expired, group_name_taken, proof_required, managed_elsewhere, address_pool_exhausted
   */
  restore(actor: Actor, origin: Origin, name: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createGroupRestoration({ db, events, clock }: Dependencies): GroupRestoration {
  const { signalAccessChange, changeGuarded } = createGroupChange({ db, events });
  return {
    async restore(actor, origin, name) {
      const { sessionId } = actor;
      if (sessionId === undefined) throw new DomainError('undo_expired');
      await changeGuarded(actor, async (tx) => {
        const since = new Date(clock.now().getTime() - undoMilliseconds);
        const id = await removed.lockRemovedGroup(tx, { name, sessionId, since });
        if (id === undefined) throw new DomainError('undo_expired');
        const { group, members } = await removed.insertRemovedGroup(tx, id);
        const userIds = members.map((member) => member.id);
        await requireUsersManagedHere(tx, actor, userIds);
        await insertMembers(tx, [id], userIds);
        await events.signal(tx, 'groups.restoring', { groupId: id });
        await removed.deleteRemovedGroup(tx, id);
        const usernames = members.map((member) => member.username).toSorted();
        await events.publish(tx, 'group.restored', origin, { group, members: usernames });
        await signalAccessChange(tx, userIds);
      });
    },
  };
}
