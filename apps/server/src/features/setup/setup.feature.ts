import type { Config } from '../../platform/config/config.ts';
import type { Passwords } from '../../platform/crypto/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, SessionCookie } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import type { GroupsService } from '../groups/index.ts';
import type { UsersService } from '../users/index.ts';
import { deleteSetupLinks } from './setup.queries.ts';
import { addSetupRoutes } from './setup.routes.ts';
import { createSetupService } from './setup.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly config: Pick<Config, 'adminPassword'>;
  /** `url` is filled in once the port is known. */
  readonly address: { readonly url: string };
  readonly users: Pick<UsersService, 'hasActiveAdministrator' | 'insert'> & {
    readonly requireAssignableUsername: (username: string) => Promise<void>;
  };
  readonly groups: Pick<GroupsService, 'addToAdministrators'>;
  readonly auth: Pick<AuthService, 'startSession'> & { readonly sessionCookie: SessionCookie };
}

/** Creates the first administrator. */
export function createSetup(dependencies: Dependencies): { readonly feature: Feature } {
  const { events, config, address, auth } = dependencies;
  const setup = createSetupService(dependencies);
  events.on('instance.restored', deleteSetupLinks);
  const feature: Feature = {
    name: 'setup',
    addRoutes: (router) => addSetupRoutes(router, { setup, sessionCookie: auth.sessionCookie }),
    async start() {
      if (config.adminPassword) await setup.createUnattended(config.adminPassword);
    },
    async serve() {
      const token = await setup.issueLink();
      return token
        ? `To create the first administrator, open this link within 24 hours. It works once:\n  ${address.url}/setup?token=${token}`
        : 'Sign in with your existing account.';
    },
  };
  return { feature };
}
