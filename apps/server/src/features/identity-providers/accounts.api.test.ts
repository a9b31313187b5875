import { listGroups } from '@gatewarden/contract/groups';
import {
  deleteProvider,
  listExternalIdentities,
  listProviders,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/identity-providers';
import { patchSettings } from '@gatewarden/contract/settings';
import { updateUser } from '@gatewarden/contract/users';
import { describe, expect, onTestFinished } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { Person } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import {
  type ConsoleBrowser,
  givenExternalIdentity,
  givenProvider,
  localProviders,
  newAccount,
  openConsole,
} from '../../../test/given/openid.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { type TestServer, testWith } from '../../../test/harness.ts';
import { type HostileProvider, startHostileProvider } from '../../../test/openid-provider/hostile-provider.ts';

const test = testWith(localProviders).extend<{ idp: HostileProvider }>({
  idp: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      await using idp = await startHostileProvider();
      await use(idp);
    },
    { scope: 'file' },
  ],
});

/** Signs the account in at the provider and returns the answer of core. */
async function signInAs(browser: ConsoleBrowser, idp: HostileProvider, provider: string, account: object) {
  idp.account = { ...account };
  return browser.finish(idp.authorize(await browser.begin(provider)));
}

const isSignedIn = async (browser: ConsoleBrowser) => (await browser.api('GET', '/me')).status === 200;
const identitiesOf = (person: Person) => person.call(listExternalIdentities, { params: { username: person.username } });

/** Changes one field of a provider. */
async function change(server: TestServer, idp: HostileProvider, name: string, changes: object) {
  const admin = await server.given.admin();
  const body = { name, base_url: idp.issuer, client_id: idp.client.id, ...changes };
  return admin.call(updateProvider, { params: { name }, body });
}

/** Links the own account of a signed-in browser. */
async function link(browser: ConsoleBrowser, idp: HostileProvider, provider: string, account: object) {
  const { status, body } = await browser.api('POST', '/openid/link/start', { provider });
  if (status !== 200) return { status, body };
  idp.account = { ...account };
  return browser.api('POST', '/openid/link', idp.authorize(String(body['url'])));
}

/** A browser in which the user is signed in with the password. */
async function signedInBrowser(server: TestServer, username: string): Promise<ConsoleBrowser> {
  const browser = openConsole(server.url);
  await browser.api('POST', '/auth', { username, password: 'Correct-horse-7' });
  return browser;
}

describe('an account that the directory of the provider added', () => {
  /** An instance has a maximum number of providers. */
  async function givenDirectory(server: TestServer, idp: HostileProvider, kind: 'google' | 'microsoft' | 'okta') {
    const provider = await givenProvider(server, idp, { kind });
    onTestFinished(async () => {
      await (await server.given.admin()).call(deleteProvider, { params: { name: provider.name } });
    });
    return provider;
  }

  /** A user without another credential, as a synchronization adds it. */
  async function givenEntry(server: TestServer, providerId: number, externalId: string, groups: string[] = []) {
    const user = await server.given.user({ groups });
    await server.database.query(
      `with entry as (insert into directory_link (source, external_id, user_id) values ($1, $2, $3))
      update "user" set managed_by = $1, managed_fields = '{username,email}', password_hash = null where id = $3`,
      [`openid-${providerId}`, externalId, user.id],
    );
    return user;
  }

  test.for([
    ['okta', (id: string) => ({ sub: id })],
    ['google', (id: string) => ({ sub: id })],
    ['microsoft', (id: string) => ({ oid: id })],
  ] as const)('is linked by its permanent id at a first sign-in: %s', async ([kind, claims], { server, idp }) => {
    const { id, name } = await givenDirectory(server, idp, kind);
    const externalId = `entry-${kind}`;
    const user = await givenEntry(server, id, externalId);
    const account = newAccount({ ...claims(externalId), email: 'another@example.com', email_verified: false });
    const browser = openConsole(server.url);
    expect(await signInAs(browser, idp, name, account)).toMatchObject({
      ...{ status: 200, body: { user: { username: user.username } } },
    });
    expect(await latestEntry(server, 'external_identity_linked')).toMatchObject({
      description: `${user.username} linked to ${name} by the directory`,
    });
  });

  test('is not linked if it is an administrator, has a password, or is of another provider', async ({
    server,
    idp,
  }) => {
    const { id, name } = await givenDirectory(server, idp, 'okta');
    const other = await givenDirectory(server, idp, 'okta');
    const admins = await server.given.group({ is_admin: true });
    await givenEntry(server, id, 'entry-admin', [admins.name]);
    const user = await givenEntry(server, id, 'entry-password');
    await server.database.query(`update "user" set password_hash = 'x' where id = $1`, [user.id]);
    await givenEntry(server, other.id, 'entry-other');
    for (const sub of ['entry-admin', 'entry-password', 'entry-other']) {
      const browser = openConsole(server.url);
      await signInAs(browser, idp, name, newAccount({ sub, email: undefined }));
      expect(await isSignedIn(browser)).toBe(false);
    }
    expect(await server.database.query(`select from external_identity where provider_id = $1`, [id])).toEqual([]);
  });

  test('is refused if it is disabled', async ({ server, idp }) => {
    const { id, name } = await givenDirectory(server, idp, 'okta');
    const user = await givenEntry(server, id, 'entry-disabled');
    await server.database.query(`update "user" set is_active = false where id = $1`, [user.id]);
    const answer = await signInAs(openConsole(server.url), idp, name, newAccount({ sub: 'entry-disabled' }));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const links = await server.database.query(`select from external_identity where user_id = $1`, [user.id]);
    expect(links).toEqual([]);
  });
});

