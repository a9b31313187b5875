import { listDirectorySources, runDirectorySync, testDirectorySync } from '@gatewarden/contract/directory-sync';
import { getGroup } from '@gatewarden/contract/groups';
import { addProvider, deleteProvider, updateProvider } from '@gatewarden/contract/identity-providers';
import { getInfo } from '@gatewarden/contract/info';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DirectoryServer, toContent } from '../../../test/directories/directory-server.ts';
import { startGoogle } from '../../../test/directories/google-server.ts';
import { startJumpcloud } from '../../../test/directories/jumpcloud-server.ts';
import { startMicrosoft } from '../../../test/directories/microsoft-server.ts';
import { startOkta } from '../../../test/directories/okta-server.ts';
import type { Person } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { createSteps } from '../../../test/given/ldap.ts';
import { localProviders } from '../../../test/given/openid.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

type Kind = 'google' | 'microsoft' | 'okta' | 'jumpcloud';

let server: TestServer;
let admin: Person;
let directories: Record<Kind, DirectoryServer>;
let settings: Record<Kind, object>;

/** The people of each directory have other names, because all are synchronized with one instance. */
function contentOf(kind: Kind) {
  const { people, groups } = toContent(20);
  return {
    people: people.map(({ id, name }) => ({ id, name: `${kind}-${name}` })),
    groups: groups.map((group) => ({ ...group, name: `${kind} ${group.name}` })),
  };
}

beforeAll(async () => {
  const okta = await startOkta(contentOf('okta'));
  const jumpcloud = await startJumpcloud(contentOf('jumpcloud'));
  const microsoft = await startMicrosoft(contentOf('microsoft'));
  const google = await startGoogle(contentOf('google'));
  directories = { google, microsoft, okta, jumpcloud };
  settings = {
    google: {
      base_url: 'https://accounts.google.com',
      google_service_account_key: google.keyFile,
      admin_email: google.adminEmail,
    },
    microsoft: {
      base_url: 'https://login.microsoftonline.com/tenant-1/v2.0',
      ...{ client_id: microsoft.client.id, client_secret: microsoft.client.secret },
    },
    okta: { base_url: okta.url, okta_dirsync_client_id: okta.clientId, okta_private_jwk: okta.jwk },
    jumpcloud: { base_url: 'https://oauth.id.jumpcloud.com', jumpcloud_api_key: jumpcloud.apiKey },
  };
  const directoryHosts = {
    google: { token: `${google.url}/token`, api: google.url },
    microsoft: { login: microsoft.url, graph: microsoft.url },
    jumpcloud: jumpcloud.url,
    okta: (issuer: string) => issuer,
  };
  server = await startTestServer({ ...localProviders, directoryHosts });
  admin = await server.given.admin();
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  for (const directory of Object.values(directories ?? {})) await directory[Symbol.asyncDispose]();
});

const toBody = (kind: Kind, changes: object = {}) => ({
  ...{ name: kind, kind, client_id: 'client', client_secret: 'secret', base_url: '' },
  // no schedule interferes with a test
  ...{ directory_sync_enabled: true, directory_sync_interval: 604_800, directory_sync_removal_limit: 50 },
  ...{ directory_sync_user_behavior: 'disable' as const, username_handling: 'PruneEmailDomain' as const },
  ...settings[kind],
  ...changes,
});

/** A provider of Okta whose people have been synchronized. */
async function givenOkta(prefix: string, count = 20) {
  const { people, groups } = toContent(count);
  const service = await startOkta({
    people: people.map(({ id, name }) => ({ id, name: `${prefix}-${name}` })),
    groups: groups.map((group) => ({ ...group, name: `${prefix} ${group.name}` })),
  });
  const secrets = { okta_dirsync_client_id: service.clientId, okta_private_jwk: service.jwk };
  const body = (changes: object = {}) =>
    toBody('okta', { name: prefix, base_url: service.url, ...secrets, ...changes });
  const { id } = await admin.call(addProvider, { body: body() });
  const source = `openid-${id}`;
  const { preview, sync, confirm, shown } = createSteps(admin, source);
  expect(await confirm(await sync())).toMatchObject({ state: 'completed', counts: { added: count } });
  const change = (changes: object) => admin.call(updateProvider, { params: { name: prefix }, body: body(changes) });
  return { ...service, preview, sync, shown, source, change };
}

