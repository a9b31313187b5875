import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { addScimToken } from '@gatewarden/contract/scim';
import { patchSettings } from '@gatewarden/contract/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { givenExternalIdentity, givenProvider, localProviders } from '../../../test/given/openid.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

// its tests set up sources of the whole instance
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(localProviders);
});
afterAll(() => server[Symbol.asyncDispose]());

const admin = async () => server.given.signedIn((await server.given.admin()).username);
const readSources = async () => {
  const sources = await (await admin()).call(listIdentitySources, {});
  return (id: string) => sources.find((source) => source.id === id);
};
const provider = { issuer: 'https://127.0.0.1', client: { id: 'gatewarden', secret: 'secret' } };

it('counts what each system manages, and the accounts that are linked at a provider', async () => {
  const before = await readSources();
  const { id, name } = await givenProvider(server, provider, { display_name: 'Company account' });
  const source = `openid-${id}`;
  const [one, two, linked] = [await server.given.user(), await server.given.user(), await server.given.user()];
  const sql = 'update "user" set managed_by = $2 where id = any($1::int[])';
  await server.database.query(sql, [[one.id, two.id], source]);
  await givenExternalIdentity(server, linked.id, name);
  const group = await server.given.group({ name: uniqueName('managed-') });
  await server.database.query(`update "group" set managed_by = 'scim' where name = $1`, [group.name]);
  const after = await readSources();
  expect(after(source)).toMatchObject({
    ...{ kind: 'openid', name: 'Company account', provider_kind: 'custom', state: 'on', signs_in: true },
    ...{ users: 2, groups: 0, linked_accounts: 1, synchronization: null, scim: null, attention: [] },
  });
  expect(after('local')?.users).toBe((before('local')?.users ?? 0) + 1);
  expect(after('scim')?.groups).toBe((before('scim')?.groups ?? 0) + 1);
});

it('states whether LDAP is set up and used, and that a synchronization needs a decision', async () => {
  const caller = await admin();
  const set = (body: BodyInputOf<typeof patchSettings>) => caller.call(patchSettings, { body });
  const ldap = async () => (await readSources())('ldap');
  const off = { ldap_enabled: true, ldap_sync_enabled: false, ldap_sign_in_enabled: false };
  await set({ ldap_url: 'ldap://127.0.0.1:1', ldap_bind_password: 'secret', ldap_is_authoritative: true, ...off });
  expect(await ldap()).toMatchObject({ state: 'off', signs_in: false, attention: [] });
  await set({ ldap_sign_in_enabled: true });
  expect(await ldap()).toMatchObject({ state: 'on', signs_in: true });
  await set({ ldap_sign_in_enabled: false, ldap_sync_enabled: true, ldap_sync_interval: 604_800 });
  await server.database.query(`update directory_sync_run set state = 'failed' where state in ('queued', 'running')`);
  await server.database.query(`insert into directory_sync_run (source, state, guard, created_at, ended_at)
    values ('ldap', 'waiting', 'removals', now(), now())`);
  expect(await ldap()).toMatchObject({
    ...{ state: 'on', signs_in: false, attention: ['sync_waiting'] },
    synchronization: { is_enabled: true, last: { state: 'waiting', guard: 'removals' } },
  });
  // while synchronization is off, its last run needs no decision
  await set({ ldap_sync_enabled: false });
  expect(await ldap()).toMatchObject({ state: 'off', attention: [] });
});

it('states whether SCIM clients can connect, what they sent last, and what needs attention', async () => {
  const caller = await admin();
  const scim = async () => (await readSources())('scim');
  await server.database.query('delete from scim_token');
  await server.database.query('delete from scim_request');
  const user = await server.given.user();
  await server.database.query(`update "user" set managed_by = 'scim' where id = $1`, [user.id]);
  expect(await scim()).toMatchObject({ state: 'off', scim: { tokens: 0 }, attention: ['no_token'] });
  const { token } = await caller.call(addScimToken, { body: { name: uniqueName('Entra-') } });
  expect(await scim()).toMatchObject({ state: 'on', scim: { last_used_at: null, last_request: null }, attention: [] });
  const refused = await fetch(`${server.url}/scim/v2/Users/00000000-0000-4000-8000-000000000000`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(refused.status).toBe(404);
  expect(await scim()).toMatchObject({
    scim: { tokens: 1, last_used_at: expect.any(String), last_request: { method: 'DELETE', status: 404 } },
  });
  await server.database.query(`update scim_token set expires_at = now() - interval '1 day'`);
  expect(await scim()).toMatchObject({ state: 'off', attention: ['token_expired'] });
});
