import { endSession, endSessions, getMe, listSessions, signOut } from '@gatewarden/contract/auth';
import { startDesktop } from '@gatewarden/contract/enrollment';
import {
  deleteProvider,
  listExternalIdentities,
  type Provider,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/identity-providers';
import { expect } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { openEdgeBrowser } from '../../../test/given/edge-openid.ts';
import type { Person } from '../../../test/given/given.ts';
import { givenExternalIdentity, openConsole } from '../../../test/given/openid.ts';
import type { TestServer } from '../../../test/harness.ts';
import { providerTest as test } from '../../../test/provider-test.ts';

const tokenOf = async (caller: Pick<Person, 'call'>, { username }: Pick<Person, 'username'>) =>
  (await caller.call(startDesktop, { params: { username }, body: {} })).enrollment_token;

/** A token for a client that has begun its session. */
async function startedToken(server: TestServer, caller: Pick<Person, 'call'>, owner: Pick<Person, 'username'>) {
  const client = newEdgeClient(server);
  const token = await tokenOf(caller, owner);
  expect(await client.post('/enrollment/start', { token })).toMatchObject({ status: 200 });
  return { token, client };
}

/** The status with which a token begins or continues its session. */
const statusOf = async (server: TestServer, token: unknown) =>
  (await newEdgeClient(server).post('/enrollment/start', { token })).status;

test('who signs out everywhere ends tokens of clients of other sessions, and their sessions, at each core', async ({
  server,
  replica,
}) => {
  const una = await server.given.user();
  const thief = await server.given.signedIn(una.username);
  const { client } = await startedToken(server, thief, una);
  const unused = await tokenOf(thief, una);
  await una.call(endSessions, { params: { username: una.username } });
  expect(await statusOf(replica, unused)).toBe(401);
  expect(await client.post('/enrollment/session', {})).toMatchObject({ status: 401 });
});

test('what the session issued that signs out all others remains', async ({ server }) => {
  const una = await server.given.user();
  await server.given.signedIn(una.username);
  const token = await tokenOf(una, una);
  await una.call(endSessions, { params: { username: una.username } });
  expect(await statusOf(server, token)).toBe(200);
});

test('an administrator who signs out a user ends the tokens of the user and no others', async ({ server }) => {
  const admin = await server.given.signedIn((await server.given.admin()).username);
  const [una, other] = [await server.given.user(), await server.given.user()];
  const [token, unaffected] = [await tokenOf(una, una), await tokenOf(other, other)];
  await admin.call(endSessions, { params: { username: una.username } });
  expect(await statusOf(server, token)).toBe(401);
  expect(await statusOf(server, unaffected)).toBe(200);
});

test('a session that is ended takes with it the tokens that it issued, unlike a sign-out', async ({ server }) => {
  const una = await server.given.user();
  const [ended, signedOut] = [await server.given.signedIn(una.username), await server.given.signedIn(una.username)];
  const { client } = await startedToken(server, ended, una);
  const { client: other } = await startedToken(server, signedOut, una);
  const sessions = await una.call(listSessions, { params: { username: una.username } });
  const [{ session_id }] = (await server.database.query(
    `select session_id from account_token where user_id = $1 order by id limit 1`,
    [una.id],
  )) as [{ session_id: number }];
  expect(sessions.map(({ id }) => id)).toContain(session_id);
  await una.call(endSession, { params: { username: una.username, id: String(session_id) } });
  await signedOut.call(signOut, {});
  expect(await client.post('/enrollment/session', {})).toMatchObject({ status: 401 });
  expect(await other.post('/enrollment/session', {})).toMatchObject({ status: 200 });
});

test.for([
  ['deleted', (admin: Person, { name }: Provider) => admin.call(deleteProvider, { params: { name } })],
  [
    'turned off',
    (admin: Person, { name, base_url, client_id }: Provider) =>
      admin.call(updateProvider, { params: { name }, body: { name, base_url, client_id, enabled: false } }),
  ],
] as const)(
  'tokens of sign-ins at a provider end when it is %s',
  async ([, end], { server, replica, idp, provider }) => {
    const una = await server.given.user();
    await givenExternalIdentity(server, una.id, provider.name);
    const account = { sub: `subject ${una.id}` };
    const client = newEdgeClient(server);
    const begun = await openEdgeBrowser(server).signInAs(idp, account);
    await client.post('/enrollment/start', { token: begun.body['token'] });
    const unused = await openEdgeBrowser(server).signInAs(idp, account);
    await end(await server.given.admin(), provider);
    expect(await statusOf(replica, unused.body['token'])).toBe(401);
    expect(await client.post('/enrollment/session', {})).toMatchObject({ status: 401 });
  },
);

test('tokens of sign-ins with an account end when it is unlinked, also those of a session that has ended', async ({
  server,
  idp,
  provider,
}) => {
  const una = await server.given.user();
  await givenExternalIdentity(server, una.id, provider.name);
  idp.account = { sub: `subject ${una.id}` };
  const browser = openConsole(server.url);
  expect(await browser.finish(idp.authorize(await browser.begin(provider.name)))).toMatchObject({ status: 200 });
  const issued = await browser.api('POST', `/user/${una.username}/start_desktop`, {});
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token: issued.body['enrollment_token'] });
  expect((await browser.api('POST', '/auth/logout')).status).toBe(200);
  const atEdge = await openEdgeBrowser(server).signInAs(idp, { sub: `subject ${una.id}` });
  const params = { username: una.username };
  const [identity] = await una.call(listExternalIdentities, { params });
  await una.call(unlinkExternalIdentity, { params: { ...params, id: String(identity?.id) } });
  expect(await statusOf(server, atEdge.body['token'])).toBe(401);
  expect(await client.post('/enrollment/session', {})).toMatchObject({ status: 401 });
  expect(await createCaller(server.url, una.cookie).call(getMe, {})).toMatchObject({ username: una.username });
});
