import { addSnatBinding } from '@gatewarden/contract/snat';
import type { Person } from '../given/given.ts';
import { locationBody, networkDeviceBody, newKeys, serverFile } from '../given/network.ts';
import type { TestServer } from '../harness.ts';
import { joinGateway } from '../test-gateway.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** Closed to the devices of the other examples, which would each get an address there. */
async function givenLocation({ given }: TestServer): Promise<CallInput> {
  return { params: { id: (await given.location({ allowed_groups: ['admin'] })).id } };
}

/** A device of the owner in a location. */
async function givenDeviceInLocation({ given }: TestServer, owner: Person): Promise<{ id: number; networkId: number }> {
  const location = await given.location();
  const { device } = await given.device(owner);
  return { id: device.id, networkId: location.id };
}

async function givenDevice(server: TestServer, owner: Person): Promise<CallInput> {
  return { params: { id: (await givenDeviceInLocation(server, owner)).id } };
}

/** A gateway that joined a location and is not connected. */
async function givenGateway({ given }: TestServer): Promise<CallInput> {
  const { id } = await given.location({ allowed_groups: ['admin'] });
  await using gateway = await joinGateway(await given.joinToken(id));
  return { params: { id, gatewayId: gateway.id } };
}

async function givenNetworkDevice(server: TestServer): Promise<CallInput> {
  return { params: { id: (await server.given.networkDevice()).id } };
}

/** A public address of the owner in a location. */
async function givenBinding({ given }: TestServer, owner: Person): Promise<CallInput> {
  const { id } = await given.location({ allowed_groups: ['admin'] });
  const body = { user_id: owner.id, public_ip: '203.0.113.7' };
  await (await given.admin()).call(addSnatBinding, { params: { id: String(id) }, body });
  return { params: { id, userId: owner.id } };
}

const lastHour = () => new Date(Date.now() - 3_600_000).toISOString();

/** A device that the owner connected after a second factor. */
async function givenSession(server: TestServer, owner: Person): Promise<CallInput> {
  const { id, networkId } = await givenDeviceInLocation(server, owner);
  await server.database.query(
    `insert into location_session (device_id, location_id, method, authorized_at, expires_at, key_nonce, key_digest)
      values ($1, $2, 'totp', now(), now() + interval '1 day', '', '')`,
    [id, networkId],
  );
  return { params: { id: networkId, deviceId: id } };
}

