import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Record<string, unknown>;

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** What the ID token is made of, which tests change. */
export interface TokenParts {
  header: Record<string, unknown>;
  claims: Claims;
  /** The key that signs. */
  key: Key;
  /** In place of a signature. */
  signature?: string;
}

/** A provider that follows the standard, except where a test makes it hostile. */
export interface HostileProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** A second key, published too. */
  readonly otherKey: Key;
  /** Never published. */
  readonly foreignKey: Key;
  /** Claims of the next account. */
  account: Claims;
  userinfo: Claims;
  change: (parts: TokenParts) => void;
  /** Changes what discovery returns. */
  metadata: Record<string, unknown>;
  /** Answers in place of the usual handler, by path. */
  readonly routes: Map<string, RequestListener>;
  /** Calls `answer` when a call is to be answered. */
  delay: (answer: () => void) => void;
  /** What was called. */
  readonly calls: string[];
  /** Publishes another key for the usual one. */
  rotateKey(): void;
  /** The code for this authorization URL, as after a sign-in. */
  authorize(url: string): { code: string; state: string; iss?: string };
}

const newKey = (kid: string): Key => ({ kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function encode({ header, claims, key, signature }: TokenParts): string {
  const signed = `${toBase64(header)}.${toBase64(claims)}`;
  return `${signed}.${signature ?? sign('sha256', Buffer.from(signed), key.privateKey).toString('base64url')}`;
}

export async function startHostileProvider(): Promise<HostileProvider> {
  const client = { id: 'gatewarden', secret: 'client-secret-1' };
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string }>();
  const [otherKey, foreignKey] = [newKey('other'), newKey('foreign')];
  let key = newKey('usual');

  const send = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const issued = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    // RFC 6749 §2.3.1: both parts are form-encoded
    if (decodeURIComponent(basic) !== `${client.id}:${client.secret}`)
      return void send(response, { error: 'invalid_client' }, 401);
    if (issued?.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri'))
      return void send(response, { error: 'invalid_grant' }, 400);
    const seconds = Math.floor(Date.now() / 1000);
    const parts: TokenParts = {
      header: { alg: 'RS256', kid: key.kid },
      claims: {
        iss: provider.issuer,
        aud: client.id,
        exp: seconds + 300,
        iat: seconds,
        nonce: issued.nonce,
        ...provider.account,
      },
      key,
    };
    provider.change(parts);
    send(response, { access_token: 'access', token_type: 'Bearer', id_token: encode(parts) });
  }

  const server = createServer((request, response) => provider.delay(() => handle(request, response)));

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', provider.issuer);
    provider.calls.push(pathname);
    const special = provider.routes.get(pathname);
    if (special) return void special(request, response);
    if (pathname === '/.well-known/openid-configuration')
      return void send(response, { ...standard(), ...provider.metadata });
    if (pathname === '/token') return void redeem(request, response);
    if (pathname === '/userinfo') return void send(response, { sub: provider.account['sub'], ...provider.userinfo });
    const keys = [key, otherKey].map(({ kid, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      use: 'sig',
      alg: 'RS256',
    }));
    if (pathname === '/jwks') return void send(response, { keys });
    send(response, {}, 404);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const standard = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
  });

  const provider: HostileProvider = {
    issuer,
    client,
    otherKey,
    foreignKey,
    account: {},
    userinfo: {},
    change: () => undefined,
    metadata: {},
    routes: new Map(),
    delay: (answer) => answer(),
    calls: [],
    rotateKey() {
      key = newKey(`rotated-${randomUUID()}`);
    },
    authorize(url) {
      const query = new URL(url).searchParams;
      const code = randomUUID();
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      return { code, state: query.get('state') ?? '' };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}
