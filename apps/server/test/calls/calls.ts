import { listActivity } from '@gatewarden/contract/activity-log';
import { listSessions, signIn } from '@gatewarden/contract/auth';
import { addAuthKey, listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { startTotp } from '@gatewarden/contract/mfa';
import { patchSettings } from '@gatewarden/contract/settings';
import { updateUser } from '@gatewarden/contract/users';
import { type Person, password } from '../given/given.ts';
import { locationBody, newKeys } from '../given/network.ts';
import { newSshKey } from '../given/ssh-keys.ts';
import { givenTotp, totpCode } from '../given/totp.ts';
import type { TestServer } from '../harness.ts';
import { joinGateway } from '../test-gateway.ts';
import { apiTokenCalls } from './api-token-calls.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { emergencyStopCalls } from './emergency-stop-calls.ts';
import { forwardAuthCalls } from './forward-auth-calls.ts';
import { logCheckpointCalls } from './log-checkpoint-calls.ts';
import { mailCodeCalls } from './mail-code-calls.ts';
import { manyUsersCalls } from './many-users-calls.ts';
import { securityKeyCalls } from './security-key-calls.ts';

const names = { first_name: 'Una', last_name: 'User' };
const asksOnly = 'it only asks';
/** Nothing listens there. */
const smtp = {
  smtp_server: '127.0.0.1',
  smtp_port: 1,
  smtp_encryption: 'None',
  smtp_user: 'una',
  smtp_sender: 'vpn@example.com',
};

let count = 0;
function fresh(prefix: string): string {
  count += 1;
  return `${prefix}${count}`;
}

async function inGroup({ given }: TestServer): Promise<CallInput> {
  return { params: { name: (await given.group({ name: fresh('group-') })).name } };
}

async function atLocation({ given }: TestServer): Promise<CallInput> {
  return { params: { id: (await given.location()).id } };
}

function ofOwner(_: TestServer, { username }: Person): CallInput {
  return { params: { username } };
}

/** The id of another session of the owner's. */
async function givenSession({ stranger }: TestServer, owner: Person): Promise<number> {
  const { username } = owner;
  await stranger().call(signIn, { body: { username, password } });
  const sessions = await owner.call(listSessions, { params: { username } });
  return sessions.find(({ is_current }) => !is_current)?.id ?? 0;
}

/** The owner has an authenticator app. */
async function withFactor(server: TestServer, owner: Person): Promise<CallInput> {
  await givenTotp(server, owner);
  return {};
}

/** The database was restored, and no administrator has acknowledged that. */
async function afterRestore({ database }: TestServer): Promise<CallInput> {
  await database.query(`insert into history_epoch (id, started_at, lost_entries, lost_until)
    values (gen_random_uuid(), now(), 1, now())`);
  return {};
}

/** A device of the owner's, who is in a location with it. */
async function ofDevice({ given }: TestServer, owner: Person): Promise<{ id: number; networkId: number }> {
  const location = await given.location();
  const { device } = await given.device(owner);
  return { id: device.id, networkId: location.id };
}

async function atDevice(server: TestServer, owner: Person): Promise<CallInput> {
  return { params: { id: (await ofDevice(server, owner)).id } };
}

/** An entry of the activity log about the owner, who changed something. */
async function ofOwnDoing(_: TestServer, owner: Person): Promise<CallInput> {
  await owner.call(updateUser, { params: { username: owner.username }, body: { phone: '5550000' } });
  const { data } = await owner.call(listActivity, {});
  return { params: { id: data[0]?.id ?? 0 } };
}

/** A gateway that joined a location and is not connected. */
async function atGateway({ given }: TestServer): Promise<CallInput> {
  const { id } = await given.location();
  const admin = await given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(id) } });
  await using gateway = await joinGateway(token);
  return { params: { id, gatewayId: gateway.id } };
}

/** A key of the owner's. */
async function atAuthKey(_: TestServer, owner: Person): Promise<CallInput> {
  const { username } = owner;
  await owner.call(addAuthKey, { params: { username }, body: { name: 'Laptop', key: newSshKey(), key_type: 'ssh' } });
  const [key] = await owner.call(listAuthKeys, { params: { username } });
  return { params: { username, id: key?.id ?? 0 } };
}

/**
 * Every call of the API with who may make it and an example that works. A routed call without a row fails the role
 * matrix, so a new call gets its row, and with it its tests of rights, bad input and events.
 */
