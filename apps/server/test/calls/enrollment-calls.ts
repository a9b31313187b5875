import { startEnrollment } from '@gatewarden/contract/enrollment';
import { startEnrollmentPasskey } from '@gatewarden/contract/enrollment-passkeys';
import { addUser } from '@gatewarden/contract/users';
import { newContinuation, newEdgeClient } from '../edge-client.ts';
import { givenAccount } from '../given/accounts.ts';
import { newSoftwareKey, originOf } from '../given/security-keys.ts';
import type { TestServer } from '../harness.ts';
import type { CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

async function givenPersonWithoutPassword({ given }: TestServer) {
  const username = uniqueName('invited');
  const names = { first_name: 'Ada', last_name: 'Byron', email: `${username}@example.com`, phone: null };
  await (await given.admin()).call(addUser, { body: { username, ...names } });
  return { username };
}

async function givenInvitation(server: TestServer): Promise<number> {
  const params = await givenPersonWithoutPassword(server);
  // one whose identity was just proved
  const admin = await givenAccount(server, { isAdmin: true });
  await admin.call(startEnrollment, { params, body: {} });
  const [row] = await server.database.query('select max(id) as id from account_token');
  return Number(row?.['id']);
}

/** The token with which a new person creates a passkey at the console. */
async function givenHandOver(server: TestServer): Promise<string> {
  const params = await givenPersonWithoutPassword(server);
  const admin = await givenAccount(server, { isAdmin: true });
  const { enrollment_token: token } = await admin.call(startEnrollment, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  const { body } = await client.post('/enrollment/passkey/hand-over', {});
  return String(body['url']).split('#')[1] ?? '';
}

export const enrollmentCalls = {
  'POST /user/:username/start_enrollment': {
    access: 'admin',
    input: async (server) => ({ params: await givenPersonWithoutPassword(server), body: {} }),
  },
  'POST /user/:username/start_desktop': {
    access: 'self',
    input: (_, { username }) => ({ params: { username }, body: {} }),
  },
  'POST /user/:username/reset_password': {
    access: 'admin',
    input: (_, { username }) => ({ params: { username } }),
  },
  'GET /enrollment': { access: 'admin' },
  'DELETE /enrollment/:id': {
    access: 'admin',
    input: async (server) => ({ params: { id: String(await givenInvitation(server)) } }),
  },
  'POST /enrollment/passkey': {
    access: 'anonymous',
    input: async (server) => ({ body: { token: await givenHandOver(server) } }),
    leavesNoEvent: 'it shows whose passkey the link creates',
  },
  'POST /enrollment/passkey/start': {
    access: 'anonymous',
    input: async (server) => ({ body: { token: await givenHandOver(server) } }),
    leavesNoEvent: 'nothing takes effect before a passkey answers',
  },
  'POST /enrollment/passkey/finish': {
    access: 'anonymous',
    input: async (server) => {
      const token = await givenHandOver(server);
      const options = await server.stranger().call(startEnrollmentPasskey, { body: { token } });
      const rpkc = newSoftwareKey(originOf(server)).create(options);
      return { body: { token, name: 'Chrome, Linux', rpkc, continue_with: newContinuation() } };
    },
  },
} as const satisfies Readonly<Record<string, CallRow>>;