describe('an account with the same email address', () => {
  test.for([
    ['verified, and the provider may link', true, {}, 200],
    ['verified as a text', true, { email_verified: 'true' }, 200],
    ['in another case', true, { email: 'CASE' }, 200],
    ['not verified', true, { email_verified: false }, 409],
    ['verified as an unknown text', true, { email_verified: 'yes' }, 409],
    ['of which the provider does not say whether it is verified', true, { email_verified: undefined }, 409],
    ['verified, but the provider may not link', false, {}, 409],
  ] as const)('is linked only if allowed: %s', async ([, link_by_email, claims, status], { server, idp }) => {
    const user = await server.given.user();
    const { name } = await givenProvider(server, idp, { link_by_email });
    const address = `${user.username}@example.com`;
    const email = 'email' in claims ? address.toUpperCase() : address;
    const account = newAccount({ ...claims, email });
    const browser = openConsole(server.url);
    const answer = await signInAs(browser, idp, name, account);
    expect(answer.status).toBe(status);
    const isLinked = status === 200;
    expect(await identitiesOf(user)).toMatchObject(isLinked ? [{ provider: name, email }] : []);
    expect(answer.body).toMatchObject(
      isLinked ? { user: { username: user.username } } : { code: 'openid_account_exists' },
    );
    if (isLinked)
      expect(await latestEntry(server, 'external_identity_linked')).toMatchObject({ username: user.username });
    else expect(await latestEntry(server, 'user_login_failed')).toMatchObject({ username: user.username });
  });

  test('is never linked if it is an administrator, nor to a second account at the same provider', async ({
    server,
    idp,
  }) => {
    const { name } = await givenProvider(server, idp, { link_by_email: true });
    const admins = await server.given.group({ is_admin: true });
    const admin = await server.given.user({ groups: [admins.name] });
    const browser = openConsole(server.url);
    const refused = { status: 409, body: { code: 'openid_account_exists' } };
    const ofAdmin = newAccount({ email: `${admin.username}@example.com` });
    expect(await signInAs(browser, idp, name, ofAdmin)).toMatchObject(refused);

    const user = await server.given.user();
    const email = `${user.username}@example.com`;
    expect(await signInAs(browser, idp, name, newAccount({ email }))).toMatchObject({ status: 200 });
    expect(await signInAs(browser, idp, name, newAccount({ email }))).toMatchObject(refused);
  });
});