export const networkCalls = {
  'GET /network/:id/sessions': { access: 'admin', input: givenLocation },
  'GET /network/:id/mfa/preview': { access: 'admin', input: givenLocation },
  'DELETE /network/:id/sessions/:deviceId': { access: 'user', owned: true, input: givenSession },
  // network devices
  'GET /device/network/ip/:locationId': {
    access: 'admin',
    input: async ({ given }) => ({ params: { locationId: (await given.location({ allowed_groups: ['admin'] })).id } }),
  },
  'POST /device/network/ip/:locationId': {
    access: 'admin',
    input: async ({ given }) => ({
      params: { locationId: (await given.location({ allowed_groups: ['admin'] })).id },
      body: { ips: ['10.1.0.2'] },
    }),
    leavesNoEvent: 'it changes nothing',
  },
  'POST /device/network': {
    access: 'admin',
    input: async ({ given }) => ({
      body: networkDeviceBody((await given.location({ allowed_groups: ['admin'] })).id, {
        name: uniqueName('printer-'),
      }),
    }),
  },
  'GET /device/network': { access: 'admin' },
  'POST /device/network/start_cli': {
    access: 'admin',
    input: async ({ given }) => ({
      body: {
        ...{ name: uniqueName('printer-'), description: null, assigned_ips: [] },
        location_id: (await given.location({ allowed_groups: ['admin'] })).id,
      },
    }),
  },
  'POST /device/network/start_cli/:id': { access: 'admin', input: givenNetworkDevice },
  'GET /device/network/:id': { access: 'admin', input: givenNetworkDevice },
  'PUT /device/network/:id': {
    access: 'admin',
    input: async (server) => ({
      ...(await givenNetworkDevice(server)),
      body: { name: uniqueName('printer-'), assigned_ips: [] },
    }),
  },
  'DELETE /device/network/:id': { access: 'admin', input: givenNetworkDevice },
  'GET /device/network/:id/config': { access: 'admin', input: givenNetworkDevice },
  // locations
  'GET /network': { access: 'admin' },
  'POST /network': { access: 'admin', input: () => ({ body: locationBody(1, { name: uniqueName('location-') }) }) },
  'GET /network/:id': { access: 'admin', input: givenLocation },
  'PUT /network/:id': {
    access: 'admin',
    input: async (server) => ({
      ...(await givenLocation(server)),
      body: locationBody(2, { name: uniqueName('location-') }),
    }),
  },
  'DELETE /network/:id': { access: 'admin', input: givenLocation },
  'GET /network/:id/snat': { access: 'admin', input: givenLocation },
  'POST /network/:id/snat': {
    access: 'admin',
    input: async (server, { id }) => ({
      ...(await givenLocation(server)),
      body: { user_id: id, public_ip: '203.0.113.7' },
    }),
  },
  'PUT /network/:id/snat/:userId': {
    access: 'admin',
    input: async (server, owner) => ({ ...(await givenBinding(server, owner)), body: { public_ip: '203.0.113.8' } }),
  },
  'DELETE /network/:id/snat/:userId': { access: 'admin', input: givenBinding },
  'POST /network/import': {
    access: 'admin',
    input: () => ({
      body: {
        name: uniqueName('location-'),
        endpoint: 'vpn.example.com',
        config: serverFile(newKeys()),
        allowed_groups: ['admin'],
      },
    }),
  },
  'POST /network/import/preview': {
    access: 'admin',
    input: () => ({ body: { config: serverFile(newKeys()) } }),
    leavesNoEvent: 'it changes nothing',
  },
  'POST /network/:id/devices': {
    access: 'admin',
    input: async (server, { id }) => ({
      ...(await givenLocation(server)),
      body: {
        devices: [
          { user_id: id, name: uniqueName('device-'), wireguard_pubkey: newKeys().publicKey, wireguard_ips: [] },
        ],
      },
    }),
  },
  'GET /network/:id/people': { access: 'admin', input: givenLocation },
  'POST /network/:id/access/preview': {
    access: 'admin',
    input: async (server) => ({ ...(await givenLocation(server)), body: { allowed_groups: ['admin'] } }),
    leavesNoEvent: 'it changes nothing',
  },
  'GET /user/:username/access': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  // devices
  'POST /device/:username': {
    access: 'self',
    input: async ({ given }, { username }) => {
      await given.location();
      return { params: { username }, body: { name: uniqueName('device-'), wireguard_pubkey: newKeys().publicKey } };
    },
  },
  'GET /device': { access: 'admin' },
  'GET /device/user/:username': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'GET /device/:id': { access: 'user', owned: true, input: givenDevice },
  'PUT /device/:id': {
    access: 'user',
    owned: true,
    input: async (server, owner) => ({
      ...(await givenDevice(server, owner)),
      body: { name: uniqueName('device-'), wireguard_pubkey: newKeys().publicKey, description: 'a note' },
    }),
  },
  'DELETE /device/:id': { access: 'user', owned: true, input: givenDevice },
  'POST /devices/delete': {
    access: 'admin',
    input: async (server, owner) => ({ body: { devices: [(await givenDeviceInLocation(server, owner)).id] } }),
  },
  'POST /device/:id/restore': {
    access: 'user',
    owned: true,
    input: () => ({ params: { id: 2_000_000_000 } }),
    // restorations of removed devices are tested with the feature
    status: 404,
    leavesNoEvent: 'the session removed no device',
  },
  'GET /network/:networkId/device/:deviceId/config': {
    access: 'user',
    owned: true,
    input: async (server, owner) => {
      const { id, networkId } = await givenDeviceInLocation(server, owner);
      return { params: { networkId, deviceId: id } };
    },
  },
  'GET /network/:id/usage': {
    access: 'admin',
    input: givenLocation,
  },
  // gateways
  'GET /network/:id/token': { access: 'admin', input: givenLocation, isReadLogged: true },
  'POST /network/:id/token/rotate': { access: 'admin', input: givenLocation },
  'GET /network/gateways': { access: 'admin' },
  'GET /network/:id/gateways': { access: 'admin', input: givenLocation },
  'GET /network/:id/gateways/refused': { access: 'admin', input: givenLocation },
  'POST /network/:id/gateways/:gatewayId/revoke': { access: 'admin', input: givenGateway },
  'DELETE /network/:id/gateways/:gatewayId': { access: 'admin', input: givenGateway },
  // traffic
  'GET /network/stats': { access: 'admin' },
  'GET /traffic/history': { access: 'admin', input: () => ({ query: { from: lastHour() } }) },
  'GET /traffic/history/export': { access: 'admin', input: () => ({ query: { from: lastHour() } }) },
  'GET /traffic/storage': { access: 'admin' },
  'GET /network/stats/locations': { access: 'admin' },
  'GET /network/stats/top': { access: 'admin' },
  'GET /network/:id/stats': { access: 'admin', input: givenLocation },
  'GET /network/:id/stats/users': { access: 'admin', input: givenLocation },
  'GET /network/devices': { access: 'admin' },
  'GET /network/:id/devices': { access: 'admin', input: givenLocation },
  'GET /user/:username/connections': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
} as const satisfies Readonly<Record<string, CallRow>>;
