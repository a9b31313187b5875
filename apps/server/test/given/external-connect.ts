import { addDevice } from '@gatewarden/contract/devices';
import type { Provider } from '@gatewarden/contract/identity-providers';
import { listLocationSessions } from '@gatewarden/contract/location-mfa';
import type { Location } from '@gatewarden/contract/locations';
import { newEdgeClient } from '../edge-client.ts';
import type { TestServer } from '../harness.ts';
import { connectMethods } from './connect.ts';
import { newKeys } from './network.ts';
import { givenExternalIdentity } from './openid.ts';

/** A person who is linked to an account at the provider, with a device, and a location that requires a sign-in there. */
export async function givenExternalLocation(server: TestServer, provider: Pick<Provider, 'name'>, overrides = {}) {
  const location = await server.given.location({ location_mfa_mode: 'external', ...overrides });
  return givenLinkedOwner(server, provider, location);
}

/** A person who is linked to an account at the provider, and a device that needs a sign-in there at the location. */
export async function givenLinkedOwner(server: TestServer, provider: Pick<Provider, 'name'>, location: Location) {
  const admin = await server.given.admin();
  const una = await server.given.user();
  await givenExternalIdentity(server, una.id, provider.name);
  const { publicKey, privateKey } = newKeys();
  const body = { name: 'Laptop', wireguard_pubkey: publicKey };
  const { device } = await una.call(addDevice, { params: { username: una.username }, body });
  const client = newEdgeClient(server);
  const start = (changes = {}) =>
    client.post('/client-mfa/start', {
      ...{ location_id: location.id, pubkey: publicKey, method: connectMethods.external, ...changes },
    });
  return {
    ...{ admin, location, una, publicKey, privateKey, device, client, start },
    /** What the provider says about the person. */
    account: { sub: `subject ${una.id}` },
    /** Begins an attempt and returns its token. */
    startedToken: async () => String((await start()).body['token']),
    finish: (token: unknown) => client.post('/client-mfa/finish', { token }),
    sessions: () => admin.call(listLocationSessions, { params: { id: String(location.id) } }),
  };
}
