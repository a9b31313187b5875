import { addAuthKey, listAuthKeys } from '@gatewarden/contract/auth-keys';
import type { Person } from '../given/given.ts';
import { newSshKey } from '../given/ssh-keys.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** Adds a key of the owner. */
async function givenAuthKey(_: TestServer, owner: Person): Promise<CallInput> {
  const { username } = owner;
  await owner.call(addAuthKey, { params: { username }, body: { name: 'Laptop', key: newSshKey(), key_type: 'ssh' } });
  const [key] = await owner.call(listAuthKeys, { params: { username } });
  return { params: { username, id: key?.id ?? 0 } };
}

export const authKeyCalls = {
  'GET /user/:username/auth_key': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'POST /user/:username/auth_key': {
    access: 'self',
    input: (_, { username }) => ({
      params: { username },
      body: { name: uniqueName('key-'), key: newSshKey(), key_type: 'ssh' },
    }),
  },
  'POST /user/:username/auth_key/:id/rename': {
    access: 'self',
    input: async (server, owner) => ({ ...(await givenAuthKey(server, owner)), body: { name: uniqueName('key-') } }),
  },
  'POST /user/:username/auth_key/:id/restore': {
    access: 'admin',
    input: async (server, owner) => {
      const call = await givenAuthKey(server, owner);
      await server.database.query('update auth_key set suspended_at = now() where user_id = $1', [owner.id]);
      return call;
    },
  },
  'DELETE /user/:username/auth_key/:id': { access: 'self', input: givenAuthKey },
  'GET /ssh_authorized_keys': {
    access: 'anonymous',
    input: (_, { username }) => ({ query: { username, group: 'admin' } }),
  },
} as const satisfies Readonly<Record<string, CallRow>>;
