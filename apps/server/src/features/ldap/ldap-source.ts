import { DomainError } from '@gatewarden/contract/errors';
import type { LdapConnector } from '../../ports/ldap-directory.ts';
import { type DirectorySource, toDomainError } from '../directory-sync/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { isComplete } from './ldap-settings.ts';
import type { LdapTarget } from './ldap-target.ts';

/** As in `managed_by`. */
export const ldapSourceName = 'ldap';

interface Dependencies {
  readonly connector: LdapConnector;
  readonly settings: Pick<SettingsService, 'get' | 'record'>;
  readonly target: () => Promise<LdapTarget | undefined>;
}

/** The LDAP server as a directory that accounts and groups come from. */
export function createLdapSource({ connector, settings, target }: Dependencies): DirectorySource {
  let attempt: Promise<void> | undefined;

  async function test(): Promise<void> {
    const found = await target();
    if (!found) throw new DomainError('directory_not_configured');
    await connector.test(found.server, found.schema).catch((error: unknown) => {
      throw toDomainError(error);
    });
  }

  return {
    name: ldapSourceName,
    kind: 'ldap',
    title: 'LDAP',
    async rules() {
      const current = await settings.get();
      return {
        isConfigured: isComplete(current),
        // the other direction, from this instance to the directory, is not a synchronization of accounts here
        isEnabled: current.ldap_enabled && current.ldap_sync_enabled && current.ldap_is_authoritative,
        intervalSeconds: current.ldap_sync_interval,
        target: current.ldap_sync_target,
        userBehavior: current.ldap_user_behavior,
        adminBehavior: current.ldap_admin_behavior,
        groupNames: current.ldap_sync_groups,
        removalPercent: current.ldap_removal_limit,
      };
    },
    async open() {
      const found = await target();
      return found && connector.open(found.server, found.schema);
    },
    onCompleted: (tx) => settings.record(tx, { ldap_sync_status: 'InSync' }),
    test() {
      // callers share one attempt, so that repeated calls do not open many connections
      attempt ??= test().finally(() => {
        attempt = undefined;
      });
      return attempt;
    },
  };
}
