import type { Events } from '../../platform/events/events.ts';
import { deleteAllCodes } from './mail-codes.queries.ts';
import { deleteAllChallenges } from './webauthn-challenges.queries.ts';

/** Pending codes and challenges in a restored backup must not be usable: they may have been used since. */
export function revokePendingFactorsOnRestore(events: Events): void {
  events.on('instance.restored', async (tx) => {
    await deleteAllCodes(tx);
    await deleteAllChallenges(tx);
  });
}
