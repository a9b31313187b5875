import { listActivity } from '@gatewarden/contract/activity-log';
import { endSessions } from '@gatewarden/contract/auth';
import { setOpenidAppState } from '@gatewarden/contract/openid-apps';
import { decideInteraction, getInteraction } from '@gatewarden/contract/openid-interactions';
import { updateUser } from '@gatewarden/contract/users';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { Person } from '../../../test/given/given.ts';
import { test } from '../../../test/harness.ts';
import { givenRelyingParty, redirectUri } from '../../../test/openid/relying-party.ts';
import { createTestBrowser } from '../../../test/test-browser.ts';

const publicUrl = (server: { readonly url: string }) => server.url.replace('127.0.0.1', 'localhost');
const issuerOf = (server: { readonly url: string }) => `${publicUrl(server)}/`;
const browserOf = (server: { readonly url: string }, person?: Person) =>
  createTestBrowser({ origins: [publicUrl(server)], cookie: person?.cookie });

describe('the authorization code flow', () => {
  test('signs a user in to an application that any replica serves', async ({ server, replica }) => {
    const admin = await server.given.admin();
    const group = await server.given.group();
    const una = await server.given.user({ groups: [group.name] });
    const app = await givenRelyingParty(admin, issuerOf(server));
    const request = await app.begin();
    const { location } = await browserOf(server, una).open(request.url);
    expect(`${location?.origin}${location?.pathname}`).toBe(redirectUri);

    const tokens = await request.finish(location);
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: issuerOf(server),
      aud: app.clientId,
      preferred_username: una.username,
      email: `${una.username}@example.com`,
      groups: [group.name],
      acr: 'urn:gatewarden:password',
    });
    expect(claims?.sub).toMatch(/^[0-9a-f-]{36}$/);
    const info = await client.fetchUserInfo(app.config, tokens.access_token, claims?.sub ?? '');
    expect(info).toMatchObject({ name: 'Una User', groups: [group.name] });
    const elsewhere = await fetch(`${publicUrl(replica)}/api/v1/oauth/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await elsewhere.json()).toMatchObject({ sub: claims?.sub });
    expect(tokens.refresh_token).toEqual(expect.any(String));
  });

  test('leads through sign-in and consent, and remembers the consent', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const browser = browserOf(server);
    const request = await app.begin({ scope: 'openid email' });
    const signIn = await browser.open(request.url);
    expect(signIn.location?.pathname).toBe('/sign-in');
    const back = signIn.location?.searchParams.get('r') ?? '';

    browser.setCookie(`${una.cookie}; path=/`);
    const consent = await browser.open(back);
    expect(consent.location?.pathname).toMatch(/^\/consent\/[\w-]+$/);
    const uid = consent.location?.pathname.split('/').at(-1) ?? '';
    const details = await browser.send(`${publicUrl(server)}/api/v1/oauth/interaction/${uid}/details`);
    expect(await details.json()).toMatchObject({
      step: 'consent',
      username: una.username,
      app: { name: app.name, return_to: 'app.example.com' },
      scopes: [
        { scope: 'openid', is_new: true, values: [] },
        { scope: 'email', is_new: true, values: [{ claim: 'email', value: `${una.username}@example.com` }] },
      ],
    });
    const decision = await browser.send(`${publicUrl(server)}/api/v1/oauth/interaction/${uid}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accept: true, scopes: ['openid', 'email'] }),
    });
    const { location: resume } = (await decision.json()) as { location: string };
    const { location } = await browser.open(resume);
    expect((await request.finish(location)).claims()).not.toHaveProperty('name');
    const { data } = await una.call(listActivity, { query: { event: ['open_id_app_authorized'] } });
    expect(data).toMatchObject([{ username: una.username, names: { user: una.username, app: app.name } }]);

    const again = await app.begin({ scope: 'openid email' });
    expect((await browser.open(again.url)).location?.origin).toBe('https://app.example.com');
    const more = await app.begin({ scope: 'openid email profile' });
    expect((await browser.open(more.url)).location?.pathname).toMatch(/^\/consent\//);
  });

  test('begins the steps again for another user or another session', async ({ server }) => {
    const admin = await server.given.admin();
    const group = await server.given.group();
    const una = await server.given.user({ groups: [group.name] });
    const app = await givenRelyingParty(admin, issuerOf(server), {
      skips_consent: false,
      allowed_groups: [group.name],
    });
    const browser = browserOf(server, una);
    const request = await app.begin({ scope: 'openid email', prompt: 'login' });
    const first = await browser.open(request.url);
    const addressOf = (location: URL | undefined) =>
      `${publicUrl(server)}${location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/')}`;
    const read = async (location: URL | undefined) =>
      (await browser.send(`${addressOf(location)}/details`)).json() as Promise<Record<string, unknown>>;
    const allow = (location: URL | undefined) =>
      browser.send(`${addressOf(location)}/decision`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accept: true, scopes: ['openid', 'email'] }),
      });
    const become = async (username: string) => {
      const person = await server.given.signedIn(username);
      await server.query(`update session set proved_at = now() + interval '2 seconds' where user_id = ${person.id}`);
      browser.setCookie(`${person.cookie}; path=/`);
    };
    await become(una.username);
    const consent = (await browser.open(addressOf(first.location))).location;
    expect(await read(consent)).toMatchObject({ step: 'consent', username: una.username });

    const bob = await server.given.user();
    await become(bob.username);
    expect(await read(consent)).toMatchObject({ step: 'sign_in', username: bob.username, scopes: [] });
    expect((await allow(consent)).status).toBe(409);
    const denied = (await browser.open(addressOf(consent))).location;
    expect(await read(denied)).toMatchObject({ step: 'no_access', username: bob.username });

    await become(una.username);
    const again = (await browser.open(addressOf(denied))).location;
    expect(await read(again)).toMatchObject({ step: 'consent', username: una.username });
    const eve = await server.given.user({ groups: [group.name] });
    await become(eve.username);
    const other = (await browser.open(addressOf(again))).location;
    expect(await read(other)).toMatchObject({ step: 'consent', username: eve.username });
    const { location: resume } = (await (await allow(other)).json()) as { location: string };
    const tokens = await request.finish((await browser.open(resume)).location);
    expect(tokens.claims()).toMatchObject({ email: `${eve.username}@example.com` });
    const consents = await server.query(`select user_id as id from openid_consent where app_id = ${app.id}`);
    expect(consents).toEqual([{ id: eve.id }]);
  });

  test('can be declined after another user signed in', async ({ server }) => {
    const admin = await server.given.admin();
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const browser = browserOf(server, una);
    const { location } = await browser.open((await app.begin()).url);
    browser.setCookie(`${bob.cookie}; path=/`);
    const path = location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/');
    const decision = await browser.send(`${publicUrl(server)}${path}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accept: false }),
    });
    const { location: resume } = (await decision.json()) as { location: string };
    expect((await browser.open(resume)).location?.searchParams.get('error')).toBe('access_denied');
  });

  test('refuses a user without access before it asks for a proof of identity', async ({ server }) => {
    const admin = await server.given.admin();
    const group = await server.given.group();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), {
      allowed_groups: [group.name],
      max_sign_in_age_minutes: 5,
    });
    await server.query(`update session set proved_at = now() - interval '1 hour' where user_id = ${una.id}`);
    for (const parameters of [{}, { prompt: 'login' }]) {
      const browser = browserOf(server, una);
      const { location } = await browser.open((await app.begin(parameters)).url);
      const path = location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/');
      const details = await browser.send(`${publicUrl(server)}${path}/details`);
      expect(await details.json()).toMatchObject({ step: 'no_access' });
    }
  });

  test('says that an application is disabled, and redirects nowhere', async ({ server }) => {
    const admin = await server.given.admin();
    const app = await givenRelyingParty(admin, issuerOf(server), { name: 'Wiki & more' });
    await admin.call(setOpenidAppState, { params: { clientId: app.clientId }, body: { enabled: false } });
    const { url } = await app.begin();
    const answer = await browserOf(server).open(url);
    expect(answer).toMatchObject({ status: 400, location: undefined });
    expect(answer.text).toContain('Wiki &amp; more is disabled');
    expect(answer.text).not.toContain('invalid_client');
    const korean = await browserOf(server).send(url, { headers: { 'accept-language': 'ko' } });
    expect(await korean.text()).toContain('Wiki &amp; more');
    const unknown = await browserOf(server).open(url.replace(app.clientId, 'unknown'));
    expect(unknown.text).toContain('invalid_client');
  });

  test('does not name a disabled application to which no one signs in', async ({ server }) => {
    const admin = await server.given.admin();
    const app = await givenRelyingParty(admin, issuerOf(server), { name: 'Backup', kind: 'machine', redirect_uri: [] });
    await admin.call(setOpenidAppState, { params: { clientId: app.clientId }, body: { enabled: false } });
    expect((await browserOf(server).open((await app.begin()).url)).text).not.toContain('Backup');
  });

  test('refuses the request of another browser', async ({ server }) => {
    const admin = await server.given.admin();
    const [una, bob] = [await server.given.user(), await server.given.user()];
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const { location } = await browserOf(server, una).open((await app.begin()).url);
    const params = { uid: location?.pathname.split('/').at(-1) ?? '' };
    const other = createCaller(server.url, bob.cookie);
    expect((await other.try(getInteraction, { params })).body.code).toBe('openid_interaction_expired');
    expect((await other.try(decideInteraction, { params, body: { accept: true } })).status).toBe(410);
  });

  test('asks for a recent sign-in within the same request', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { max_sign_in_age_minutes: 5 });
    const browser = browserOf(server, una);
    const recent = await app.begin();
    expect((await browser.open(recent.url)).location?.searchParams.has('code')).toBe(true);

    const request = await app.begin({ prompt: 'login' });
    const { location } = await browser.open(request.url);
    const back = `${publicUrl(server)}${location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/')}`;
    const details = await browser.send(`${back}/details`);
    expect(await details.json()).toMatchObject({ step: 'confirm_identity', scopes: [] });
    expect((await browser.open(back)).location?.pathname).toBe(location?.pathname);

    await server.query(`update session set proved_at = now() + interval '2 seconds'
      where user_id = ${una.id}`);
    const tokens = await request.finish((await browser.open(back)).location);
    expect(tokens.claims()?.auth_time).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  test('ends tokens when the account is disabled', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server));
    const plain = await app.begin();
    const { location } = await browserOf(server, una).open(plain.url);
    const tokens = await plain.finish(location);
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    await expect(client.refreshTokenGrant(app.config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(client.fetchUserInfo(app.config, tokens.access_token, 'x')).rejects.toThrow();
    expect(await client.tokenIntrospection(app.config, tokens.access_token)).toMatchObject({ active: false });
  });

  test('ends what outlasts a session when the session is revoked', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const scope = 'openid offline_access';
    const accept = async (person: Person) => {
      const browser = browserOf(server, person);
      const request = await app.begin({ scope, prompt: 'consent' });
      const { location } = await browser.open(request.url);
      const decision = await browser.send(
        `${publicUrl(server)}${location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/')}/decision`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ accept: true, scopes: ['openid', 'offline_access'] }),
        },
      );
      const { location: resume } = (await decision.json()) as { location: string };
      return request.finish((await browser.open(resume)).location);
    };
    const here = await accept(una);
    const elsewhere = await server.given.signedIn(una.username);
    const there = await accept(elsewhere);
    await una.send('POST', '/auth/logout');
    const renewed = await client.refreshTokenGrant(app.config, here.refresh_token ?? '');
    expect(renewed.scope).toContain('offline_access');
    await elsewhere.call(endSessions, { params: { username: una.username } });
    const ended = client.refreshTokenGrant(app.config, renewed.refresh_token ?? '');
    await expect(ended).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.refreshTokenGrant(app.config, there.refresh_token ?? '')).toHaveProperty('access_token');
  });

  test('retains the sign-in as long as the session, and ends it with the session at any time', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), {
      backchannel_logout_uri: 'https://app.example.com/logout',
    });
    const request = await app.begin();
    const browser = browserOf(server, una);
    const tokens = await request.finish((await browser.open(request.url)).location);
    // an hour later, as the library stores its sessions
    await server.query(`update openid_session set payload = payload || '{"exp": 1}'`);
    expect(await client.fetchUserInfo(app.config, tokens.access_token, tokens.claims()?.sub ?? '')).toHaveProperty(
      'sub',
    );
    const silent = await app.begin({ prompt: 'none' });
    expect((await browser.open(silent.url)).location?.searchParams.has('code')).toBe(true);
    await server.query(`update openid_session set payload = payload - 'accountId'`);
    await admin.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
    expect((await una.send('GET', '/me')).status).toBe(401);
  });

  test('grants nothing to a request whose session has ended', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server));
    const browser = browserOf(server);
    const { location } = await browser.open((await app.begin()).url);
    const back = location?.searchParams.get('r') ?? '';
    browser.setCookie(`${una.cookie}; path=/`);
    const proceeded = await browser.send(back);
    const resume = proceeded.headers.get('location') ?? '';
    expect(resume).toContain('/api/v1/oauth/authorize/');
    const { cookie = '' } = una;
    browser.setCookie(`${cookie.split('=')[0]}=; path=/; max-age=0`);
    expect((await browser.open(resume)).location?.pathname).toBe('/sign-in');
    const bob = await server.given.user();
    browser.setCookie(`${bob.cookie}; path=/`);
    expect((await browser.open(resume)).location?.searchParams.get('code')).toEqual(expect.any(String));
    expect((await bob.send('GET', '/me')).status).toBe(200);
  });

  test('leaves no tokens of requests that run while sessions are revoked', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server));
    const others = await Promise.all(Array.from({ length: 8 }, () => server.given.signedIn(una.username)));
    const requests = others.flatMap((person) => Array.from({ length: 3 }, () => person));
    const opened = requests.map(async (person) => {
      const request = await app.begin();
      return browserOf(server, person).open(request.url);
    });
    await una.call(endSessions, { params: { username: una.username } });
    await Promise.all(opened);
    const rows = await server.query(`select from openid_grant where user_id = ${una.id} and expires_at > now()`);
    expect(rows).toEqual([]);
  });
});
