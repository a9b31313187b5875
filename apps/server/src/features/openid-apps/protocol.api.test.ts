import { removeGroupMember } from '@gatewarden/contract/groups';
import {
  addOpenidApp,
  deleteOpenidApp,
  getOpenidApp,
  rotateOpenidAppSecret,
  setOpenidAppState,
  updateOpenidApp,
} from '@gatewarden/contract/openid-apps';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { type TestServer, test } from '../../../test/harness.ts';
import { hostileRedirects } from '../../../test/openid/hostile-redirects.ts';
import { givenRelyingParty, type RelyingParty, redirectUri } from '../../../test/openid/relying-party.ts';
import { createTestBrowser } from '../../../test/test-browser.ts';

const publicUrl = ({ url }: Pick<TestServer, 'url'>) => url.replace('127.0.0.1', 'localhost');
const issuerOf = (server: TestServer) => `${publicUrl(server)}/`;
const browserOf = (server: TestServer, person?: Person) =>
  createTestBrowser({ origins: [publicUrl(server)], cookie: person?.cookie });

/** A user, an application, and a code that the user's browser brought to the application. */
async function givenCode(server: TestServer, app: RelyingParty, person: Person, parameters?: Record<string, string>) {
  const request = await app.begin(parameters);
  const { location } = await browserOf(server, person).open(request.url);
  const code = location?.searchParams.get('code') ?? '';
  return { ...request, location, code };
}

interface TokenCall {
  readonly server: TestServer;
  readonly app: Pick<RelyingParty, 'clientId' | 'secret'>;
  readonly form: Record<string, string>;
}

async function postToken({ server, app, form }: TokenCall) {
  const answer = await fetch(`${publicUrl(server)}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}` },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const codeForm = (code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  redirect_uri: redirectUri,
  code_verifier: verifier,
  code,
});

describe('authorization requests', () => {
  test('redirect to no address that is not registered exactly', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const una = await server.given.user();
    const browser = browserOf(server, una);
    const addresses = hostileRedirects();
    expect(addresses.length).toBeGreaterThan(180);
    const { url } = await app.begin();
    for (const address of addresses) {
      const request = new URL(url);
      request.searchParams.set('redirect_uri', address);
      const answer = await browser.send(request.href);
      expect([answer.status, answer.headers.get('location')], address).toEqual([400, null]);
      await answer.text();
    }
    const page = await browser.send(`${url}&redirect_uri=https://evil.example/`);
    expect(await page.text()).toContain('For the owner of the application');
  });

  test.for([
    ['an unknown application', { client_id: 'unknown' }, 'invalid_client'],
    ['a response type other than code', { response_type: 'token' }, 'unsupported_response_type'],
    ['a script as the response mode', { response_mode: '"><script>' }, 'unsupported_response_mode'],
  ] as const)('refuse %s', async ([, parameters, error], { server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const browser = browserOf(server, await server.given.user());
    const { url } = await app.begin(parameters);
    const { status, location, text } = await browser.open(url);
    expect(
      location?.searchParams.get('error') ??
        new URLSearchParams(location?.hash.slice(1)).get('error') ??
        `${status} ${/(\w+)<\/code>/.exec(text)?.[1]}`,
    ).toMatch(error);
    expect(text).not.toContain('<script>"');
  });

  test('may name a claim, which needs the consent to its scope and its registration', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const claims = JSON.stringify({ userinfo: { name: null, phone_number: { essential: true } } });
    const parameters = { scope: 'openid', claims };
    const app = await givenRelyingParty(admin, issuerOf(server), {
      skips_consent: false,
      scope: ['openid', 'profile'],
    });
    const asked = await browserOf(server, una).open((await app.begin(parameters)).url);
    expect(asked.location?.pathname).toMatch(/^\/consent\//);
    const request = await app.begin(parameters);
    const allowed = await browserOf(server, una).open(`${request.url}&allow=true`, { method: 'POST' });
    const tokens = await request.finish(allowed.location);
    const info = await client.fetchUserInfo(app.config, tokens.access_token, client.skipSubjectCheck);
    expect(info).toMatchObject({ name: 'Una User' });
    expect(Object.keys(info).toSorted()).toEqual(['name', 'sub']);
  });

  test('of public applications need PKCE with S256', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server), { kind: 'public' });
    const una = await server.given.user();
    expect(app.secret).toBe('');
    const request = new URL((await app.begin()).url);
    for (const name of ['code_challenge', 'code_challenge_method']) request.searchParams.delete(name);
    const { location } = await browserOf(server, una).open(request.href);
    expect(location?.searchParams.get('error')).toBe('invalid_request');
    const code = await givenCode(server, app, una);
    expect((await code.finish(code.location)).claims()?.aud).toBe(app.clientId);
  });

  test('can be pushed, and then have no parameters in the browser', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const una = await server.given.user();
    const verifier = client.randomPKCECodeVerifier();
    const url = await client.buildAuthorizationUrlWithPAR(app.config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
    const { location } = await browserOf(server, una).open(url.href);
    const tokens = await client.authorizationCodeGrant(app.config, location ?? url, { pkceCodeVerifier: verifier });
    expect(tokens.id_token).toEqual(expect.any(String));
    expect((await browserOf(server, una).open(url.href)).text).toContain('invalid_request_uri');
  });

  test('can be posted by the consent page of the interface', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server), { skips_consent: false });
    const una = await server.given.user();
    const post = async (allow: string) => {
      const request = await app.begin();
      const answer = await browserOf(server, una).open(`${request.url}&allow=${allow}`, { method: 'POST' });
      return { request, location: answer.location };
    };
    expect((await post('false')).location?.searchParams.get('error')).toBe('access_denied');
    const { request, location } = await post('true');
    expect((await request.finish(location)).claims()).toMatchObject({ preferred_username: una.username });
    const foreign = await app.begin({ scope: 'openid phone' });
    const init = { method: 'POST', headers: { origin: 'https://evil.example' } };
    const answer = await browserOf(server, una).open(`${foreign.url}&allow=true`, init);
    expect(answer.location?.pathname).toMatch(/^\/consent\//);
  });
});

