import { deleteUsers } from '@gatewarden/contract/bulk-users';
import { addDevice, restoreDevice, updateDevice } from '@gatewarden/contract/devices';
import { addEdge, getEdgeToken, rotateEdgeToken } from '@gatewarden/contract/edges';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { getGatewayToken, rotateGatewayToken } from '@gatewarden/contract/gateways';
import { addImportedDevices, importLocation } from '@gatewarden/contract/location-import';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { restartNetworkDevice } from '@gatewarden/contract/network-devices';
import {
  addOpenidApp,
  rotateOpenidAppSecret,
  setOpenidAppState,
  updateOpenidApp,
} from '@gatewarden/contract/openid-apps';
import { patchSettings, putSettings } from '@gatewarden/contract/settings';
import { addUser, deleteUser, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Caller } from './caller.ts';
import { keyOf } from './calls/call-example.ts';
import { digestDatabase } from './calls/examples.ts';
import { uniqueName } from './calls/unique-name.ts';
import { givenAccount } from './given/accounts.ts';
import { givenProgram } from './given/api-tokens.ts';
import { type Person, password } from './given/given.ts';
import { newKeys, serverFile } from './given/network.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let locationId: string;
beforeAll(async () => {
  server = await startTestServer();
  // devices need a location
  locationId = String((await server.given.location()).id);
});
afterAll(() => server[Symbol.asyncDispose]());

interface Fixture {
  readonly una: Person;
  readonly otherAdmin: Person;
  readonly device: { readonly id: number; readonly name: string };
  /** Of another administrator. */
  readonly networkDevice: { readonly id: number };
  /** Of an application. */
  readonly clientId: string;
  readonly edge: { readonly id: number };
}

interface ProofCase {
  /** The action that requires a proof. */
  readonly action: string;
  readonly make: (caller: Caller, fixture: Fixture) => Promise<Answer<unknown>>;
  /** Whether the scope of an API token covers the action; a token then needs no proof. */
  readonly isForTokens?: true;
}

const names = { first_name: 'Eve', last_name: 'Adder' };
const newUser = () => ({ ...names, username: uniqueName('eve'), email: `${uniqueName('eve')}@example.com`, password });
const newDevice = () => ({ name: uniqueName('Laptop '), wireguard_pubkey: newKeys().publicKey });
/** Differs from the stored settings: only a change needs a proof. */
const newSmtp = () =>
  ({
    smtp_server: '127.0.0.1',
    smtp_port: 25,
    smtp_encryption: 'None',
    smtp_sender: `${uniqueName('a')}@b.co`,
  }) as const;
const newApp = () => ({
  name: uniqueName('Wiki '),
  redirect_uri: ['https://wiki.example.com/'],
  scope: ['openid' as const],
  enabled: true,
});
const branding = { instance_name: 'Office', main_logo_url: '', nav_logo_url: '' };

/** For each call, the input that requires a recent proof although the call itself does not. */
const proofCases: Readonly<Record<string, ProofCase>> = {
  'POST /user': {
    action: 'adds an account with a password',
    make: (caller) => caller.try(addUser, { body: newUser() }),
    isForTokens: true,
  },
  'PUT /user/:username': {
    action: 'changes the email of another user',
    make: (caller, { una: { username } }) =>
      caller.try(updateUser, { params: { username }, body: { email: `${uniqueName('eve')}@example.com` } }),
    isForTokens: true,
  },
  'DELETE /user/:username': {
    action: 'deletes an administrator',
    make: (caller, { otherAdmin: { username } }) => caller.try(deleteUser, { params: { username } }),
  },
  'POST /users/delete': {
    action: 'deletes an administrator',
    make: (caller, { otherAdmin: { id } }) => caller.try(deleteUsers, { body: { users: [id] } }),
  },
  'POST /device/:username': {
    action: 'adds a device for another user',
    make: (caller, { una: { username } }) => caller.try(addDevice, { params: { username }, body: newDevice() }),
    isForTokens: true,
  },
  'PUT /device/:id': {
    action: 'replaces the key of a device of another user',
    make: (caller, { device: { id, name } }) =>
      caller.try(updateDevice, { params: { id: String(id) }, body: { ...newDevice(), name, description: null } }),
    isForTokens: true,
  },
  'POST /device/network/start_cli/:id': {
    action: 'issues a token for a network device of another user',
    make: (caller, { networkDevice: { id } }) => caller.try(restartNetworkDevice, { params: { id: String(id) } }),
    isForTokens: true,
  },
  'POST /user/:username/start_desktop': {
    action: 'issues a token for a device of another user',
    make: (caller, { una: { username } }) => caller.try(startDesktop, { params: { username }, body: {} }),
    isForTokens: true,
  },
  'POST /network/import': {
    action: 'adds a device for another user',
    make: (caller, { una: { id } }) => {
      const { name, wireguard_pubkey } = newDevice();
      const config = serverFile(newKeys(), { peers: [{ key: wireguard_pubkey, ips: '10.200.0.9' }] });
      const devices = [{ user_id: id, name, wireguard_pubkey }];
      const body = { name, endpoint: 'vpn.example.com', config, allowed_groups: [], devices };
      return caller.try(importLocation, { body });
    },
    isForTokens: true,
  },
  'POST /network/:id/devices': {
    action: 'adds a device for another user',
    make: (caller, { una: { id } }) => {
      const devices = [{ ...newDevice(), user_id: id, wireguard_ips: [] }];
      return caller.try(addImportedDevices, { params: { id: locationId }, body: { devices } });
    },
    isForTokens: true,
  },
  'POST /oauth': {
    action: 'adds an application',
    make: (caller) => caller.try(addOpenidApp, { body: newApp() }),
    isForTokens: true,
  },
  'PUT /oauth/:clientId': {
    action: 'changes where an application receives codes',
    make: (caller, { clientId }) => {
      const redirect_uri = [`https://${uniqueName('eve')}.example.com/`];
      return caller.try(updateOpenidApp, { params: { clientId }, body: { ...newApp(), redirect_uri } });
    },
    isForTokens: true,
  },
  'POST /oauth/:clientId': {
    action: 'enables an application that an administrator may have disabled in an emergency',
    make: (caller, { clientId }) => caller.try(setOpenidAppState, { params: { clientId }, body: { enabled: true } }),
    isForTokens: true,
  },
  'POST /oauth/:clientId/secret': {
    action: 'creates a secret of an application',
    make: (caller, { clientId }) =>
      caller.try(rotateOpenidAppSecret, { params: { clientId }, body: { overlap_hours: 0 } }),
    isForTokens: true,
  },
  'GET /network/:id/token': {
    action: 'shows the token with which gateways join',
    make: (caller) => caller.try(getGatewayToken, { params: { id: locationId } }),
    isForTokens: true,
  },
  'POST /network/:id/token/rotate': {
    action: 'replaces the token with which gateways join',
    make: (caller) => caller.try(rotateGatewayToken, { params: { id: locationId } }),
    isForTokens: true,
  },
  'GET /edges/:id/token': {
    action: 'shows the token with which an edge joins',
    make: (caller, { edge: { id } }) => caller.try(getEdgeToken, { params: { id: String(id) } }),
    isForTokens: true,
  },
  'POST /edges/:id/token/rotate': {
    action: 'replaces the token with which edges join',
    make: (caller, { edge: { id } }) => caller.try(rotateEdgeToken, { params: { id: String(id) } }),
    isForTokens: true,
  },
  'PATCH /settings': {
    action: 'changes the mail server',
    make: (caller) => caller.try(patchSettings, { body: newSmtp() }),
  },
  'PUT /settings': {
    action: 'changes the mail server',
    make: (caller) => caller.try(putSettings, { body: { ...branding, ...newSmtp() } }),
  },
};

