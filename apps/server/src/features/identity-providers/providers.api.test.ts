import * as contract from '@gatewarden/contract/identity-providers';
import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { expect } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { localProviders, openConsole } from '../../../test/given/openid.ts';
import { testWith } from '../../../test/harness.ts';
import { startHostileProvider } from '../../../test/openid-provider/hostile-provider.ts';

const test = testWith(localProviders);

const pemOf = (content: string) => `-----BEGIN PRIVATE KEY-----\n${content}\n-----END PRIVATE KEY-----\n`;
const keyFileOf = (content: string) =>
  JSON.stringify({ private_key: pemOf(content), client_email: 'sync@example.com' });
const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' };

const google = {
  name: 'Google',
  base_url: 'https://accounts.google.com',
  client_id: 'client-1',
  client_secret: 'Canary-secret-1',
  display_name: 'Sign in with Google',
  google_service_account_key: keyFileOf('Canary-secret-2'),
  google_service_account_email: 'sync@example.com',
  admin_email: 'admin@example.com',
  directory_sync_enabled: true,
  directory_sync_interval: 900,
  directory_sync_user_behavior: 'disable',
  directory_sync_admin_behavior: 'keep',
  directory_sync_target: 'users',
  okta_dirsync_client_id: null,
  okta_private_jwk: null,
  jumpcloud_api_key: 'Canary-secret-3',
  directory_sync_group_match: ' staff , , ops',
  create_account: false,
  username_handling: 'PruneEmailDomain',
} as const;

test('the documented calls act on the first provider, and secrets never come back', async ({ server, replica }) => {
  const admin = await server.given.admin();
  await server.query('delete from identity_provider');
  const restored = { openid_create_account: true, openid_username_handling: 'RemoveForbidden' } as const;
  await admin.call(patchSettings, { body: restored });
  expect(await admin.call(contract.getProvider, {})).toEqual({
    provider: null,
    settings: { create_account: true, username_handling: 'RemoveForbidden' },
  });
  await admin.call(contract.saveProvider, { body: google });
  await admin.call(contract.addProvider, { body: { ...google, name: 'Second' } });
  const { provider, settings } = await admin.call(contract.getProvider, {});
  expect(settings).toEqual({ create_account: false, username_handling: 'PruneEmailDomain' });
  expect(await admin.call(getSettings, {})).toMatchObject({ openid_create_account: false });
  expect(provider).toMatchObject({
    name: 'Google',
    kind: 'google',
    client_secret: '',
    client_secret_set: true,
    google_service_account_key: null,
    google_service_account_key_set: true,
    okta_private_jwk_set: false,
    jumpcloud_api_key: null,
    jumpcloud_api_key_set: true,
    directory_sync_interval: 900,
    directory_sync_group_match: ['staff', 'ops'],
    enabled: true,
    link_by_email: false,
  });

  // a client that knows only the documented fields saves the form that it read
  await admin.call(contract.updateProvider, { params: { name: 'Google' }, body: { ...google, link_by_email: true } });
  const { client_secret: _, ...withoutSecret } = google;
  await admin.call(contract.saveProvider, {
    body: { ...withoutSecret, name: 'Renamed', google_service_account_key: '' },
  });
  expect(await admin.call(contract.getProviderByName, { params: { name: 'Renamed' } })).toEqual({
    ...provider,
    name: 'Renamed',
    link_by_email: true,
  });
  const names = (await admin.call(contract.listProviders, {})).providers.map(({ name }) => name);
  expect(names).toEqual(['Renamed', 'Second']);
  expect(await admin.try(contract.getProviderByName, { params: { name: 'Google' } })).toMatchObject({ status: 404 });

  expect(await latestEntry(server, 'open_id_provider_modified')).toMatchObject({ username: admin.username });
  const answers = JSON.stringify(await admin.call(contract.listProviders, {}));
  const stored = JSON.stringify(await server.database.query('select t::text from identity_provider t'));
  expect([answers, stored, server.logged(), JSON.stringify(await server.events())].join()).not.toContain('Canary');
  const buttons = await replica.stranger().call(contract.listSignInProviders, {});
  expect(buttons).toContainEqual({ name: 'Second', display_name: 'Sign in with Google', kind: 'custom' });
  await admin.call(contract.deleteProvider, { params: { name: 'Renamed' } });
  expect(await latestEntry(server, 'open_id_provider_removed')).toMatchObject({ username: admin.username });
});