test('creates no account without permission, email or name, or under a name that is taken or reserved', async ({
  server,
  idp,
}) => {
  const admin = await server.given.admin();
  const { name } = await givenProvider(server, idp);
  const browser = openConsole(server.url);
  const user = await server.given.user();
  const refusals = [
    [newAccount({ email: undefined }), 'openid_email_missing'],
    [newAccount({ email: 'not an address' }), 'openid_email_missing'],
    [newAccount({ email: 'ünï@example.com' }), 'openid_email_missing'],
    [newAccount({ email_verified: false }), 'openid_email_missing'],
    [newAccount({ given_name: undefined, name: undefined }), 'openid_name_missing'],
    [newAccount({ preferred_username: user.username.toUpperCase() }), 'openid_username_unavailable'],
    [newAccount({ preferred_username: 'root' }), 'openid_username_unavailable'],
    [newAccount({ preferred_username: '김민수' }), 'openid_username_unavailable'],
  ] as const;
  for (const [account, code] of refusals) {
    expect(await signInAs(browser, idp, name, account)).toMatchObject({ body: { code } });
    expect(await server.database.query('select from external_identity where subject = $1', [account.sub])).toEqual([]);
  }
  await admin.call(patchSettings, { body: { openid_create_account: false } });
  expect(await signInAs(browser, idp, name, newAccount())).toMatchObject({
    status: 403,
    body: { code: 'openid_account_unknown' },
  });
  await admin.call(patchSettings, { body: { openid_create_account: true } });
  expect(await signInAs(browser, idp, name, newAccount({ given_name: undefined, name: 'Kim' }))).toMatchObject({
    status: 200,
    body: { user: { first_name: 'Kim', last_name: 'Extern' } },
  });
});

test('refuses a disabled user, and ends the sessions of one who is disabled', async ({ server, idp }) => {
  const admin = await server.given.admin();
  const { name } = await givenProvider(server, idp);
  const account = newAccount();
  const browser = openConsole(server.url);
  await signInAs(browser, idp, name, account);
  const params = { username: account.preferred_username };
  await admin.call(updateUser, { params, body: { is_active: false } });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await signInAs(browser, idp, name, account)).toMatchObject({
    status: 403,
    body: { code: 'openid_account_disabled' },
  });
});

