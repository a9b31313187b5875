import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { afterLogout, type Condition, type Flow } from './flow.ts';

type Query = Record<string, string>;

const open = ({ browser, url }: Flow, query: Query) =>
  browser.open(`${url}/api/v1/oauth/logout?${new URLSearchParams(query)}`);

/** The answer after the user agreed to the question whether to sign out. */
async function confirm(flow: Flow, query: Query) {
  const { text } = await open(flow, query);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ xsrf, logout: 'yes' });
  return flow.browser.open(`${flow.url}/api/v1/oauth/logout/confirm`, { method: 'POST', body });
}

async function expectSession({ authorize }: Flow, isSignedIn: boolean): Promise<void> {
  const { error } = await authorize({ prompt: 'none' });
  expect(error).toBe(isSignedIn ? undefined : 'login_required');
}

const hintOf = async ({ signIn }: Flow) => ({ id_token_hint: (await signIn()).id_token ?? '' });

/** Asks, ends the session, and redirects to this address, or shows a page if there is none. */
const signsOut =
  (query: Query, { withHint, to }: { readonly withHint: boolean; readonly to: string | undefined }): Condition =>
  async (flow) => {
    const hint = await hintOf(flow);
    const answer = await confirm(flow, { ...(withHint && hint), ...query });
    expect(answer.location?.href).toBe(to);
    await expectSession(flow, false);
  };

/** Shows an error without a redirect, and the session goes on. */
const refuses =
  (queryOf: (idToken: string) => Query): Condition =>
  async (flow) => {
    const { id_token_hint: hint } = await hintOf(flow);
    expect(await open(flow, queryOf(hint))).toMatchObject({ status: 400, location: undefined });
    await expectSession(flow, true);
  };

const back = { post_logout_redirect_uri: afterLogout };
const state = { state: 'some-state' };

/** The same token with another signature. */
function modify(idToken: string): string {
  const [header, payload, signature = ''] = idToken.split('.');
  return [header, payload, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.');
}

export const logoutConditions = {
  'oidcc-rp-initiated-logout': signsOut(
    { ...back, ...state },
    { withHint: true, to: `${afterLogout}?state=some-state` },
  ),
  'oidcc-rp-initiated-logout-no-state': signsOut(back, { withHint: true, to: afterLogout }),
  'oidcc-rp-initiated-logout-no-params': signsOut({}, { withHint: false, to: undefined }),
  'oidcc-rp-initiated-logout-only-state': signsOut(state, { withHint: false, to: undefined }),
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': signsOut(state, { withHint: true, to: undefined }),
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': refuses((hint) => ({
    ...{ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/bye', ...state },
  })),
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': refuses((hint) => ({
    ...{ id_token_hint: hint, post_logout_redirect_uri: `${afterLogout}?added=1`, ...state },
  })),
  'oidcc-rp-initiated-logout-modified-id-token-hint': refuses((hint) => ({
    ...{ id_token_hint: modify(hint), ...back, ...state },
  })),
  'oidcc-rp-initiated-logout-bad-id-token-hint': refuses(() => ({ id_token_hint: 'no-token', ...back, ...state })),
  'oidcc-rp-initiated-logout-no-id-token-hint': async (flow) => {
    await hintOf(flow);
    // an address of which the application is not known is not one to redirect to
    expect((await confirm(flow, { ...back, ...state })).location).toBeUndefined();
  },
  'oidcc-backchannel-rp-initiated-logout': async (flow) => {
    const { app, receiver, url } = flow;
    const tokens = await flow.signIn();
    await confirm(flow, { id_token_hint: tokens.id_token ?? '', ...back, ...state });
    const own = () => receiver.received.filter((token) => decodeJwt(token).sub === tokens.claims()?.sub);
    await expect.poll(() => own().length).toBe(1);
    const keys = createRemoteJWKSet(new URL(app.config.serverMetadata().jwks_uri ?? ''));
    const { payload, protectedHeader } = await jwtVerify(own()[0] ?? '', keys, {
      issuer: `${url}/`,
      audience: app.clientId,
    });
    const claims = tokens.claims();
    expect(payload).toMatchObject({ sub: claims?.sub, iat: expect.any(Number), jti: expect.any(String) });
    expect(payload['sid']).toEqual(claims?.['sid'] ?? expect.any(String));
    expect(payload['events']).toEqual({ 'http://schemas.openid.net/event/backchannel-logout': {} });
    expect(payload).not.toHaveProperty('nonce');
    expect(protectedHeader).toMatchObject({ typ: 'logout+jwt', alg: 'RS256' });
  },
} satisfies Record<string, Condition>;