describe('codes', () => {
  test('are redeemed once, also in parallel, and a second use ends the tokens', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const { code, verifier } = await givenCode(server, app, await server.given.user());
    const form = codeForm(code, verifier);
    const answers = await Promise.all(Array.from({ length: 50 }, () => postToken({ server, app, form })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body['error'] === 'invalid_grant')).toHaveLength(49);
    const tokens = answers.find(({ status }) => status === 200)?.body ?? {};
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' };
    expect((await postToken({ server, app, form: refresh })).body['error']).toBe('invalid_grant');
    await expect(
      client.fetchUserInfo(app.config, tokens['access_token'] ?? '', client.skipSubjectCheck),
    ).rejects.toThrow();
  });

  test('of one application are refused at another one, and with another verifier or address', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const [app, other] = [
      await givenRelyingParty(admin, issuerOf(server)),
      await givenRelyingParty(admin, issuerOf(server)),
    ];
    const refusals = async (change: (form: Record<string, string>) => TokenCall['form'], by = app) => {
      const { code, verifier } = await givenCode(server, app, una);
      return (await postToken({ server, app: by, form: change(codeForm(code, verifier)) })).body['error'];
    };
    expect(await refusals((form) => form, other)).toBe('invalid_grant');
    expect(await refusals((form) => ({ ...form, code_verifier: 'x'.repeat(43) }))).toBe('invalid_grant');
    expect(await refusals(({ code_verifier: _, ...form }) => form)).toBe('invalid_grant');
    expect(await refusals((form) => ({ ...form, redirect_uri: `${redirectUri}/` }))).toBe('invalid_grant');
    expect(await refusals((form) => form, { ...app, secret: 'wrong' })).toBe('invalid_client');
  });

  test('end with the application and with the right of the user to use it', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const group = await server.given.group({ members: [una.username] });
    const app = await givenRelyingParty(admin, issuerOf(server), { allowed_groups: [group.name] });
    const params = { clientId: app.clientId };
    const issued = await givenCode(server, app, una);
    const tokens = await issued.finish(issued.location);
    const pending = await givenCode(server, app, una);
    await admin.call(removeGroupMember, { params: { name: group.name, username: una.username } });
    const outcome = await postToken({ server, app, form: codeForm(pending.code, pending.verifier) });
    expect(outcome.body['error']).toBe('invalid_grant');
    expect(await client.tokenIntrospection(app.config, tokens.access_token)).toEqual({ active: false });
    const { location } = await browserOf(server, una).open((await app.begin()).url);
    expect(location?.pathname).toMatch(/^\/consent\//);

    const free = await givenRelyingParty(admin, issuerOf(server));
    const code = await givenCode(server, free, una);
    await admin.call(setOpenidAppState, { params: { clientId: free.clientId }, body: { enabled: false } });
    const disabled = await postToken({ server, app: free, form: codeForm(code.code, code.verifier) });
    expect(disabled.body['error']).toBe('invalid_client');
    await admin.call(deleteOpenidApp, { params });
    expect((await browserOf(server, una).open((await app.begin()).url)).status).toBe(400);
  });
});