export const calls: Readonly<Record<string, CallRow>> = {
  // auth
  'POST /auth': { access: 'anonymous', input: (_, { username }) => ({ body: { username, password } }) },
  'POST /auth/logout': { access: 'pending' },
  'GET /me': { access: 'user' },
  'PUT /user/change_password': {
    access: 'user',
    input: () => ({ body: { old_password: password, new_password: 'Battery-staple-8' } }),
  },

  'POST /auth/proof': {
    access: 'user',
    input: () => ({ body: { password } }),
    leavesNoEvent: 'it only renews what the session knows of its holder',
  },

  'GET /user/:username/session': { access: 'self', input: ofOwner },
  'DELETE /user/:username/session': {
    access: 'self',
    input: async (server, owner) => {
      await givenSession(server, owner);
      return ofOwner(server, owner);
    },
  },
  'DELETE /user/:username/session/:id': {
    access: 'self',
    input: async (server, owner) => ({
      params: { username: owner.username, id: await givenSession(server, owner) },
    }),
  },

  // mfa
  'PUT /auth/mfa': { access: 'user', input: withFactor },
  'DELETE /auth/mfa': { access: 'user', input: withFactor },
  'DELETE /user/:username/mfa': {
    access: 'self',
    input: async (server, owner) => ({ ...(await withFactor(server, owner)), params: { username: owner.username } }),
  },
  'POST /auth/recovery': {
    access: 'pending',
    input: async (server, owner) => ({ body: { code: (await givenTotp(server, owner)).recoveryCodes[0] } }),
  },
  'POST /auth/totp/init': { access: 'user', leavesNoEvent: 'nothing is in force before a code confirms it' },
  'POST /auth/totp': {
    access: 'user',
    input: async ({ clock }, owner) => {
      const { secret } = await owner.call(startTotp, {});
      return { body: { code: totpCode(secret, clock.now()) } };
    },
  },
  'POST /auth/totp/verify': {
    access: 'pending',
    input: async (server, owner) => ({ body: { code: (await givenTotp(server, owner)).next() } }),
  },
  'DELETE /auth/totp': { access: 'user', input: withFactor },
  ...securityKeyCalls,
  ...mailCodeCalls,
  ...forwardAuthCalls,

  // setup
  'GET /setup': { access: 'anonymous', input: () => ({ query: { token: 'token' } }) },
  'POST /setup': {
    access: 'anonymous',
    input: () => ({
      body: { ...names, username: fresh('first'), email: `${fresh('first')}@example.com`, password, token: 'token' },
    }),
    // there is an administrator already; what the call leaves on a fresh instance is tested there
    status: 409,
    leavesNoEvent: 'refused on an instance that is set up',
  },

  // users
  'GET /user': { access: 'admin' },
  'POST /user': {
    access: 'admin',
    input: () => {
      const username = fresh('new');
      return { body: { ...names, username, email: `${username}@example.com`, phone: '5551234', password } };
    },
  },
  'POST /user/available': {
    access: 'admin',
    input: () => ({ body: { username: 'free' } }),
    leavesNoEvent: asksOnly,
  },
  'GET /user/:username': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'PUT /user/:username': {
    access: 'self',
    input: (_, { username }) => ({
      params: { username },
      body: {
        ...names,
        username,
        email: `${username}@example.com`,
        phone: '5551234',
        mfa_method: 'None',
        groups: [],
        is_active: true,
        authorized_apps: [{ oauth2client_id: 1 }],
      },
    }),
  },
  'DELETE /user/:username': { access: 'admin', input: (_, { username }) => ({ params: { username } }) },
  'PUT /user/:username/password': {
    access: 'admin',
    input: (_, { username }) => ({ params: { username }, body: { new_password: 'Battery-staple-8' } }),
  },

  ...manyUsersCalls,

  // groups
  'GET /group': { access: 'admin' },
  'GET /group-info': { access: 'admin' },
  'GET /group/:name': { access: 'admin', input: inGroup },
  'POST /group': {
    access: 'admin',
    input: (_, { username }) => ({ body: { name: fresh('group-'), members: [username], is_admin: false } }),
  },
  'PUT /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({
      ...(await inGroup(server)),
      body: { name: fresh('group-'), members: [username], is_admin: false },
    }),
  },
  'DELETE /group/:name': { access: 'admin', input: inGroup },
  'POST /groups-assign': {
    access: 'admin',
    input: async ({ given }, { id }) => ({
      body: { groups: [(await given.group({ name: fresh('group-') })).name], users: [id] },
    }),
  },
  'POST /group/:name': {
    access: 'admin',
    input: async (server, { username }) => ({ ...(await inGroup(server)), body: { username } }),
  },
  'DELETE /group/:name/user/:username': {
    access: 'admin',
    input: async ({ given }, { username }) => {
      const { name } = await given.group({ name: fresh('group-'), members: [username] });
      return { params: { name, username } };
    },
  },

  // locations
  'GET /network': { access: 'admin' },
  'POST /network': { access: 'admin', input: () => ({ body: locationBody(1, { name: fresh('location-') }) }) },
  'GET /network/:id': { access: 'admin', input: atLocation },
  'PUT /network/:id': {
    access: 'admin',
    input: async (server) => ({ ...(await atLocation(server)), body: locationBody(2, { name: fresh('location-') }) }),
  },
  'DELETE /network/:id': { access: 'admin', input: atLocation },

  // devices
  'POST /device/:username': {
    access: 'self',
    input: async ({ given }, { username }) => {
      await given.location();
      return { params: { username }, body: { name: fresh('device-'), wireguard_pubkey: newKeys().publicKey } };
    },
  },
  'GET /device': { access: 'admin' },
  'GET /device/user/:username': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'GET /device/:id': { access: 'user', owned: true, input: atDevice },
  'PUT /device/:id': {
    access: 'user',
    owned: true,
    input: async (server, owner) => ({
      ...(await atDevice(server, owner)),
      body: { name: fresh('device-'), wireguard_pubkey: newKeys().publicKey, description: 'a note' },
    }),
  },
  'DELETE /device/:id': { access: 'user', owned: true, input: atDevice },
  'GET /network/:networkId/device/:deviceId/config': {
    access: 'user',
    owned: true,
    input: async (server, owner) => {
      const { id, networkId } = await ofDevice(server, owner);
      return { params: { networkId, deviceId: id } };
    },
  },
  'GET /network/:id/usage': {
    access: 'admin',
    input: async ({ given }) => ({ params: { id: (await given.location()).id } }),
  },

  // SSH and GPG keys
  'GET /user/:username/auth_key': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'POST /user/:username/auth_key': {
    access: 'self',
    input: (_, { username }) => ({
      params: { username },
      body: { name: fresh('key-'), key: newSshKey(), key_type: 'ssh' },
    }),
  },
  'POST /user/:username/auth_key/:id/rename': {
    access: 'self',
    input: async (server, owner) => ({ ...(await atAuthKey(server, owner)), body: { name: fresh('key-') } }),
  },
  'POST /user/:username/auth_key/:id/restore': {
    access: 'admin',
    input: async (server, owner) => {
      const call = await atAuthKey(server, owner);
      await server.database.query('update auth_key set suspended_at = now() where user_id = $1', [owner.id]);
      return call;
    },
  },
  'DELETE /user/:username/auth_key/:id': { access: 'self', input: atAuthKey },
  'GET /ssh_authorized_keys': {
    access: 'anonymous',
    input: (_, { username }) => ({ query: { username, group: 'admin' } }),
  },

  // API tokens
  ...apiTokenCalls,

  // emergency stop
  ...emergencyStopCalls,

  // gateways
  'GET /network/:id/token': { access: 'admin', input: atLocation },
  'POST /network/:id/token/rotate': { access: 'admin', input: atLocation },
  'GET /network/gateways': { access: 'admin' },
  'GET /network/:id/gateways': { access: 'admin', input: atLocation },
  'GET /network/:id/gateways/refused': { access: 'admin', input: atLocation },
  'POST /network/:id/gateways/:gatewayId/revoke': { access: 'admin', input: atGateway },
  'DELETE /network/:id/gateways/:gatewayId': { access: 'admin', input: atGateway },

  // traffic
  'GET /network/stats': { access: 'admin' },
  'GET /network/:id/stats': { access: 'admin', input: atLocation },
  'GET /network/:id/stats/users': { access: 'admin', input: atLocation },

  // activity log
  'GET /activity_log': { access: 'user', input: () => ({ query: { search: 'login', sort_by: 'event' } }) },
  'GET /activity_log/:id': { access: 'user', owned: true, input: ofOwnDoing },
  ...logCheckpointCalls,
  'GET /activity_log/export': { access: 'user', input: () => ({ query: { format: 'csv' } }) },

  // live
  'GET /events': { access: 'user' },

  // notices
  'GET /notices': { access: 'admin' },
  'POST /notices/restored/acknowledge': { access: 'admin', input: afterRestore },

  // settings and info
  'GET /settings': { access: 'admin' },
  'PATCH /settings': {
    access: 'admin',
    input: () => ({
      body: {
        instance_name: fresh('Office-'),
        main_logo_url: '/main.svg',
        nav_logo_url: '',
        ...smtp,
        smtp_password: 'secret',
      },
    }),
  },
  'PUT /settings/:id': {
    access: 'admin',
    input: async ({ given }) => {
      await (await given.admin()).call(patchSettings, { body: { instance_name: fresh('Office-') } });
      return { params: { id: 1 } };
    },
  },
  'PUT /settings': {
    access: 'admin',
    input: () => ({
      body: {
        instance_name: fresh('Office-'),
        main_logo_url: '/main.svg',
        nav_logo_url: '',
        ...smtp,
        smtp_password: 'secret',
      },
    }),
  },
  'POST /mail/test': {
    access: 'admin',
    input: () => ({ body: { to: 'una@example.com', language: 'pl' } }),
    // what a mail server makes of it is tested with the feature
    status: 500,
    leavesNoEvent: 'there is no mail server',
  },
  'POST /settings/ssh_authorized_keys_token': { access: 'admin' },
  'DELETE /settings/ssh_authorized_keys_token': { access: 'admin' },
  'GET /settings_essentials': { access: 'anonymous' },
  'GET /settings_enterprise': { access: 'user' },
  'GET /info': { access: 'user' },
  'GET /enterprise_info': { access: 'user' },
  'GET /health': { access: 'anonymous' },
  'GET /ready': { access: 'anonymous' },
};