test('never sends a stored secret to another address, and refuses unsuitable providers', async ({ server }) => {
  const admin = await server.given.admin();
  const body = { name: 'Own', base_url: 'https://sso.example.com', client_id: 'a', client_secret: 'secret' };
  await admin.call(contract.addProvider, { body });
  const { client_secret: _, ...withoutSecret } = body;
  const update = (changes: object) =>
    admin.try(contract.updateProvider, { params: { name: 'Own' }, body: { ...withoutSecret, ...changes } });
  expect(await update({ display_name: 'Own' })).toMatchObject({ status: 200, body: { client_secret_set: true } });
  const needed = { status: 400, body: { code: 'openid_secret_needed', field: 'client_secret' } };
  expect(await update({ base_url: 'https://evil.example.com' })).toMatchObject(needed);
  expect(await admin.try(contract.addProvider, { body: { ...withoutSecret, name: 'New' } })).toMatchObject(needed);
  const refused = { status: 400, body: { code: 'openid_base_url_refused', field: 'base_url' } };
  for (const base_url of [
    'http://sso.example.com',
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/organizations/v2.0',
  ])
    expect([base_url, await update({ base_url, client_secret: 'x' })]).toMatchObject([base_url, refused]);
  for (const base_url of ['https://COMPANY.okta.com', 'https://login.microsoftonline.com/TENANT/v2.0'])
    expect([base_url, await update({ base_url, client_secret: 'x' })]).toMatchObject([
      base_url,
      { status: 400, body: { code: 'openid_base_url_placeholder', field: 'base_url' } },
    ]);
  for (const base_url of [
    'javascript:alert(1)',
    'https://user:pass@sso.example.com',
    'https://sso.example.com?x',
    '//x',
  ])
    expect([base_url, (await update({ base_url })).status]).toEqual([base_url, 422]);
  expect(await admin.try(contract.addProvider, { body })).toMatchObject({ status: 409, body: { field: 'name' } });
  expect(await update({ group_mapping: [{ claim: 'a', group: 'missing' }] })).toMatchObject({
    status: 422,
    body: { code: 'group_name_unknown' },
  });
  const program = await givenProgram(server, admin);
  expect(await program.try(contract.addProvider, { body })).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
});

test('refuses directory sync without what is needed to read the directory', async ({ server }) => {
  const admin = await server.given.admin();
  const toBody = (kind: 'google' | 'okta' | 'jumpcloud', changes: object = {}) => ({
    ...{ name: `Sync ${kind}`, kind, base_url: `https://${kind}.example.com`, client_id: 'a', client_secret: 'b' },
    ...{ directory_sync_enabled: true, ...changes },
  });
  const key = { google_service_account_key: keyFileOf('a') };
  const pem = { google_service_account_key: pemOf('a'), admin_email: 'admin@example.com' };
  const client = { okta_dirsync_client_id: '0oa1' };
  for (const [body, field] of [
    [toBody('google'), 'google_service_account_key'],
    [toBody('google', key), 'admin_email'],
    [toBody('google', pem), 'google_service_account_email'],
    [toBody('okta'), 'okta_dirsync_client_id'],
    [toBody('okta', client), 'okta_private_jwk'],
    [toBody('jumpcloud'), 'jumpcloud_api_key'],
  ] as const)
    expect(await admin.try(contract.addProvider, { body })).toMatchObject({
      status: 400,
      body: { code: 'openid_directory_incomplete', field },
    });
  await admin.call(contract.addProvider, {
    body: toBody('okta', { ...client, okta_private_jwk: JSON.stringify(jwk) }),
  });
  const update = (changes: object) =>
    admin.try(contract.updateProvider, { params: { name: 'Sync okta' }, body: toBody('okta', changes) });
  expect(await update(client)).toMatchObject({ status: 200, body: { directory_sync_enabled: true } });
  expect(await update({})).toMatchObject({ status: 400, body: { field: 'okta_dirsync_client_id' } });
  expect(await update({ directory_sync_enabled: false })).toMatchObject({ status: 200 });
  await admin.call(contract.deleteProvider, { params: { name: 'Sync okta' } });
});

test('refuses keys of a directory that cannot be one', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: _, ...others } = google;
  const body = { ...others, name: 'Wrong key', directory_sync_enabled: false };
  for (const [changes, status, answer] of [
    [{ google_service_account_key: '{"not":"it"}' }, 400, { code: 'openid_google_key_invalid' }],
    [{ okta_private_jwk: 'garbage' }, 400, { code: 'openid_okta_key_invalid' }],
    [{ okta_private_jwk: JSON.stringify({ ...jwk, d: undefined }) }, 400, { code: 'openid_okta_key_invalid' }],
    [{ admin_email: 'nope' }, 422, {}],
    [{ google_service_account_email: 'nope' }, 422, {}],
  ] as const) {
    const [field = ''] = Object.keys(changes);
    const refused = await admin.try(contract.addProvider, { body: { ...body, ...changes } });
    expect([changes, refused]).toMatchObject([changes, { status, body: { ...answer, field } }]);
  }
});

