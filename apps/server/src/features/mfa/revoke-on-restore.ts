import type { Events } from '../../platform/events/events.ts';
import { deleteAllCodes } from './mail-codes.queries.ts';
import { deleteAllChallenges } from './webauthn-challenges.queries.ts';

/** What was pending in a backup must not be completed after it was restored: codes may have been used since. */
export function revokePendingFactorsOnRestore(events: Events): void {
  events.on('instance.restored', async (tx) => {
    await deleteAllCodes(tx);
    await deleteAllChallenges(tx);
  });
}
