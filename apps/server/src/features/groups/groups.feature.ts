import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import { groupEvents } from './groups.events.ts';
import { addGroupsRoutes } from './groups.routes.ts';
import { createGroupsService } from './groups.service.ts';
import { createManagedGroups } from './managed-groups.ts';
import { purgeRemovedGroups } from './purge-removed-groups.job.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

/** Groups of users, which decide who is an administrator and who may use a location. */
export function createGroups({ db, events, clock }: Dependencies) {
  const groups = createGroupsService({ db, events, clock });
  const feature: Feature = {
    name: 'groups',
    addRoutes: (router) => addGroupsRoutes(router, groups),
    jobs: [purgeRemovedGroups],
    events: groupEvents,
  };
  return { ...groups, managed: createManagedGroups(events), feature };
}
