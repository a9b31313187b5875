import { startEnrollment } from '@gatewarden/contract/enrollment';
import { addUser } from '@gatewarden/contract/users';
import { givenAccount } from '../given/accounts.ts';
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
} as const satisfies Readonly<Record<string, CallRow>>;
