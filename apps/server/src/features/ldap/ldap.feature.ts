import { testLdap } from '@gatewarden/contract/directory-sync';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { LdapConnector } from '../../ports/ldap-directory.ts';
import type { Feature } from '../feature.ts';
import type { SettingsService } from '../settings/index.ts';
import { createDirectoryPasswords } from './directory-passwords.ts';
import { findEntryWithPassword } from './entries.queries.ts';
import { createLdapSource, ldapSourceName } from './ldap-source.ts';
import { getLdapTarget } from './ldap-target.ts';

interface Dependencies {
  readonly db: Database;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly settings: Pick<SettingsService, 'get' | 'record'>;
  readonly ldap: LdapConnector;
}

/** The connection to an LDAP server or Active Directory. */
export function createLdap({ db, log, secrets, settings, ldap: connector }: Dependencies) {
  const target = () => getLdapTarget({ db, secrets, settings });
  const source = createLdapSource({ connector, settings, target });
  const findEntry = (userId: number) => findEntryWithPassword(db, ldapSourceName, userId);
  const passwords = createDirectoryPasswords({ log, settings, connector, target, findEntry });
  const feature: Feature = {
    name: 'ldap',
    addRoutes(router) {
      router.add(testLdap, async () => {
        await source.test();
        return {};
      });
    },
  };
  return { listSources: async () => [source], passwords, target, feature };
}
