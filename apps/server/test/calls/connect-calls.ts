import { authorizeDevice, startExternalAuthorization } from '@gatewarden/contract/browser-connect';
import { addDevice } from '@gatewarden/contract/devices';
import { startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { newEdgeClient } from '../edge-client.ts';
import { connectMethods } from '../given/connect.ts';
import type { Person } from '../given/given.ts';
import { newKeys } from '../given/network.ts';
import { givenSecurityKey } from '../given/security-keys.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { givenProviderName } from './identity-provider-calls.ts';
import { uniqueName } from './unique-name.ts';

/** A device of the owner in a location with two-factor authentication, and a proof of the owner. */
async function givenProof(server: TestServer, owner: Person) {
  const location = await server.given.location({ location_mfa_mode: 'internal' });
  const { publicKey } = newKeys();
  const body = { name: uniqueName('Laptop '), wireguard_pubkey: publicKey };
  const { device } = await owner.call(addDevice, { params: { username: owner.username }, body });
  const key = await givenSecurityKey(server, owner);
  const response = key.sign(await owner.call(startSecurityKeySignIn, {}));
  return { location, device, publicKey, proof: { method: 'security_key' as const, response } };
}

/** A request of a client for the owner's confirmation, and a proof of the owner. */
async function givenRequest(server: TestServer, owner: Person) {
  const { location, publicKey, proof } = await givenProof(server, owner);
  const start = { location_id: location.id, pubkey: publicKey, method: connectMethods.browser };
  const { body } = await newEdgeClient(server).post('/client-mfa/start', start);
  return { request: String(body['challenge']), proof };
}

async function givenRequestOnly(server: TestServer, owner: Person): Promise<CallInput> {
  return { body: { request: (await givenRequest(server, owner)).request } };
}

/** Devices that their owners authorize in the console. */
export const connectCalls: Readonly<Record<string, CallRow>> = {
  'GET /connect': {
    access: 'user',
    input: async (server, owner) => {
      const { location, device, proof } = await givenProof(server, owner);
      const params = { id: String(location.id), deviceId: String(device.id) };
      await owner.call(authorizeDevice, { params, body: { proof } });
      return {};
    },
  },
  [`POST ${authorizeDevice.path}`]: {
    access: 'user',
    owned: true,
    input: async (server, owner) => {
      const { location, device, proof } = await givenProof(server, owner);
      return { params: { id: location.id, deviceId: device.id }, body: { proof } };
    },
  },
  [`POST ${startExternalAuthorization.path}`]: {
    access: 'user',
    owned: true,
    // a sign-in at a provider that can be called is tested with the feature
    status: 502,
    input: async (server, owner) => {
      await givenProviderName(server);
      const location = await server.given.location({ location_mfa_mode: 'external' });
      const body = { name: uniqueName('Laptop '), wireguard_pubkey: newKeys().publicKey };
      const { device } = await owner.call(addDevice, { params: { username: owner.username }, body });
      return { params: { id: location.id, deviceId: device.id }, body: {} };
    },
    leavesNoEvent: 'the provider cannot be reached; the sign-in is tested with the feature',
  },
  'POST /connect/openid': {
    access: 'user',
    status: 400,
    input: () => ({ body: { code: 'code', state: 'connect.state' } }),
    leavesNoEvent: 'the answer is not one of a provider; the sign-in is tested with the feature',
  },
  'POST /connect/request': {
    access: 'user',
    owned: true,
    input: givenRequestOnly,
    leavesNoEvent: 'it shows what the owner would confirm',
  },
  'POST /connect/request/approve': {
    access: 'user',
    owned: true,
    input: async (server, owner) => ({ body: { ...(await givenRequest(server, owner)) } }),
  },
  'POST /connect/request/refuse': { access: 'user', owned: true, input: givenRequestOnly },
};