test('limits the number of providers', async ({ server }) => {
  const admin = await server.given.admin();
  await server.query('delete from identity_provider');
  const add = (nth: number) =>
    admin.try(contract.addProvider, { body: { ...google, name: `Provider ${nth}`, create_account: true } });
  const statuses = [];
  for (let nth = 0; nth < 22; nth += 1) statuses.push((await add(nth)).status);
  expect(statuses).toEqual([...Array(20).fill(201), 409, 409]);
  await server.query('delete from identity_provider');
});

test('shows what discovery finds, and why it fails', async ({ server }) => {
  await using idp = await startHostileProvider();
  const admin = await server.given.admin();
  const discover = (base_url: string) => admin.call(contract.testProvider, { body: { base_url } });
  expect(await discover(idp.issuer)).toMatchObject({
    success: true,
    issuer: idp.issuer,
    token_endpoint: `${idp.issuer}/token`,
    scopes: ['openid', 'email', 'profile'],
    redirect_uris: ['/auth/callback', '/openid/callback', '/openid/mfa/callback'].map((path) =>
      expect.stringMatching(new RegExp(`^http://localhost:[0-9]+${path}$`)),
    ),
  });
  const path = '/.well-known/openid-configuration';
  const broken = [
    [() => idp.routes.set(path, (_, response) => response.writeHead(404).end()), 'invalid'],
    [() => idp.routes.set(path, (_, response) => response.end('<html>')), 'invalid'],
    [
      () => idp.routes.set(path, (_, response) => response.on('error', () => undefined).end(Buffer.alloc(10_485_760))),
      'too_large',
    ],
    [
      () => idp.routes.set(path, (_, response) => response.writeHead(302, { location: 'http://10.0.0.1' }).end()),
      'invalid',
    ],
    [() => Object.assign(idp, { metadata: { issuer: 'https://other.example.com' } }), 'invalid'],
    [() => Object.assign(idp, { metadata: { authorization_endpoint: 'javascript:alert(1)' } }), 'insecure'],
    [() => Object.assign(idp, { metadata: { token_endpoint: 'http://sso.example.com/token' } }), 'insecure'],
    [() => Object.assign(idp, { metadata: { jwks_uri: undefined } }), 'invalid'],
  ] as const;
  for (const [breakIt, reason] of broken) {
    breakIt();
    expect(await discover(idp.issuer)).toMatchObject({ success: false, reason, issuer: null });
    idp.routes.clear();
    idp.metadata = {};
  }
  expect(await discover('https://10.0.0.7')).toMatchObject({
    success: false,
    reason: 'blocked_address',
    host: '10.0.0.7',
  });
  expect(await discover('http://sso.example.com')).toMatchObject({ success: false, reason: 'insecure' });
});

test('reads the description once for many visits of the sign-in page, also while the provider is down', async ({
  server,
}) => {
  await using idp = await startHostileProvider();
  const admin = await server.given.admin();
  const add = (name: string, base_url: string) =>
    admin.call(contract.addProvider, { body: { ...google, kind: 'google', name, base_url, create_account: true } });
  await add('Cached', idp.issuer);
  idp.routes.set('/.well-known/openid-configuration', (_, response) => response.writeHead(503).end());
  const visit = () => openConsole(server.url).api('GET', '/openid/auth_info?provider=Cached');
  const unreachable = await Promise.all(Array.from({ length: 10 }, visit));
  expect(new Set(unreachable.map(({ status }) => status))).toEqual(new Set([502]));
  expect(JSON.stringify(unreachable)).not.toContain(new URL(idp.issuer).host);
  expect(idp.calls).toHaveLength(1);
  idp.routes.clear();
  server.clock.advance({ minutes: 1 });
  const urls = await Promise.all(Array.from({ length: 10 }, visit));
  expect(new Set(urls.map(({ body }) => body['url'])).size).toBe(10);
  expect(idp.calls).toHaveLength(2);
  const url = new URL(String(urls[0]?.body['url']));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'client-1',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    redirect_uri: expect.stringMatching(/\/auth\/callback$/),
  });
});
