import type { Events } from '../../platform/events/events.ts';
import { loginName } from '../users/index.ts';
import {
  deleteAllTokens,
  deleteMailedTokens,
  deleteTokensFor,
  deleteUnentitledTokens,
} from './account-tokens.queries.ts';

/**
 * Ends tokens in the transaction of the change that makes them untrustworthy: a person who knew the former password, or who
 * reads the former mailbox, must not set another password or add a device afterwards.
 */
export function endTokensOnChange(events: Events): void {
  // those in a backup may have been used or withdrawn since
  events.on('instance.restored', deleteAllTokens);
  events.onSignal('users.access-changed', (tx, { userIds }) => deleteUnentitledTokens(tx, userIds));
  for (const type of ['user.password-changed', 'user.password-set-by-admin', 'user.password-removed'] as const)
    events.on(type, (tx, { payload: { user } }) => deleteTokensFor(tx, user.id));
  events.on('user.modified', async (tx, { payload: { before, after } }) => {
    if (loginName(before.email) !== loginName(after.email)) await deleteMailedTokens(tx, after.id, before.email);
  });
}
