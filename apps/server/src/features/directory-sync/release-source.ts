import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ManagedGroups } from '../groups/index.ts';
import type { ManagedUsers } from '../users/index.ts';
import './directory-sync.events.ts';
import * as links from './links.queries.ts';
import { deleteRuns, failUnfinished } from './runs.queries.ts';

/** Accounts and groups of a source remain as they are, and are managed here from now on. */
export interface ReleaseSource {
  /** The links remain, so that a later synchronization continues with them. */
  pause(tx: Tx, origin: Origin, source: string): Promise<void>;
  /** Also the links and the history end: a later synchronization begins like the first one. */
  clear(tx: Tx, origin: Origin, source: string): Promise<void>;
}

interface Dependencies {
  readonly events: Pick<Events, 'publish'>;
  readonly clock: Clock;
  readonly users: { readonly managed: Pick<ManagedUsers, 'setManagement'> };
  readonly groups: { readonly managed: Pick<ManagedGroups, 'setManagement'> };
}

export function createReleaseSource({ events, clock, users, groups }: Dependencies): ReleaseSource {
  async function release(tx: Tx, origin: Origin, source: string): Promise<void> {
    const userIds = await links.listManagedUsers(tx, source);
    const groupIds = await links.listManagedGroups(tx, source);
    await users.managed.setManagement(tx, userIds, null);
    for (const id of groupIds) await groups.managed.setManagement(tx, id, null);
    if (userIds.length + groupIds.length === 0) return;
    const counts = { users: userIds.length, groups: groupIds.length };
    await events.publish(tx, 'directory-sync.released', origin, { source, ...counts });
  }

  return {
    async pause(tx, origin, source) {
      // first: a run that is working locks its row before each change, so none follows
      await failUnfinished(tx, source, clock.now());
      await release(tx, origin, source);
    },
    async clear(tx, origin, source) {
      await deleteRuns(tx, source);
      await release(tx, origin, source);
      await links.deleteLinks(tx, source);
    },
  };
}