describe.each(['google', 'microsoft', 'okta', 'jumpcloud'] as const)('%s', (kind) => {
  it('synchronizes people and groups, and ends the access of a person who leaves', async () => {
    const { id } = await admin.call(addProvider, { body: toBody(kind) });
    const query = { source: `openid-${id}` };
    const { preview, sync, confirm, shown } = createSteps(admin, query.source);
    expect(await admin.call(testDirectorySync, { query })).toMatchObject({ success: true, code: null });
    expect(await preview()).toMatchObject({ state: 'planned', counts: { added: 20, groups_added: 2 } });
    expect(await confirm(await sync())).toMatchObject({ state: 'completed', counts: { added: 20, problems: 0 } });
    expect(await shown(`${kind}-person3`)).toMatchObject({
      ...{ first_name: 'Given', last_name: 'Family', email: `${kind}-person3@example.org` },
      ...{ managed_by: query.source, is_active: true, groups: [] },
    });
    const { members } = await admin.call(getGroup, { params: { name: `${kind} engineering` } });
    expect(members).toHaveLength(10);

    await server.database.query(
      `update "user" set password_hash = (select password_hash from "user" where id = $1) where username = $2`,
      [admin.id, `${kind}-person2`],
    );
    const person = await server.given.signedIn(`${kind}-person2`);
    await person.call(getInfo, {});
    directories[kind].content.people.splice(2, 1);
    expect(await sync()).toMatchObject({ state: 'completed', counts: { disabled: 1, members_removed: 1 } });
    expect((await person.try(getInfo, {})).status).toBe(401);
    const stored = JSON.stringify([server.logged(), await server.database.query('select * from activity_entry')]);
    for (const secret of secretsOf(settings[kind])) expect(stored).not.toContain(secret);
  });
});

function secretsOf(fields: object): string[] {
  const isSecret = (name: string) => /key|jwk|secret/.test(name);
  return Object.entries(fields).flatMap(([name, value]) => (isSecret(name) ? [String(value).slice(-40)] : []));
}

it('synchronizes only the people in the groups that are named', async () => {
  const { preview, change, ...service } = await givenOkta('scoped');
  await using _ = service;
  await change({ directory_sync_group_match: 'scoped engineering, none' });
  // those outside of the group would be disabled
  expect(await preview()).toMatchObject({ counts: { disabled: 10, groups_released: 1 } });
});

it('removes no account if a page in the middle is broken', async () => {
  const { sync, shown, ...service } = await givenOkta('broken', 250);
  await using _ = service;
  service.intercept(/after=100/, (request, response) => response.writeHead(request.url ? 403 : 200).end());
  expect(await sync()).toMatchObject({ state: 'failed', error: 'directory_okta_permission' });
  expect(await shown('broken-person249')).toMatchObject({ is_active: true });
});

it('says what to fix, and tests the first provider with directory sync unless told otherwise', async () => {
  const { source, change, ...service } = await givenOkta('tested');
  await using _ = service;
  await change({ okta_dirsync_client_id: 'other' });
  expect(await admin.call(testDirectorySync, { query: { source } })).toEqual({
    ...{ success: false, code: 'directory_okta_client' },
    message: expect.stringContaining('Okta rejected the client ID or the key'),
  });
  const listed = await admin.call(listDirectorySources, {});
  expect(listed[0]).toMatchObject({ source: 'ldap', kind: 'ldap', is_configured: false });
  const first = listed.find(({ kind, is_enabled }) => kind !== 'ldap' && is_enabled);
  expect(await admin.call(testDirectorySync, {})).toEqual(
    await admin.call(testDirectorySync, { query: { source: first?.source } }),
  );
  expect(await admin.call(testDirectorySync, { query: { source: 'ldap' } })).toMatchObject({
    code: 'directory_not_configured',
  });
  expect((await admin.try(testDirectorySync, { query: { source: 'openid-999' } })).status).toBe(404);
});

it('manages the accounts of a disabled provider here, and those of a deleted one', async () => {
  const { sync, change, source, ...service } = await givenOkta('paused');
  await using _ = service;
  const params = { username: 'paused-person5' };
  const managedBy = async () => (await admin.call(getUser, { params })).user.managed_by;
  await change({ enabled: false });
  expect(await managedBy()).toBeNull();
  expect((await admin.try(runDirectorySync, { query: { source } })).body).toMatchObject({
    code: 'directory_sync_disabled',
  });
  await admin.call(updateUser, { params, body: { phone: '777' } });
  await change({ enabled: true });
  expect(await sync()).toMatchObject({ state: 'completed', counts: { changed: 1, added: 0, linked: 0 } });
  expect(await managedBy()).toBe(source);
  await admin.call(deleteProvider, { params: { name: 'paused' } });
  expect(await managedBy()).toBeNull();
  expect(await server.database.query('select 1 from directory_link where source = $1', [source])).toEqual([]);
  expect(await latestEntry(server, 'directory_sync_released')).toMatchObject({
    description: `${source}: 20 users, 2 groups`,
  });
});
