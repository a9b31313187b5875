import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';

/** An application of the company that signs people in through the product. */
export interface Application extends AsyncDisposable {
  readonly url: string;
  readonly redirectUri: string;
  /** After the application was added to the product. */
  connect(issuer: string, credentials: { readonly clientId: string; readonly secret: string }): Promise<void>;
}

interface Pending {
  readonly verifier: string;
  readonly state: string;
}

interface ApplicationOptions {
  readonly name?: string;
  readonly scope?: string;
}

/** Its only page signs the visitor in and greets them with their claims. */
export async function startApplication({
  name = 'Wiki',
  scope = 'openid profile email',
}: ApplicationOptions = {}): Promise<Application> {
  let config: client.Configuration | undefined;
  let pending: Pending | undefined;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response
        .writeHead(400, { 'content-type': 'text/html; charset=utf-8' })
        .end(page(`Not signed in: ${escapeText(reasonOf(error))}`));
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${url}/callback`;

  const page = (text: string) => `<!doctype html><html lang="en"><title>${name}</title><h1>${text}</h1></html>`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    if (!config || target.pathname === '/favicon.ico') return void response.writeHead(404).end();
    if (target.pathname !== '/callback') {
      pending = { verifier: client.randomPKCECodeVerifier(), state: client.randomState() };
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
      });
      return void response.writeHead(302, { location: location.href }).end();
    }
    const { verifier = '', state = '' } = pending ?? {};
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await client.authorizationCodeGrant(config, target, checks);
    const claims = tokens.claims();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(page(`Hello ${escapeText(String(claims?.['name']))}, ${escapeText(String(claims?.['email']))}`));
  }

  return {
    url,
    redirectUri,
    async connect(issuer, { clientId, secret }) {
      config = await client.discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(secret), {
        execute: [client.allowInsecureRequests],
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function reasonOf(error: unknown): string {
  return error instanceof client.AuthorizationResponseError ? error.error : String(error);
}
