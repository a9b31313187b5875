import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import '../scim.events.ts';
import { deleteTokensIssuedSince } from './tokens.queries.ts';

/** As for the keys and devices that an emergency stop suspends: what is newer may be of an attacker. */
const suspectMilliseconds = 7 * 24 * 3_600_000;

/**
 * Tokens belong to the instance and outlast their issuer. An emergency stop of an administrator ends those that the
 * administrator issued or rotated in the last seven days.
 */
export function revokeRecentTokensOnStop(events: Events, clock: Clock): void {
  events.on('user.stopped', async (tx, { payload, origin }) => {
    const since = new Date(clock.now().getTime() - suspectMilliseconds);
    for (const token of await deleteTokensIssuedSince(tx, payload.user.id, since)) {
      await events.publish(tx, 'scim.token-removed', origin, { token });
    }
  });
}
