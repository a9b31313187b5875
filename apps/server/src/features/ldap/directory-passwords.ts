import { DomainError } from '@gatewarden/contract/errors';
import { type Client, createFairQueue } from '../../platform/crypto/fair-queue.ts';
import type { Log } from '../../platform/log/log.ts';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { LdapConnector } from '../../ports/ldap-directory.ts';
import type { SettingsService } from '../settings/index.ts';
import { isComplete } from './ldap-settings.ts';
import type { LdapTarget } from './ldap-target.ts';

/** Checks passwords of people whose password the directory has. */
export interface DirectoryPasswords {
  /** Whether the directory checks passwords now. */
  isInUse(): Promise<boolean>;
  /**
   * Whether the directory accepts this password of the account. Without an account, or for one that the directory does not
   * manage, takes the same steps, sends no password, and returns false.
   * @throws directory_unavailable if it could not decide; rate_limited while too many are waiting
   */
  verify(
    client: Client,
    credentials: { readonly userId: number | undefined; readonly password: string },
  ): Promise<boolean>;
}

interface Dependencies {
  readonly log: Log;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly connector: LdapConnector;
  readonly target: () => Promise<LdapTarget | undefined>;
  /** The entry of an account whose password the directory has. */
  readonly findEntry: (userId: number) => Promise<string | undefined>;
}

/** A directory that answers slowly must not use up connections, and a flood must not reach it. */
const limits = { slots: 8, perAddress: 24, perAccount: 8, inTotal: 240 };

export function createDirectoryPasswords(dependencies: Dependencies): DirectoryPasswords {
  const { log, settings, connector, target, findEntry } = dependencies;
  const queue = createFairQueue(limits);

  return {
    async isInUse() {
      const current = await settings.get();
      return current.ldap_enabled && current.ldap_sign_in_enabled && isComplete(current);
    },
    verify: (client, { userId, password }) =>
      queue.run(client, async () => {
        const found = await target();
        if (!found) return false;
        // also queried without an account, or the response time would reveal it
        const externalId = await findEntry(userId ?? 0);
        try {
          return await connector.verifyPassword(found.server, found.schema, { externalId, password });
        } catch (error) {
          if (!(error instanceof DirectoryFailure)) throw error;
          log.warn({ reason: error.reason }, 'the directory could not check a password');
          throw new DomainError('directory_unavailable', {}, { cause: error });
        }
      }),
  };
}