test('asks for our second factor, unless a trusted provider states that it verified one', async ({ server, idp }) => {
  const user = await server.given.user();
  const { next } = await givenTotp(server, user);
  const { name } = await givenProvider(server, idp, { link_by_email: true });
  const account = newAccount({ email: `${user.username}@example.com`, amr: ['pwd', 'mfa'] });
  const browser = openConsole(server.url);
  expect(await signInAs(browser, idp, name, account)).toMatchObject({ status: 201, body: { totp_available: true } });
  expect(await isSignedIn(browser)).toBe(false);
  server.clock.advance({ minutes: 1 });
  expect((await browser.api('POST', '/auth/totp/verify', { code: next() })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);

  const acr = 'urn:example:strong';
  await change(server, idp, name, { trust_second_factor: true, acr_values: [acr] });
  for (const [claims, status] of [
    [{ amr: ['pwd', 'mfa'] }, 200],
    [{ amr: ['pwd'] }, 201],
    [{ amr: 'mfa' }, 201],
    [{ amr: undefined }, 201],
    [{ amr: undefined, acr }, 200],
    [{ amr: undefined, acr: 'urn:example:weak' }, 201],
  ] as const) {
    const answer = await signInAs(openConsole(server.url), idp, name, { ...account, ...claims });
    expect([claims, answer.status]).toEqual([claims, status]);
  }
});

test('sets mapped groups at each sign-in and leaves all others unchanged', async ({ server, idp }) => {
  const [admin, staff, ops, other] = [
    await server.given.admin(),
    await server.given.group(),
    await server.given.group({ is_admin: true }),
    await server.given.group(),
  ];
  const group_mapping = [
    { claim: 'staff', group: staff.name },
    { claim: 'ops', group: ops.name },
    { claim: 'sre', group: ops.name },
  ];
  const { name } = await givenProvider(server, idp, { group_claim: 'groups', group_mapping });
  const account = newAccount();
  const groupsOf = async () => {
    const groups = await admin.call(listGroups, {});
    return groups.filter(({ members }) => members.includes(account.preferred_username)).map((group) => group.name);
  };
  const browser = openConsole(server.url);
  await signInAs(browser, idp, name, { ...account, groups: ['staff', 'sre', 'unknown', 7] });
  expect((await groupsOf()).toSorted()).toEqual([staff.name, ops.name].toSorted());
  await admin.call(updateUser, {
    params: { username: account.preferred_username },
    body: { groups: [staff.name, ops.name, other.name] },
  });
  await signInAs(browser, idp, name, { ...account, _claim_names: { groups: 'src1' } });
  expect(await groupsOf()).toHaveLength(3);
  await signInAs(browser, idp, name, { ...account, groups: 'ops' });
  expect((await groupsOf()).toSorted()).toEqual([ops.name, other.name].toSorted());
  await signInAs(browser, idp, name, account);
  expect(await groupsOf()).toEqual([other.name]);
});

test('links and unlinks the own account, of an administrator too, and never another one', async ({ server, idp }) => {
  const { name } = await givenProvider(server, idp);
  const admins = await server.given.group({ is_admin: true });
  const [ina, user] = [await server.given.user({ groups: [admins.name] }), await server.given.user()];
  const account = newAccount();
  const [ofIna, ofUser] = [await signedInBrowser(server, ina.username), await signedInBrowser(server, user.username)];
  expect(await link(ofIna, idp, name, account)).toMatchObject({
    status: 201,
    body: { provider: name, email: account.email },
  });
  expect(await link(ofIna, idp, name, newAccount())).toMatchObject({
    status: 409,
    body: { code: 'external_identity_exists' },
  });
  expect(await link(ofUser, idp, name, account)).toMatchObject({
    status: 409,
    body: { code: 'external_identity_taken' },
  });

  // an answer for one user cannot be used by another, nor for a sign-in, nor the other way round
  const { body } = await ofIna.api('POST', '/openid/link/start', { provider: name });
  const answer = idp.authorize(String(body['url']));
  expect(await ofIna.finish(answer)).toMatchObject({ status: 400 });
  await ofIna.api('POST', '/auth', { username: user.username, password: 'Correct-horse-7' });
  expect(await ofIna.api('POST', '/openid/link', answer)).toMatchObject({
    status: 400,
    body: { code: 'openid_state_invalid' },
  });
  const forSignIn = idp.authorize(await ofIna.begin(name));
  expect(await ofIna.api('POST', '/openid/link', forSignIn)).toMatchObject({ status: 400 });

  const external = openConsole(server.url);
  expect(await signInAs(external, idp, name, account)).toMatchObject({
    status: 200,
    body: { user: { username: ina.username } },
  });
  const [identity] = await identitiesOf(ina);
  const id = String(identity?.id);
  expect(await user.try(unlinkExternalIdentity, { params: { username: user.username, id } })).toMatchObject({
    status: 404,
  });
  await ina.call(unlinkExternalIdentity, { params: { username: ina.username, id } });
  expect(await isSignedIn(external)).toBe(false);
  expect(await latestEntry(server, 'external_identity_unlinked')).toMatchObject({ username: ina.username });
  expect(await identitiesOf(ina)).toEqual([]);
});

test('removes the only way to sign in of another user only if the administrator asks for it, and never the own one', async ({
  server,
  idp,
}) => {
  const admin = await server.given.signedIn((await server.given.admin()).username);
  const { name } = await givenProvider(server, idp);
  const account = newAccount();
  const browser = openConsole(server.url);
  await signInAs(browser, idp, name, account);
  const path = `/user/${account.preferred_username}/external_identity`;
  const [identity] = (await browser.api('GET', path)).body as unknown as { id: number }[];
  expect(identity).toMatchObject({ is_last_credential: true });
  const refused = { status: 409, body: { code: 'external_identity_last_credential' } };
  const own = `${path}/${identity?.id}`;
  expect(await browser.api('DELETE', own)).toMatchObject(refused);
  expect(await browser.api('DELETE', `${own}?last_credential=remove`)).toMatchObject(refused);
  const params = { username: account.preferred_username, id: String(identity?.id) };
  expect(await admin.try(unlinkExternalIdentity, { params })).toMatchObject(refused);
  expect(await isSignedIn(browser)).toBe(true);
  await admin.call(unlinkExternalIdentity, { params, query: { last_credential: 'remove' } });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await latestEntry(server, 'external_identity_unlinked')).toMatchObject({ username: admin.username });
});

