import { removeOwnPassword } from '@gatewarden/contract/auth';
import { startAddingSecurityKey, startPasskeySignIn, startSecurityKeySignIn } from '@gatewarden/contract/security-keys';
import { getUser } from '@gatewarden/contract/users';
import type { Person } from '../given/given.ts';
import { givenSecurityKey, newSoftwareKey, originOf } from '../given/security-keys.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

/** A security key of the owner. */
async function givenKeyOfOwner(server: TestServer, owner: Person): Promise<CallInput> {
  await givenSecurityKey(server, owner);
  const { username } = owner;
  const { security_keys } = await owner.call(getUser, { params: { username } });
  return { params: { username, id: security_keys[0]?.id ?? 0 } };
}

/** Calls of security keys and passkeys. */
export const securityKeyCalls: Readonly<Record<string, CallRow>> = {
  'POST /auth/webauthn/init': { access: 'user', leavesNoEvent: 'nothing takes effect before a key answers' },
  'POST /auth/webauthn/finish': {
    access: 'user',
    input: async (server, owner) => {
      const options = await owner.call(startAddingSecurityKey, {});
      return { body: { name: 'Blue key', rpkc: newSoftwareKey(originOf(server)).create(options) } };
    },
  },
  'POST /auth/webauthn/start': { access: 'pending', leavesNoEvent: 'it only creates a challenge' },
  'POST /auth/webauthn': {
    access: 'pending',
    input: async (server, owner) => {
      const key = await givenSecurityKey(server, owner);
      return { body: { ...key.sign(await owner.call(startSecurityKeySignIn, {})) } };
    },
  },
  'POST /auth/passkey/start': { access: 'anonymous', leavesNoEvent: 'it only creates a challenge' },
  'POST /auth/passkey': {
    access: 'anonymous',
    input: async (server) => {
      const options = await server.stranger().call(startPasskeySignIn, {});
      return { body: { ...newSoftwareKey(originOf(server)).sign(options) } };
    },
    // events of a registered passkey are tested with the feature
    status: 401,
    leavesNoEvent: 'the passkey is not registered',
  },
  'DELETE /auth/password': {
    access: 'user',
    input: async (server, owner) => {
      await givenSecurityKey(server, owner);
      return {};
    },
  },
  'POST /auth/password': {
    access: 'user',
    input: async (server, owner) => {
      await givenSecurityKey(server, owner);
      await owner.call(removeOwnPassword, {});
      // the removal ended the recent proof
      await server.database.query('update session set proved_at = created_at where user_id = $1', [owner.id]);
      return { body: { new_password: 'Battery-staple-8' } };
    },
  },
  'POST /user/:username/security_key/:id/rename': {
    access: 'self',
    input: async (server, owner) => ({ ...(await givenKeyOfOwner(server, owner)), body: { name: 'Green key' } }),
  },
  'POST /user/:username/security_key/:id/restore': {
    access: 'admin',
    input: async (server, owner) => {
      const call = await givenKeyOfOwner(server, owner);
      await server.database.query('update security_key set suspended_at = now() where user_id = $1', [owner.id]);
      return call;
    },
  },
  'DELETE /user/:username/security_key/:id': { access: 'self', input: givenKeyOfOwner },
};
