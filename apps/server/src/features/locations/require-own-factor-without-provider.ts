import type { Events } from '../../platform/events/events.ts';
import { toLocationSnapshot } from './locations.events.ts';
import { lockLocations } from './locations.queries.ts';
import { hasProvider, listIdsOfExternalLocations, setInternalMode } from './provider-sign-in.queries.ts';

/**
 * With the last OpenID provider, locations that require a sign-in at one require a second factor of this instance: they must
 * neither become open nor stay unreachable. Interface reference, domain §6.1.
 */
export function requireOwnFactorWithoutProvider(events: Events): void {
  events.on('identity-provider.removed', async (tx, { origin }) => {
    if (await hasProvider(tx)) return;
    for (const location of await lockLocations(tx, await listIdsOfExternalLocations(tx))) {
      await setInternalMode(tx, location.id);
      const before = toLocationSnapshot(location);
      const after = toLocationSnapshot({ ...location, mfa_mode: 'internal' });
      await events.publish(tx, 'location.modified', origin, { before, after });
    }
  });
}