describe('tokens', () => {
  test('are renewed by rotation, and a used refresh token ends all of the sign-in', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const code = await givenCode(server, app, await server.given.user());
    const first = await code.finish(code.location);
    const second = await client.refreshTokenGrant(app.config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const replay = client.refreshTokenGrant(app.config, first.refresh_token ?? '');
    await expect(replay).rejects.toMatchObject({ error: 'invalid_grant' });
    const rest = client.refreshTokenGrant(app.config, second.refresh_token ?? '');
    await expect(rest).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.tokenIntrospection(app.config, second.access_token)).toEqual({ active: false });
  });

  test('end with the session unless the user agreed to offline access', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server));
    const una = await server.given.user();
    const [bound, offline] = [
      await givenCode(server, app, una),
      await givenCode(server, app, await server.given.signedIn(una.username), { scope: 'openid' }),
    ];
    const tokens = [await bound.finish(bound.location), await offline.finish(offline.location)] as const;
    await una.send('POST', '/auth/logout');
    const ended = client.refreshTokenGrant(app.config, tokens[0].refresh_token ?? '');
    await expect(ended).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.refreshTokenGrant(app.config, tokens[1].refresh_token ?? '')).toHaveProperty('access_token');
  });

  test('are revoked by their application only, which alone may introspect them', async ({ server }) => {
    const admin = await server.given.admin();
    const [app, other] = [
      await givenRelyingParty(admin, issuerOf(server)),
      await givenRelyingParty(admin, issuerOf(server)),
    ];
    const code = await givenCode(server, app, await server.given.user());
    const { access_token: token, refresh_token: refresh } = await code.finish(code.location);
    expect(await client.tokenIntrospection(other.config, token)).toEqual({ active: false });
    await client.tokenRevocation(other.config, token).catch(() => undefined);
    expect(await client.tokenIntrospection(app.config, token)).toMatchObject({ active: true, client_id: app.clientId });
    await client.tokenRevocation(app.config, refresh ?? '');
    await expect(client.refreshTokenGrant(app.config, refresh ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('are issued to machines for themselves, and not accepted by the API', async ({ server }) => {
    const machine = await givenRelyingParty(await server.given.admin(), issuerOf(server), {
      kind: 'machine',
      redirect_uri: [],
      scope: [],
    });
    const { access_token: token } = await client.clientCredentialsGrant(machine.config);
    expect(await client.tokenIntrospection(machine.config, token)).toMatchObject({ active: true });
    const answer = await server.stranger().send('GET', '/me', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  test('are issued to an application that proves a private key', async ({ server }) => {
    const admin = await server.given.admin();
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k1', use: 'sig' }] });
    const settings = { authentication: 'private_key', jwks } as const;
    const app = await givenRelyingParty(
      admin,
      issuerOf(server),
      settings,
      client.PrivateKeyJwt({ key: privateKey, kid: 'k1' }),
    );
    const code = await givenCode(server, app, await server.given.user());
    expect((await code.finish(code.location)).id_token).toEqual(expect.any(String));
    const stranger = (await generateKeyPair('ES256')).privateKey;
    const forged = await client.discovery(
      new URL(issuerOf(server)),
      app.clientId,
      undefined,
      client.PrivateKeyJwt({ key: stranger, kid: 'k1' }),
      { execute: [client.allowInsecureRequests] },
    );
    await expect(client.clientCredentialsGrant(forged)).rejects.toMatchObject({ error: 'invalid_client' });
    const assertion = await new SignJWT({ jti: 'once' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setIssuer(app.clientId)
      .setSubject(app.clientId)
      .setAudience(issuerOf(server))
      .setExpirationTime('1m')
      .sign(privateKey);
    const form = {
      ...{ grant_type: 'client_credentials', client_assertion: assertion },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${publicUrl(server)}/api/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(form) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('contain what an administrator configures', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const [shown, hidden] = [
      await server.given.group({ members: [una.username] }),
      await server.given.group({ members: [una.username] }),
    ];
    const app = await givenRelyingParty(admin, issuerOf(server), {
      subject: 'username',
      shown_groups: [shown.name],
      id_token_algorithm: 'ES256',
      claims: [
        { name: 'role', source: 'text', text: 'editor' },
        { name: 'https://example.com/admin', source: 'is_admin' },
      ],
    });
    Object.assign(app.config.clientMetadata(), { id_token_signed_response_alg: 'ES256' });
    const code = await givenCode(server, app, una);
    const claims = (await code.finish(code.location)).claims();
    expect(claims).toMatchObject({ sub: una.username, groups: [shown.name], role: 'editor' });
    expect(claims?.['https://example.com/admin']).toBe(false);
    expect(JSON.stringify(claims)).not.toContain(hidden.name);
  });

  test('have no claims of scopes that the application is not registered with', async ({ server }) => {
    const app = await givenRelyingParty(await server.given.admin(), issuerOf(server), { scope: ['openid', 'email'] });
    const code = await givenCode(server, app, await server.given.user());
    const claims = (await code.finish(code.location)).claims();
    expect(claims).toHaveProperty('email');
    expect(claims).not.toHaveProperty('name');
    expect(claims).not.toHaveProperty('groups');
  });
});

describe('an application', () => {
  test('accepts its former secret until the end of the overlap', async ({ server }) => {
    const admin = await server.given.admin();
    const machine = await givenRelyingParty(admin, issuerOf(server), { kind: 'machine', redirect_uri: [] });
    const params = { clientId: machine.clientId };
    const form = { grant_type: 'client_credentials' };
    const { client_secret: secret } = await admin.call(rotateOpenidAppSecret, { params, body: { overlap_hours: 1 } });
    const statusOf = async (each: string) =>
      (await postToken({ server, app: { ...machine, secret: each }, form })).status;
    expect([await statusOf(machine.secret), await statusOf(secret)]).toEqual([200, 200]);
    await admin.call(rotateOpenidAppSecret, { params, body: { overlap_hours: 0 } });
    expect([await statusOf(machine.secret), await statusOf(secret)]).toEqual([401, 401]);
  });

  test('has no token that a request began to issue before it was disabled or changed', async ({ server }) => {
    const admin = await server.given.admin();
    const machine = await givenRelyingParty(admin, issuerOf(server), { kind: 'machine', redirect_uri: [] });
    const params = { clientId: machine.clientId };
    const form = { grant_type: 'client_credentials' };
    for (let round = 0; round < 5; round += 1) {
      const inFlight = Array.from({ length: 8 }, () => postToken({ server, app: machine, form }));
      await admin.call(setOpenidAppState, { params, body: { enabled: false } });
      const issued = (await Promise.all(inFlight)).flatMap(({ body }) => body['access_token'] ?? []);
      await admin.call(setOpenidAppState, { params, body: { enabled: true } });
      for (const token of issued)
        expect(await client.tokenIntrospection(machine.config, token)).toEqual({ active: false });
    }
  });

  test('without overlap, ends what was obtained with the former secret', async ({ server }) => {
    const admin = await server.given.admin();
    const machine = await givenRelyingParty(admin, issuerOf(server), { kind: 'machine', redirect_uri: [] });
    const params = { clientId: machine.clientId };
    const form = { grant_type: 'client_credentials' };
    const { access_token: token = '' } = (await postToken({ server, app: machine, form })).body;
    const { client_secret: secret } = await admin.call(rotateOpenidAppSecret, { params, body: { overlap_hours: 0 } });
    const answer = await fetch(`${publicUrl(server)}/api/v1/oauth/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: machine.clientId, client_secret: secret }),
    });
    expect(await answer.json()).toEqual({ active: false });
  });

  test('that requires a second factor from now on has no tokens of sign-ins without one', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server));
    const request = await app.begin();
    const tokens = await request.finish((await browserOf(server, una).open(request.url)).location);
    const scope = ['openid' as const, 'profile' as const, 'email' as const, 'phone' as const, 'groups' as const];
    const body = {
      ...{ name: app.name, redirect_uri: [redirectUri], enabled: true, requires_mfa: true },
      scope: [...scope, 'offline_access' as const],
    };
    await admin.call(updateOpenidApp, { params: { clientId: app.clientId }, body });
    expect(await client.tokenIntrospection(app.config, tokens.access_token)).toEqual({ active: false });
  });

  test('receives no code at an address that was removed during the request', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const browser = browserOf(server, una);
    const { location } = await browser.open((await app.begin({ scope: 'openid' })).url);
    const uid = location?.pathname.split('/').at(-1);
    const body = {
      name: app.name,
      redirect_uri: ['https://new.example.com/'],
      scope: ['openid' as const],
      enabled: true,
    };
    await admin.call(updateOpenidApp, { params: { clientId: app.clientId }, body });
    const decision = await browser.send(`${publicUrl(server)}/api/v1/oauth/interaction/${uid}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accept: true, scopes: ['openid'] }),
    });
    expect(decision.status).toBe(410);
    const resumed = await browser.open(`${publicUrl(server)}/api/v1/oauth/authorize/${uid}`);
    expect(resumed.location?.searchParams.has('code') ?? false).toBe(false);
  });

  test('is given only the scopes that the consent page showed', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false, scope: ['openid'] });
    const browser = browserOf(server, una);
    const { location } = await browser.open((await app.begin({ scope: 'openid email' })).url);
    const body = {
      ...{ name: app.name, redirect_uri: [redirectUri], enabled: true },
      scope: ['openid' as const, 'email' as const],
    };
    await admin.call(updateOpenidApp, { params: { clientId: app.clientId }, body });
    const uid = location?.pathname.split('/').at(-1);
    const decision = await browser.send(`${publicUrl(server)}/api/v1/oauth/interaction/${uid}/decision`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accept: true, scopes: ['openid'] }),
    });
    expect(await decision.json()).toMatchObject({ code: 'openid_interaction_changed' });
  });

  test('with an impossible id is unknown, and nothing fails', async ({ server }) => {
    const answer = await fetch(`${publicUrl(server)}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: '\u0000', client_secret: 'x', grant_type: 'client_credentials' }),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
    expect((await fetch(`${publicUrl(server)}/api/v1/oauth/authorize?client_id=%00`)).status).toBe(400);
  });

  test('can require a second factor', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { requires_mfa: true });
    const stepOf = async (url: string, person: Person) => {
      const browser = browserOf(server, person);
      const { location } = await browser.open(url);
      if (!location?.pathname.startsWith('/consent/')) return location?.searchParams.has('code');
      const uid = location.pathname.split('/').at(-1);
      const details = await browser.send(`${publicUrl(server)}/api/v1/oauth/interaction/${uid}/details`);
      return ((await details.json()) as { step: string }).step;
    };
    expect(await stepOf((await app.begin()).url, una)).toBe('second_factor');
    await givenTotp(server, una);
    expect(await stepOf((await app.begin()).url, una)).toBe(true);
  });

  test('refuses values that would weaken the protocol', async ({ server }) => {
    const admin = await server.given.admin();
    const app = { name: 'Wiki', redirect_uri: [redirectUri], scope: ['openid' as const], enabled: true };
    const refusalOf = async (body: object) => (await admin.try(addOpenidApp, { body: { ...app, ...body } })).body;
    const codeOf = async (body: object) => (await refusalOf(body)).code;
    expect(await codeOf({ redirect_uri: ['https://*.example.com/'] })).toBe('openid_redirect_invalid');
    expect(await codeOf({ redirect_uri: [] })).toBe('openid_app_needs_redirect');
    const claims = ['team', 'sub'].map((name) => ({ name, source: 'email' }));
    expect(await refusalOf({ claims })).toMatchObject({ code: 'openid_claim_reserved', field: 'claims.1.name' });
    expect(await codeOf({ authentication: 'private_key', jwks: '{"keys":[{"kty":"oct","k":"x"}]}' })).toBe(
      'openid_app_needs_key',
    );
    expect(await codeOf({ allowed_groups: ['unknown'] })).toBe('group_name_unknown');
  });

  test('always has the scope openid if it signs people in', async ({ server }) => {
    const admin = await server.given.admin();
    const app = await givenRelyingParty(admin, issuerOf(server), { scope: ['email'] });
    const params = { clientId: app.clientId };
    const scopesOf = async () => (await admin.call(getOpenidApp, { params })).scope;
    expect(await scopesOf()).toEqual(['openid', 'email']);
    await admin.call(updateOpenidApp, {
      params,
      body: { name: app.name, redirect_uri: [redirectUri], scope: [], enabled: true },
    });
    expect(await scopesOf()).toEqual(['openid']);
  });

  test('has a name that no other one has', async ({ server }) => {
    const admin = await server.given.admin();
    const [app, other] = [
      await givenRelyingParty(admin, issuerOf(server)),
      await givenRelyingParty(admin, issuerOf(server)),
    ];
    const body = { name: app.name, redirect_uri: [redirectUri], scope: ['openid' as const], enabled: true };
    const taken = { status: 409, body: { code: 'openid_app_name_taken', field: 'name' } };
    expect(await admin.try(addOpenidApp, { body })).toMatchObject(taken);
    const params = { clientId: other.clientId };
    expect(await admin.try(updateOpenidApp, { params, body })).toMatchObject(taken);
    const concurrent = { ...body, name: `${app.name} twice` };
    const answers = await Promise.all([
      ...[1, 2].map(() => admin.try(addOpenidApp, { body: concurrent })),
      admin.try(updateOpenidApp, { params, body: concurrent }),
    ]);
    expect(
      answers
        .map(({ status }) => status)
        .toSorted()
        .slice(1),
    ).toEqual([409, 409]);
    // as earlier versions allowed
    await server.query(`update openid_app set name = '${app.name}' where id = ${other.id}`);
    const description = 'Manuals';
    expect(await admin.try(updateOpenidApp, { params, body: { ...body, description } })).toMatchObject({ status: 200 });
  });

  test('retains the options that a change does not contain', async ({ server }) => {
    const admin = await server.given.admin();
    const group = await server.given.group();
    const app = await givenRelyingParty(admin, issuerOf(server), { allowed_groups: [group.name], requires_mfa: true });
    const params = { clientId: app.clientId };
    const body = { name: 'Docs', redirect_uri: [redirectUri], scope: ['openid' as const], enabled: true };
    await admin.call(updateOpenidApp, { params, body });
    const after = await admin.call(getOpenidApp, { params });
    expect(after).toMatchObject({
      name: 'Docs',
      allowed_groups: [group.name],
      requires_mfa: true,
      skips_consent: true,
    });
  });

  test('asks again after its scopes change', async ({ server }) => {
    const admin = await server.given.admin();
    const una = await server.given.user();
    const app = await givenRelyingParty(admin, issuerOf(server), { skips_consent: false });
    const allow = await app.begin({ scope: 'openid' });
    await browserOf(server, una).open(`${allow.url}&allow=true`, { method: 'POST' });
    const body = { name: app.name, redirect_uri: [redirectUri], scope: ['openid' as const], enabled: true };
    await admin.call(updateOpenidApp, { params: { clientId: app.clientId }, body });
    const { location } = await browserOf(server, una).open((await app.begin({ scope: 'openid' })).url);
    expect(location?.pathname).toMatch(/^\/consent\//);
  });
});
