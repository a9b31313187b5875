import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { redirectUri } from '../relying-party.ts';
import { type Condition, expectErrorPage, type Flow, type Parameters } from './flow.ts';

/** A request with these parameters is answered with a code, as one without them. */
const ignores =
  (parameters: Parameters): Condition =>
  async ({ signIn, una }) => {
    expect((await signIn(parameters)).claims()).toMatchObject({ preferred_username: una.username });
  };

/** The user is asked to sign in again, and `auth_time` then is of that sign-in. */
const asksAgain =
  (parameters: Parameters): Condition =>
  async ({ ageSession, signIn, authorize, browser, url, server, una }) => {
    await ageSession(60);
    const before = Number((await signIn({ max_age: '10000' })).claims()?.auth_time);
    const { location, finish } = await authorize(parameters);
    expect(location?.pathname).toMatch(/^\/consent\//);
    // as the password that the page asks for does
    await server.query(`update session set proved_at = now() + interval '2 seconds' where user_id = ${una.id}`);
    const back = `${url}${location?.pathname.replace('/consent/', '/api/v1/oauth/interaction/')}`;
    const { auth_time: after } = (await finish((await browser.open(back)).location)).claims() ?? {};
    expect(Number(after)).toBeGreaterThan(before + 50);
  };

async function expectSameSignIn({ signIn }: Flow, parameters: (first: client.IDToken, idToken: string) => Parameters) {
  const first = await signIn({ max_age: '10000' });
  const claims = first.claims();
  if (!claims) throw new Error('no ID token');
  const second = (await signIn(parameters(claims, first.id_token ?? ''))).claims();
  expect(second).toMatchObject({ sub: claims.sub, auth_time: claims.auth_time });
}

/** A code is redeemed, and again after this time: the second use fails, and ends the tokens of the first. */
async function expectSingleUse({ authorize, redeem, userinfo, server }: Flow, seconds: number): Promise<void> {
  const { code = '', verifier } = await authorize();
  const form = { code, code_verifier: verifier };
  const first = await redeem(form);
  const tokens = first.body as never;
  expect([first.status, (await userinfo(tokens)).status]).toEqual([200, 200]);
  await server.query(`update openid_artifact set consumed_at = consumed_at - interval '${seconds} seconds'`);
  expect(await redeem(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await userinfo(tokens)).status).toBe(401);
}

export const requestConditions = {
  'oidcc-response-type-missing': async ({ authorize }) => {
    const { error, code, location, ...page } = await authorize({ response_type: undefined });
    expect(code).toBeUndefined();
    if (location) expect(error).toMatch(/^(invalid_request|unsupported_response_type)$/);
    else expectErrorPage({ ...page, location });
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': async ({ app, authorize }) => {
    const { location, url, verifier } = await authorize({ nonce: undefined });
    const expectedState = new URL(url).searchParams.get('state') ?? '';
    const checks = { pkceCodeVerifier: verifier, expectedState };
    const tokens = await client.authorizationCodeGrant(app.config, location ?? new URL(url), checks);
    expect(tokens.claims()).not.toHaveProperty('nonce');
  },
  'oidcc-display-page': ignores({ display: 'page' }),
  'oidcc-display-popup': ignores({ display: 'popup' }),
  'oidcc-prompt-login': asksAgain({ prompt: 'login' }),
  'oidcc-max-age-1': asksAgain({ max_age: '1' }),
  'oidcc-max-age-10000': (flow) => expectSameSignIn(flow, () => ({ max_age: '10000' })),
  'oidcc-prompt-none-logged-in': (flow) => expectSameSignIn(flow, () => ({ prompt: 'none', max_age: '10000' })),
  'oidcc-id-token-hint': (flow) =>
    expectSameSignIn(flow, (_, hint) => ({ prompt: 'none', max_age: '10000', id_token_hint: hint })),
  'oidcc-prompt-none-not-logged-in': async ({ authorize, openBrowser }) => {
    expect(await authorize({ prompt: 'none' }, openBrowser())).toMatchObject({
      ...{ error: 'login_required', code: undefined },
    });
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': ignores({ extra: 'foobar' }),
  'oidcc-login-hint': ignores({ login_hint: 'someone@example.com' }),
  'oidcc-ui-locales': ignores({ ui_locales: 'se' }),
  'oidcc-claims-locales': ignores({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': ignores({ acr_values: '1 2' }),
  'oidcc-codereuse': (flow) => expectSingleUse(flow, 0),
  'oidcc-codereuse-30seconds': (flow) => expectSingleUse(flow, 31),
  'oidcc-ensure-registered-redirect-uri': async ({ authorize }) => {
    expectErrorPage(await authorize({ redirect_uri: `${redirectUri}/other` }));
  },
  'oidcc-ensure-post-request-succeeds': async ({ request, browser, app }) => {
    const { url, finish } = await request();
    const { origin, pathname, searchParams } = new URL(url);
    const answer = await browser.open(`${origin}${pathname}`, { method: 'POST', body: searchParams });
    expect((await finish(answer.location)).claims()?.aud).toBe(app.clientId);
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async ({ authorize }) => {
    const { error, location, ...page } = await authorize({ request_uri: 'https://app.example.com/request.jwt' });
    if (location) expect(error).toBe('request_uri_not_supported');
    else expectErrorPage({ ...page, location });
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': async ({ authorize }) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none' })}.${part({ redirect_uri: 'https://evil.example/' })}.`;
    expect((await authorize({ request: unsigned })).error).toBe('request_not_supported');
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async ({ authorize, redeem }) => {
    const { code = '', verifier } = await authorize();
    expect((await redeem({ code, code_verifier: verifier })).status).toBe(200);
  },
  'oidcc-server-client-secret-post': async ({ app, url, authorize }) => {
    const auth = client.ClientSecretPost(app.secret);
    const config = await client.discovery(new URL(`${url}/`), app.clientId, undefined, auth, {
      execute: [client.allowInsecureRequests],
    });
    const { location, verifier, url: request } = await authorize();
    const { searchParams } = new URL(request);
    const tokens = await client.authorizationCodeGrant(config, location ?? new URL(request), {
      ...{ pkceCodeVerifier: verifier, expectedState: searchParams.get('state') ?? '' },
      expectedNonce: searchParams.get('nonce') ?? '',
    });
    expect(tokens.claims()?.aud).toBe(app.clientId);
  },
  'oidcc-refresh-token': async ({ app, signIn }) => {
    const first = await signIn();
    const second = await client.refreshTokenGrant(app.config, first.refresh_token ?? '');
    const [before, after] = [first.claims(), second.claims()];
    expect(after).toMatchObject({ iss: before?.iss, sub: before?.sub, aud: before?.aud });
    expect(second.access_token).not.toBe(first.access_token);
  },
  'oidcc-idtoken-signature': async ({ app, signIn }) => {
    const { id_token: token = '' } = await signIn();
    const keys = createRemoteJWKSet(new URL(app.config.serverMetadata().jwks_uri ?? ''));
    const { payload } = await jwtVerify(token, keys, { issuer: app.config.serverMetadata().issuer });
    expect(payload.aud).toBe(app.clientId);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  },
} satisfies Record<string, Condition>;
