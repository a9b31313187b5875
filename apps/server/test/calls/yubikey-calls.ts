import { startYubikeyJob } from '@gatewarden/contract/yubikeys';
import { givenAccount } from '../given/accounts.ts';
import type { Person } from '../given/given.ts';
import type { TestServer } from '../harness.ts';
import type { CallInput, CallRow } from './call-example.ts';
import { uniqueName } from './unique-name.ts';

/** A provisioner without a job, of which the instance has at most 100. */
async function givenProvisioner({ database }: TestServer): Promise<string> {
  const id = uniqueName('provisioner-');
  await database.query('insert into provisioner (id, ip, registered_at, last_seen_at) values ($1, $2, now(), now())', [
    id,
    '192.0.2.7',
  ]);
  return id;
}

/** A job that waits for its provisioner. */
async function givenJob(server: TestServer, owner: Person): Promise<CallInput> {
  const worker = await givenProvisioner(server);
  const admin = await givenAccount(server, { isAdmin: true });
  const { id } = await admin.call(startYubikeyJob, { body: { worker, username: owner.username } });
  return { params: { id } };
}

async function givenYubikey({ database }: TestServer, { id, username }: Person): Promise<CallInput> {
  const [row] = await database.query(
    'insert into yubikey (user_id, name, serial, created_at) values ($1, $2, $3, now()) returning id',
    [id, 'YubiKey 1', uniqueName('serial-')],
  );
  return { params: { username, id: Number(row?.['id']) } };
}

export const yubikeyCalls = {
  'GET /user/:username/yubikey': { access: 'self', input: (_, { username }) => ({ params: { username } }) },
  'POST /user/:username/yubikey': {
    access: 'admin',
    input: async (server, { username }) => ({
      params: { username },
      body: { worker: await givenProvisioner(server) },
    }),
  },
  'POST /user/:username/yubikey/:id/rename': {
    access: 'self',
    input: async (server, owner) => ({ ...(await givenYubikey(server, owner)), body: { name: uniqueName('key-') } }),
  },
  'DELETE /user/:username/yubikey/:id': { access: 'self', input: givenYubikey },
  'POST /worker/job': {
    access: 'admin',
    input: async (server, { username }) => ({ body: { worker: await givenProvisioner(server), username } }),
  },
  'GET /worker/job/:id': { access: 'user', owned: true, input: givenJob },
  'POST /worker/job/:id/cancel': { access: 'user', owned: true, input: givenJob },
  'GET /worker/:id': { access: 'user', owned: true, input: givenJob },
  'GET /worker': { access: 'admin' },
  'GET /worker/listener': { access: 'admin' },
  'GET /worker/token': { access: 'admin', isReadLogged: true },
  'POST /worker/token/rotate': { access: 'admin' },
  'DELETE /worker/:id': {
    access: 'admin',
    input: async (server) => ({ params: { id: await givenProvisioner(server) } }),
  },
} as const satisfies Readonly<Record<string, CallRow>>;