async function givenFixture(): Promise<Fixture> {
  const una = await givenAccount(server);
  const body = newDevice();
  const { device } = await una.call(addDevice, { params: { username: una.username }, body });
  const networkDevice = await server.given.networkDevice({ location_id: Number(locationId) });
  const otherAdmin = await givenAccount(server, { isAdmin: true });
  const { client_id: clientId } = await otherAdmin.call(addOpenidApp, { body: newApp() });
  // at most 20 exist at a time
  await server.database.query('delete from edge');
  const edge = await otherAdmin.call(addEdge, { body: { address: `${uniqueName('edge-')}.invalid:50055` } });
  return { una, otherAdmin, device, networkDevice, clientId, edge };
}

const caseRows = Object.entries(proofCases).map(([call, way]) => ({ call, ...way }));

describe('a call that needs a recent proof only for some inputs', () => {
  it('has a row here when it declares `proof_required`', () => {
    // the restoration needs a removal by the same session: restore-device.api.test.ts covers it
    const others = [proveWithPassword, restoreDevice].map(keyOf);
    const declared = server.endpoints.filter(
      (endpoint) => endpoint.errors?.includes('proof_required') && !others.includes(keyOf(endpoint)),
    );
    expect(Object.keys(proofCases)).toEqual(expect.arrayContaining(declared.map(keyOf)));
  });

  it.each(caseRows)(
    'refuses $call in a stale session when it $action, and accepts it after a proof',
    async ({ make }) => {
      const fixture = await givenFixture();
      const admin = await givenAccount(server, { isAdmin: true });
      const stale = `update session set proved_at = proved_at - interval '15 minutes' where user_id = $1`;
      await server.database.query(stale, [admin.id]);
      const before = await digestDatabase(server);
      expect(await make(admin, fixture)).toMatchObject({ status: 403, body: { code: 'proof_required' } });
      expect(await digestDatabase(server)).toEqual(before);
      await admin.call(proveWithPassword, { body: { password } });
      expect((await make(admin, fixture)).status).toBeLessThan(300);
    },
  );

  it.each(caseRows)('accepts or refuses $call with an API token that $action', async ({ make, isForTokens }) => {
    const program = await givenProgram(server, await givenAccount(server, { isAdmin: true }));
    const { status, body } = await make(program, await givenFixture());
    if (isForTokens) expect(status).toBeLessThan(300);
    else expect([status, (body as { code?: string }).code]).toEqual([403, 'session_required']);
  });
});

it('requires no proof for a device of the caller', async () => {
  const admin = await givenAccount(server, { isAdmin: true });
  await server.database.query(`update session set proved_at = 'epoch' where user_id = $1`, [admin.id]);
  const { username } = admin;
  const { device } = await admin.call(addDevice, { params: { username }, body: newDevice() });
  const body = { ...newDevice(), name: device.name, description: null };
  expect((await admin.try(updateDevice, { params: { id: String(device.id) }, body })).status).toBe(200);
});
