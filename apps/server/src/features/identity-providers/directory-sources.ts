import { DomainError } from '@gatewarden/contract/errors';
import type { Database } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { CloudDirectories, CloudKind } from '../../ports/cloud-directory.ts';
import type { Directory } from '../../ports/directory.ts';
import { type DirectorySource, type ListSources, providerSourceName, toDomainError } from '../directory-sync/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { findDirectoryAccount, hasCredentials } from './directory-account.ts';
import { toUsername } from './external-username.ts';
import { listProviders, type ProviderRow } from './providers.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly directories: CloudDirectories;
}

type Row = ProviderRow & { readonly kind: CloudKind };

/** The directories of the providers that have one. */
export function createListSources(dependencies: Dependencies): ListSources {
  const { db, settings, directories } = dependencies;
  const attempts = new Map<string, Promise<void>>();

  async function test(row: Row): Promise<void> {
    const account = await findDirectoryAccount(dependencies, row.id);
    if (!account) throw new DomainError('directory_not_configured');
    await directories.test(account).catch((error: unknown) => {
      throw toDomainError(error);
    });
  }

  function toSource(row: Row): DirectorySource {
    const name = providerSourceName(row.id);
    return {
      name,
      kind: row.kind,
      title: row.display_name ?? row.name,
      rules: async () => toRules(row),
      async open() {
        const account = await findDirectoryAccount(dependencies, row.id);
        if (!account) return undefined;
        const groupNames = row.directory_sync_group_match;
        // without names, groups do not decide who is in scope
        const readsGroups = row.directory_sync_target !== 'users' || groupNames.length > 0;
        const { openid_username_handling: handling } = await settings.get();
        return withUsernames(directories.open(account, { groupNames, readsGroups }), (username) =>
          toUsername(username, handling),
        );
      },
      test() {
        // callers share one attempt, so that repeated calls do not use up the limits of the service
        const attempt = attempts.get(name) ?? test(row).finally(() => attempts.delete(name));
        attempts.set(name, attempt);
        return attempt;
      },
    };
  }

  return async () => (await listProviders(db)).filter(hasDirectory).map(toSource);
}

function hasDirectory(row: ProviderRow): row is Row {
  return row.kind !== 'custom';
}

function toRules(row: Row): Awaited<ReturnType<DirectorySource['rules']>> {
  return {
    isConfigured: hasCredentials(row),
    // a disabled provider is not used for anything
    isEnabled: row.is_enabled && row.directory_sync_enabled,
    intervalSeconds: row.directory_sync_interval,
    target: row.directory_sync_target,
    userBehavior: row.directory_sync_user_behavior,
    adminBehavior: row.directory_sync_admin_behavior,
    groupNames: row.directory_sync_group_match,
    removalPercent: row.directory_sync_removal_limit,
  };
}

/** With the usernames that accounts get at a first sign-in; one that cannot be made is reported as it is. */
function withUsernames(directory: Directory, rename: (username: string) => string | undefined): Directory {
  return {
    ...directory,
    async *readUsers(signal) {
      for await (const users of directory.readUsers(signal))
        yield users.map((user) => ({ ...user, username: rename(user.username) ?? user.username }));
    },
  };
}
