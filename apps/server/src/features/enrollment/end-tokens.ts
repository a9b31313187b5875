import type { Events } from '../../platform/events/events.ts';
import { loginName } from '../users/index.ts';
import {
  deleteAllTokens,
  deleteMailedTokens,
  deleteTokensFor,
  deleteTokensOfProvider,
  deleteTokensOfSessions,
  deleteUnentitledTokens,
} from './account-tokens.queries.ts';
import { deleteAllAnnouncements } from './announcements.queries.ts';
import { clearUnconfirmed } from './unconfirmed.queries.ts';

/**
 * Ends tokens in the transaction of the change that makes them untrustworthy: a person who knew the former password, who
 * reads the former mailbox, or who used a session that was revoked, must not set another password or add a device afterwards.
 * When a link to an account at a provider is removed, or the provider, the database ends the tokens of sign-ins with it.
 */
export function endTokensOnChange(events: Events): void {
  // those in a backup may have been used or withdrawn since
  events.on('instance.restored', async (tx) => {
    await deleteAllTokens(tx);
    // they may have been mailed since
    await deleteAllAnnouncements(tx);
  });
  events.onSignal('users.access-changed', (tx, { userIds }) => deleteUnentitledTokens(tx, userIds));
  for (const type of ['user.password-changed', 'user.password-set-by-admin', 'user.password-removed'] as const)
    events.on(type, async (tx, { payload: { user } }) => {
      await deleteTokensFor(tx, user.id);
      // the account has a credential, with which its owner sees what was added
      await clearUnconfirmed(tx, user.id);
    });
  events.onSignal('sessions.revoked', (tx, { userId, ...revoked }) => deleteTokensOfSessions(tx, userId, revoked));
  // as for sessions of the console
  events.on('identity-provider.modified', async (tx, { payload: { before, after } }) => {
    const isSame = before?.base_url === after.base_url && before.client_id === after.client_id;
    if (!isSame || !after.enabled) await deleteTokensOfProvider(tx, after.id);
  });
  events.on('user.modified', async (tx, { payload: { before, after } }) => {
    if (loginName(before.email) !== loginName(after.email)) await deleteMailedTokens(tx, after.id, before.email);
  });
}
