import type { Events } from '../../platform/events/events.ts';
import { clearPresharedKeyDevice } from './browser-connect.queries.ts';
import * as queries from './location-mfa.queries.ts';
import type { LocationSessions } from './location-sessions.ts';

const methods = { TOTP: 'totp', Email: 'email' } as const;

/**
 * Ends sessions and attempts in the transaction of each change that makes them invalid. With the device's place in the location,
 * they end by the database: when a user is disabled, leaves a group or loses a device.
 */
export function endSessionsOnChanges(events: Events, { ended }: Pick<LocationSessions, 'ended'>): void {
  events.on('mfa.factor-removed', async (tx, { payload, origin }) => {
    const { method, user } = payload;
    const connections =
      method === 'WebAuthn'
        ? await queries.endSessionsOfRemovedKeys(tx, user.id)
        : await queries.endSessionsOfUsers(tx, [user.id], methods[method]);
    await ended(tx, connections, 'factor', origin);
  });
  events.on('mfa.disabled', async (tx, { payload, origin }) =>
    ended(tx, await queries.endSessionsOfOwnFactors(tx, payload.user.id), 'factor', origin),
  );
  events.on('external-identity.unlinked', async (tx, { payload: { user, provider_id }, origin }) =>
    ended(tx, await queries.endSessionsOfProvider(tx, provider_id, user.id), 'factor', origin),
  );
  // as for sessions of the console
  events.on('identity-provider.modified', async (tx, { payload: { before, after }, origin }) => {
    const isSame = before?.base_url === after.base_url && before.client_id === after.client_id;
    if (isSame && after.enabled) return;
    await ended(tx, await queries.endSessionsOfProvider(tx, after.id), 'factor', origin);
  });
  events.on('identity-provider.removed', async (tx, { payload: { provider }, origin }) =>
    ended(tx, await queries.endSessionsOfProvider(tx, provider.id), 'factor', origin),
  );
  // what a person began who used one of them
  events.onSignal('sessions.revoked', (tx, { userId }) => queries.deleteAttempts(tx, { userId }));
  events.on('user.stopped', async (tx, { payload, origin }) =>
    ended(tx, await queries.endSessionsOfUsers(tx, [payload.user.id]), 'user', origin),
  );
  events.on('device.modified', async (tx, { payload: { before, after }, origin }) => {
    if (before.wireguard_pubkey === after.wireguard_pubkey) return;
    await clearPresharedKeyDevice(tx, after.id);
    await queries.deleteAttempts(tx, { deviceId: after.id });
    await ended(tx, await queries.endSessionsOfDevice(tx, after.id), 'device', origin);
    await ended(tx, await queries.endSessionsOfPhones(tx, [after.id], { others: true }), 'factor', origin);
  });
  // another key of a phone ends what was proved with the former one
  events.on('device.auth-key-set', async (tx, { payload, origin }) =>
    ended(tx, await queries.endSessionsOfPhones(tx, [payload.device.id], { others: false }), 'factor', origin),
  );
  events.onSignal('devices.removing', async (tx, { deviceIds }) =>
    ended(tx, await queries.endSessionsOfPhones(tx, deviceIds, { others: true }), 'factor'),
  );
  events.on('location.modified', async (tx, { payload: { before, after }, origin }) => {
    const isOther =
      before.location_mfa_mode !== after.location_mfa_mode || before.address.join() !== after.address.join();
    if (!isOther) return;
    await queries.deleteAttempts(tx, { locationId: after.id });
    await ended(tx, await queries.endSessionsOfLocation(tx, after.id), 'location', origin);
  });
  // they may have ended since the backup
  events.on('instance.restored', async (tx) => ended(tx, await queries.endAllSessions(tx), 'time'));
}