test('leaves one of two links that are removed at the same time to a user without another credential', async ({
  server,
  replica,
  idp,
}) => {
  const admin = await server.given.signedIn((await server.given.admin()).username);
  const { id, username } = await server.given.user();
  await server.database.query('update "user" set password_hash = null where id = $1', [id]);
  const providers = [await givenProvider(server, idp), await givenProvider(server, idp)];
  for (const { name } of providers) await givenExternalIdentity(server, id, name);
  const linked = await admin.call(listExternalIdentities, { params: { username } });
  expect(linked.map(({ is_last_credential }) => is_last_credential)).toEqual([false, false]);
  const countsOf = async () =>
    (await admin.call(listProviders, {})).providers
      .filter(({ name }) => providers.some((provider) => provider.name === name))
      .map(({ linked_users: users, last_credential_users: last }) => [users, last]);
  expect(await countsOf()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  const other = createCaller(replica.url, admin.cookie);
  const answers = await Promise.all(
    linked.map((identity, index) =>
      (index === 0 ? admin : other).try(unlinkExternalIdentity, { params: { username, id: String(identity.id) } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await countsOf()).toSorted()).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test('ends the sessions that a provider began when it is disabled, moved or deleted, and no others', async ({
  server,
  replica,
  idp,
}) => {
  const admin = await server.given.signedIn((await server.given.admin()).username);
  const { name } = await givenProvider(server, idp);
  const account = newAccount();
  const browser = openConsole(replica.url);
  const signInAgain = async () => {
    await signInAs(browser, idp, name, account);
    expect(await isSignedIn(browser)).toBe(true);
  };
  const client_secret = idp.client.secret;
  const endings = [
    { enabled: false },
    { base_url: idp.issuer.replace('127.0.0.1', 'localhost'), client_secret },
    { client_id: 'another', client_secret },
  ];
  for (const ending of endings) {
    await signInAgain();
    await admin.call(updateProvider, {
      params: { name },
      body: { name, base_url: idp.issuer, client_id: idp.client.id, ...ending },
    });
    expect([ending, await isSignedIn(browser)]).toEqual([ending, false]);
    await change(server, idp, name, { enabled: true, client_secret });
  }
  await signInAgain();
  await admin.call(deleteProvider, { params: { name } });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await admin.try(listExternalIdentities, { params: { username: account.preferred_username } })).toMatchObject({
    body: [],
  });
  expect(
    await server.database.query(
      `select from secret where kind like 'openid-%' and owner not in (select id::text from identity_provider)`,
    ),
  ).toEqual([]);
});

test('replaces the former session of the browser, whether it was complete or waited for a second factor', async ({
  server,
  idp,
}) => {
  const { name } = await givenProvider(server, idp);
  const [plain, withFactor] = [await server.given.user(), await server.given.user()];
  await givenTotp(server, withFactor);
  for (const { username, id } of [plain, withFactor]) {
    const browser = await signedInBrowser(server, username);
    const former = browser.cookie('gatewarden_session');
    const sessions = () => server.database.query('select count(*)::int as n from session where user_id = $1', [id]);
    const [before] = await sessions();
    const account = newAccount();
    await signInAs(browser, idp, name, account);
    expect(await browser.api('GET', '/me')).toMatchObject({ body: { username: account.preferred_username } });
    expect(browser.cookie('gatewarden_session')).not.toBe(former);
    expect(await sessions()).toEqual([{ n: Number(before?.['n']) - 1 }]);
  }
});
