import { expect } from 'vitest';
import type { Condition } from './flow.ts';

const endpoints = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri', 'end_session_endpoint'];

export const discoveryConditions = {
  'oidcc-discovery-endpoint-verification': async ({ discovery, url }) => {
    const document = await discovery();
    expect(document).toMatchObject({
      issuer: `${url}/`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      scopes_supported: expect.arrayContaining(['openid']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      claims_supported: expect.arrayContaining(['sub', 'email', 'name']),
      claims_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    });
    expect(document['id_token_signing_alg_values_supported']).not.toContain('none');
    // https where the public address has it: the certificate is that of the reverse proxy
    for (const name of endpoints) expect(String(document[name])).toMatch(new RegExp(`^${url}/`));
    const { keys } = (await (await fetch(String(document['jwks_uri']))).json()) as { keys: Record<string, string>[] };
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
    // RFC 7518 §6.2.2, §6.3.2: members of private keys
    for (const key of keys) expect(['d', 'p', 'q', 'k'].filter((name) => name in key)).toEqual([]);
  },
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async ({ discovery, url }) => {
    expect((await discovery())['end_session_endpoint']).toBe(`${url}/api/v1/oauth/logout`);
  },
  'oidcc-backchannel-logout-discovery-endpoint-verification': async ({ discovery }) => {
    expect(await discovery()).toMatchObject({
      ...{ backchannel_logout_supported: true, backchannel_logout_session_supported: true },
    });
  },
} satisfies Record<string, Condition>;
