import { expect } from 'vitest';
import { allScopes, type Condition, type Flow, type Tokens } from './flow.ts';

const profile = ['name', 'given_name', 'family_name', 'preferred_username'];
const email = ['email', 'email_verified'];
const phone = ['phone_number'];

/** Userinfo has these claims with a request of the scopes, and none of others. */
const hasClaims =
  (scope: string, expected: readonly string[]): Condition =>
  async ({ signIn, userinfo }) => {
    const tokens = await signIn({ scope });
    const { body } = await userinfo(tokens);
    const all = [...profile, ...email, ...phone];
    expect(
      Object.keys(body)
        .filter((name) => all.includes(name))
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect(body['sub']).toBe(tokens.claims()?.sub);
  };

async function expectUserinfo({ signIn, userinfo }: Flow, init: (tokens: Tokens) => RequestInit): Promise<void> {
  const tokens = await signIn();
  const answer = await userinfo(tokens, init(tokens));
  expect(answer).toMatchObject({ status: 200, body: { sub: tokens.claims()?.sub } });
}

const bearer = ({ access_token: token }: Tokens) => ({ authorization: `Bearer ${token}` });

export const claimConditions = {
  'oidcc-server': async ({ authorize, app, url, una, userinfo }) => {
    const { location, finish, url: request } = await authorize();
    // RFC 9207
    expect(location?.searchParams.get('iss')).toBe(`${url}/`);
    const tokens = await finish(location);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: `${url}/`, aud: app.clientId, preferred_username: una.username });
    expect(claims?.['nonce']).toBe(new URL(request).searchParams.get('nonce'));
    const now = Date.now() / 1000;
    expect(Math.abs(now - Number(claims?.iat))).toBeLessThan(300);
    expect(Number(claims?.exp)).toBeGreaterThan(now);
    expect(tokens.token_type.toLowerCase()).toBe('bearer');
    expect((await userinfo(tokens)).body['sub']).toBe(claims?.sub);
  },
  'oidcc-userinfo-get': (flow) => expectUserinfo(flow, (tokens) => ({ headers: bearer(tokens) })),
  'oidcc-userinfo-post-header': (flow) =>
    expectUserinfo(flow, (tokens) => ({ method: 'POST', headers: bearer(tokens) })),
  'oidcc-userinfo-post-body': (flow) =>
    expectUserinfo(flow, ({ access_token }) => ({ method: 'POST', body: new URLSearchParams({ access_token }) })),
  'oidcc-scope-profile': hasClaims('openid profile', profile),
  'oidcc-scope-email': hasClaims('openid email', email),
  'oidcc-scope-phone': hasClaims('openid phone', phone),
  'oidcc-scope-all': hasClaims(allScopes, [...profile, ...email, ...phone]),
  'oidcc-ensure-other-scope-order-succeeds': hasClaims('email openid', email),
  'oidcc-claims-essential': async ({ signIn, userinfo }) => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const { body } = await userinfo(await signIn({ scope: 'openid', claims }));
    expect(body).toMatchObject({ name: 'Una User' });
    expect(body).not.toHaveProperty('email');
  },
} satisfies Record<string, Condition>;
