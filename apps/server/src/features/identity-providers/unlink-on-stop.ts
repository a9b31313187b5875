import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import './identity-providers.events.ts';
import { deleteRecentIdentities } from './identities.queries.ts';
import { findProviderById } from './providers.queries.ts';

/** As for the keys and devices that an emergency stop suspends: what is newer may be of an attacker. */
const suspectMilliseconds = 7 * 24 * 3_600_000;

/** An emergency stop removes the links of the last seven days, with which an attacker could sign in again. */
export function unlinkOnStop(events: Events, clock: Clock): void {
  events.on('user.stopped', async (tx, { payload: { user }, origin }) => {
    const since = new Date(clock.now().getTime() - suspectMilliseconds);
    for (const { provider_id } of await deleteRecentIdentities(tx, user.id, since)) {
      const provider = (await findProviderById(tx, provider_id))?.name ?? '';
      await events.publish(tx, 'external-identity.unlinked', origin, { user, provider, provider_id });
    }
  });
}
