import { addOpenidApp, type NewOpenidApp } from '@gatewarden/contract/openid-apps';
import * as client from 'openid-client';
import type { z } from 'zod';
import { uniqueName } from '../calls/unique-name.ts';
import type { Person } from '../given/given.ts';

export const redirectUri = 'https://app.example.com/callback';

/** An application that uses the OpenID provider of an instance, with a well-known library. */
export interface RelyingParty {
  readonly id: number;
  readonly name: string;
  readonly clientId: string;
  readonly secret: string;
  readonly config: client.Configuration;
  /** The address to open in a browser, and what the code is redeemed with. */
  begin(parameters?: Record<string, string>): Promise<Authorization>;
}

export interface Authorization {
  readonly url: string;
  /** @throws if the answer in the address is an error or the provider refuses the code */
  finish(callback: URL | undefined): ReturnType<typeof client.authorizationCodeGrant>;
  readonly verifier: string;
}

type AppInput = Partial<z.input<typeof NewOpenidApp>>;

/** Adds an application with all scopes, which skips consent unless the test asks for it. */
export async function givenRelyingParty(
  admin: Person,
  issuer: string,
  app: AppInput = {},
  authentication?: client.ClientAuth,
): Promise<RelyingParty> {
  const body = {
    name: uniqueName('Wiki '),
    redirect_uri: [redirectUri],
    scope: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'],
    enabled: true,
    skips_consent: true,
    ...app,
  } as z.input<typeof NewOpenidApp>;
  const created = await admin.call(addOpenidApp, { body });
  const { id, name, client_id, client_secret } = created;
  const auth = authentication ?? (client_secret === '' ? client.None() : client.ClientSecretBasic(client_secret));
  const config = await client.discovery(new URL(issuer), client_id, undefined, auth, {
    execute: [client.allowInsecureRequests],
  });
  return {
    id,
    name,
    clientId: client_id,
    secret: client_secret,
    config,
    async begin(parameters = {}) {
      const verifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid profile email groups',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      });
      return {
        url: url.href,
        verifier,
        finish: (callback) =>
          client.authorizationCodeGrant(config, callback ?? new URL(redirectUri), {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
          }),
      };
    },
  };
}
