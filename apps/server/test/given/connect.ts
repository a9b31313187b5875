import { generateKeyPairSync, sign } from 'node:crypto';
import { addDevice } from '@gatewarden/contract/devices';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { listLocationSessions } from '@gatewarden/contract/location-mfa';
import type { Location } from '@gatewarden/contract/locations';
import { newEdgeClient } from '../edge-client.ts';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';
import { newKeys } from './network.ts';
import { givenTotp } from './totp.ts';

/** Numbers of the interface (wire §11.1), and our own. */
export const connectMethods = { totp: 0, email: 1, external: 2, biometric: 3, mobileApprove: 4, browser: 100 } as const;

/** A person with an authenticator app and a device, and a location that asks for it, with a gateway. */
export async function givenProtected(server: TestServer, overrides = {}) {
  const location = await server.given.location({ location_mfa_mode: 'internal', ...overrides });
  return givenOwner(server, location);
}

/** A person with an authenticator app, and a device that needs it at the location. */
export async function givenOwner(server: TestServer, location: Location) {
  const admin = await server.given.admin();
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  const { publicKey, privateKey } = newKeys();
  const body = { name: 'Laptop', wireguard_pubkey: publicKey };
  const { device } = await una.call(addDevice, { params: { username: una.username }, body });
  const client = newEdgeClient(server);
  const start = (method: number = connectMethods.totp, pubkey = publicKey) =>
    client.post('/client-mfa/start', { location_id: location.id, pubkey, method });
  const finish = (token: unknown, code: string) => client.post('/client-mfa/finish', { token, code });
  const connect = async () => finish((await start()).body['token'], app.next());
  const sessions = () => admin.call(listLocationSessions, { params: { id: String(location.id) } });
  return { admin, location, una, app, publicKey, privateKey, device, client, start, finish, connect, sessions };
}

export type Protected = Awaited<ReturnType<typeof givenProtected>>;

/** A phone of the user with a key that proves that its owner unlocked it. */
export async function givenPhone(server: TestServer, user: Person) {
  const { enrollment_token: token } = await user.call(startDesktop, { params: { username: user.username }, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const { publicKey, privateKey } = newKeys();
  const added = await client.post('/enrollment/create_device', {
    name: `Phone${token.slice(0, 6)}`,
    pubkey: publicKey,
  });
  const { id } = added.body['device'] as { id: number };
  /** Registers another key, which signs from then on. */
  const register = async () => {
    const pair = generateKeyPairSync('ed25519');
    const authKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
    await client.post('/enrollment/register_mobile', { auth_pub_key: authKey, device_pub_key: publicKey });
    const signature = (text: unknown) => sign(null, Buffer.from(String(text)), pair.privateKey).toString('base64');
    return { authKey, signature };
  };
  return { id, publicKey, privateKey, register, ...(await register()) };
}
