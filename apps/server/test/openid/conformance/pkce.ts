import * as client from 'openid-client';
import { expect } from 'vitest';
import { redirectUri } from '../relying-party.ts';
import type { Condition, Flow } from './flow.ts';

/** The error of a pushed authorization request with these parameters. */
async function errorOfPush({ app }: Flow, parameters: Record<string, string>): Promise<unknown> {
  const request = { redirect_uri: redirectUri, scope: 'openid', ...parameters };
  const pushed = client.buildAuthorizationUrlWithPAR(app.config, request);
  return pushed.then(
    () => undefined,
    ({ error }: { error?: string }) => error,
  );
}

const verifier = client.randomPKCECodeVerifier();

export const pkceConditions = {
  'fapi2-security-profile-id2-par-ensure-pkce-required': async (flow) => {
    expect(await errorOfPush(flow, {})).toBe('invalid_request');
  },
  'fapi2-security-profile-id2-par-plain-pkce-rejected': async (flow) => {
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    expect(await errorOfPush(flow, plain)).toBe('invalid_request');
    expect(await flow.authorize(plain)).toMatchObject({ error: 'invalid_request', code: undefined });
  },
  'fapi2-security-profile-id2-ensure-pkce-code-verifier-required': async ({ authorize, redeem }) => {
    const { code = '' } = await authorize();
    expect(await redeem({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  },
  'fapi2-security-profile-id2-incorrect-pkce-code-verifier-rejected': async ({ authorize, redeem }) => {
    const { code = '' } = await authorize();
    const answer = await redeem({ code, code_verifier: verifier });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  },
} satisfies Record<string, Condition>;
