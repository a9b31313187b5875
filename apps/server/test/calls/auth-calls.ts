import { listSessions, signIn } from '@gatewarden/contract/auth';
import { startTotp } from '@gatewarden/contract/mfa';
import { type Person, password } from '../given/given.ts';
import { givenTotp, totpCode } from '../given/totp.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';

function ownerInput(_: TestServer, { username }: Person): CallInput {
  return { params: { username } };
}

/** Creates another session of the owner and returns its id. */
async function givenSession({ stranger }: TestServer, owner: Person): Promise<number> {
  const { username } = owner;
  await stranger().call(signIn, { body: { username, password } });
  const sessions = await owner.call(listSessions, { params: { username } });
  return sessions.find(({ is_current }) => !is_current)?.id ?? 0;
}

/** Sets up an authenticator app for the owner. */
async function givenFactor(server: TestServer, owner: Person): Promise<CallInput> {
  await givenTotp(server, owner);
  return {};
}

export const authCalls = {
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
    leavesNoEvent: 'it only renews the proof of the session',
  },
  'GET /user/:username/session': { access: 'self', input: ownerInput },
  'DELETE /user/:username/session': {
    access: 'self',
    input: async (server, owner) => {
      await givenSession(server, owner);
      return ownerInput(server, owner);
    },
  },
  'DELETE /user/:username/session/:id': {
    access: 'self',
    input: async (server, owner) => ({
      params: { username: owner.username, id: await givenSession(server, owner) },
    }),
  },
  // mfa
  'PUT /auth/mfa': { access: 'user', input: givenFactor },
  'DELETE /auth/mfa': { access: 'user', input: givenFactor },
  'DELETE /user/:username/mfa': {
    access: 'self',
    input: async (server, owner) => ({ ...(await givenFactor(server, owner)), params: { username: owner.username } }),
  },
  'GET /auth/recovery': { access: 'user' },
  'POST /auth/recovery': {
    access: 'pending',
    input: async (server, owner) => ({ body: { code: (await givenTotp(server, owner)).recoveryCodes[0] } }),
  },
  'POST /auth/recovery/replace': { access: 'user', input: givenFactor },
  'POST /auth/totp/init': { access: 'user', leavesNoEvent: 'nothing takes effect before a code confirms it' },
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
  'DELETE /auth/totp': { access: 'user', input: givenFactor },
} as const satisfies Readonly<Record<string, CallRow>>;
