import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { createUserImport, type GroupsForImport } from './import/import-users.ts';
import { addUserImportRoutes } from './import/user-import.routes.ts';
import { createManagedUsers } from './managed-users.ts';
import { createOwnPassword } from './own-password.ts';
import { createReservedUsernames } from './reserved-usernames.ts';
import { createPasswordSetter } from './set-password.ts';
import type { FactorsForUser, GroupsForUser } from './update-user.ts';
import { userEvents } from './users.events.ts';
import { userMetrics } from './users.metrics.ts';
import { hasSeveralUsers } from './users.queries.ts';
import { addUsersRoutes } from './users.routes.ts';
import { createUsersService } from './users.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly passwords: Passwords;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly groups: GroupsForUser & GroupsForImport;
  readonly factors: FactorsForUser;
}

/** Accounts: identity, status and passwords. */
export function createUsers({ db, events, passwords, settings, groups, factors }: Dependencies) {
  const reserved = createReservedUsernames({
    additionalNames: async (tx) => (await settings.get(tx)).reserved_usernames,
  });
  const users = createUsersService({ db, events, passwords, groups, factors, reserved });
  const feature: Feature = {
    name: 'users',
    addRoutes(router) {
      reserved.setEndpoints(router.endpoints);
      addUsersRoutes(router, users);
      addUserImportRoutes(router, { db, userImport: createUserImport({ db, events, groups, reserved }) });
    },
    events: userEvents,
    metrics: userMetrics(db),
    checklist: { people: () => hasSeveralUsers(db) },
  };
  return {
    ...users,
    requireAssignableUsername: reserved.requireAssignable,
    loadReservedCheck: reserved.loadReservedCheck,
    managed: createManagedUsers({ events, reserved }),
    ownPassword: createOwnPassword({ db, events, passwords }),
    passwordSetter: createPasswordSetter({ events, passwords }),
    feature,
  };
}
