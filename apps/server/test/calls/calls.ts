import { listActivity } from '@gatewarden/contract/activity-log';
import { addAuthKey, listAuthKeys } from '@gatewarden/contract/auth-keys';
import { patchSettings } from '@gatewarden/contract/settings';
import { updateUser } from '@gatewarden/contract/users';
import { type Person, password } from '../given/given.ts';
import { newSshKey } from '../given/ssh-keys.ts';
import type { TestServer } from '../harness.ts';
import { apiTokenCalls } from './api-token-calls.ts';
import { authCalls } from './auth-calls.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { emergencyStopCalls } from './emergency-stop-calls.ts';
import { forwardAuthCalls } from './forward-auth-calls.ts';
import { fresh } from './fresh-name.ts';
import { logCheckpointCalls } from './log-checkpoint-calls.ts';
import { mailCodeCalls } from './mail-code-calls.ts';
import { manyUsersCalls } from './many-users-calls.ts';
import { networkCalls } from './network-calls.ts';
import { securityKeyCalls } from './security-key-calls.ts';

const names = { first_name: 'Una', last_name: 'User' };
const asksOnly = 'it only asks';
/** The server itself stays as it is: no token may change it. */
const smtp = {
  smtp_encryption: 'StartTls',
  smtp_port: null,
  smtp_server: null,
  smtp_user: null,
  smtp_sender: null,
  smtp_password: null,
};

async function inGroup({ given }: TestServer): Promise<CallInput> {
  return { params: { name: (await given.group({ name: fresh('group-') })).name } };
}

/** The database was restored, and no administrator has acknowledged that. */
async function afterRestore({ database }: TestServer): Promise<CallInput> {
  await database.query(`insert into history_epoch (id, started_at, lost_entries, lost_until, noticed_by)
    values (gen_random_uuid(), now(), 1, now(), 'core')`);
  return {};
}

/** An entry of the activity log about the owner, who changed something. */
async function ofOwnDoing(_: TestServer, owner: Person): Promise<CallInput> {
  await owner.call(updateUser, { params: { username: owner.username }, body: { phone: '5550000' } });
  const { data } = await owner.call(listActivity, {});
  return { params: { id: data[0]?.id ?? 0 } };
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
  ...authCalls,
  ...networkCalls,
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
