import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** What core answers a device; tests change it. */
export interface EdgeDevice {
  name: string;
  assigned_ip: string;
  allowed_ips: string;
  endpoint: string;
  pubkey: string;
  dns: string | null;
  /** 1: no second factor, 2: a code, 3: another provider. */
  mode: number;
  locationName: string;
}

interface Instead {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** Sends the body without its end, and no more. */
  readonly isEndless?: boolean;
}

export interface TestEdge extends AsyncDisposable {
  readonly url: string;
  readonly device: EdgeDevice;
  /** Valid once, for a join. */
  readonly token: string;
  /** The key that the client sent. */
  readonly publicKey: () => string | undefined;
  /** Paths of the requests so far. */
  readonly requests: readonly string[];
  /** Statuses of the answers to `poll` so far, without those of `instead`. */
  readonly polls: readonly number[];
  /** Preshared key of the session of the device; undefined: no code was entered. */
  readonly presharedKey: () => string | undefined;
  /** If set, every request is answered with it, or those to its path. */
  instead?: Instead | undefined;
  /** The person signs in at the provider of the location. */
  signIn(): void;
  /** Core no longer knows the device. */
  deleteDevice(): void;
  /** Another login of the machine replaces the token to poll with. Returns it. */
  replacePollToken(): string;
}

const token = 'T'.repeat(32);
const pollToken = 'P'.repeat(32);
export const instanceId = 'b5d7a0f4-0000-4000-8000-000000000001';
const instance = { id: instanceId, name: 'Gatewarden', url: '', proxy_url: '' };
/** Of the second factor; others are wrong. */
export const validCode = '123456';
const attempt = 'A'.repeat(32);

interface Body {
  readonly token: string;
  readonly pubkey: string;
  readonly method: number;
  readonly code: string;
}

/** A server with the interface of core for programs on devices. */
export async function startTestEdge(changes: Partial<EdgeDevice> = {}): Promise<TestEdge> {
  const device: EdgeDevice = {
    ...{ name: 'router', assigned_ip: '10.1.0.5,fd00:1::5', allowed_ips: '10.1.0.0/24,fd00:1::/64' },
    ...{ endpoint: '192.0.2.1:51820', pubkey: Buffer.alloc(32, 8).toString('base64') },
    ...{ dns: null, mode: 1, locationName: 'Office' },
    ...changes,
  };
  const requests: string[] = [];
  const statuses: number[] = [];
  let isUsed = false;
  let isSignedIn = false;
  let polls: string | undefined;
  let publicKey: string | undefined;
  let presharedKey: string | undefined;
  const describe = (secret: string | null) => ({
    device: { id: 1, name: device.name, pubkey: publicKey, user_id: 1, created_at: 0 },
    configs: [
      {
        ...{ network_id: 1, network_name: device.locationName, config: '', dns: device.dns },
        ...{ keepalive_interval: 25, location_mfa_mode: device.mode, mfa_enabled: device.mode === 2 },
        ...{ endpoint: device.endpoint, assigned_ip: device.assigned_ip, pubkey: device.pubkey },
        allowed_ips: device.allowed_ips,
      },
    ],
    instance: { ...instance, username: 'admin' },
    token: secret,
  });
  const user = { login: 'admin', enrolled: true, device_names: [] };
  const answers: Record<string, (body: Body, cookie: string | undefined) => unknown> = {
    '/api/v1/enrollment/start': (body) => (body.token === token && !isUsed ? { instance, user } : undefined),
    '/api/v1/enrollment/create_device': (body, cookie) => {
      if (isUsed || cookie !== 'session=1') return undefined;
      isUsed = true;
      polls = pollToken;
      publicKey = body.pubkey;
      return describe(pollToken);
    },
    '/api/v1/client-mfa/start': (body) =>
      body.pubkey === publicKey && body.method === (device.mode === 3 ? 2 : 0)
        ? { token: attempt, challenge: null }
        : undefined,
    '/api/v1/client-mfa/finish': (body) => {
      const isProved = device.mode === 3 ? isSignedIn : body.code === validCode;
      if (body.token !== attempt || !isProved) return undefined;
      presharedKey = randomBytes(32).toString('base64');
      return { preshared_key: presharedKey, token: null };
    },
    '/api/v1/poll': (body) => (body.token === polls ? { device_config: describe(null) } : undefined),
  };
  const edge = {
    device,
    token,
    requests,
    polls: statuses,
    publicKey: () => publicKey,
    presharedKey: () => presharedKey,
    signIn: () => {
      isSignedIn = true;
    },
    deleteDevice: () => {
      polls = undefined;
    },
    replacePollToken: () => {
      polls = 'Q'.repeat(32);
      return polls;
    },
  };
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    const body = JSON.parse(await readText(request));
    const { instead } = made;
    if (instead && (instead.path ?? request.url) === request.url) {
      response.writeHead(instead.status, instead.headers);
      return instead.isEndless ? response.write(instead.body) : response.end(instead.body);
    }
    const answer = answers[request.url ?? '']?.(body, request.headers.cookie);
    const text = JSON.stringify(answer);
    const etag = `"${createHash('sha256')
      .update(text ?? '')
      .digest('base64url')}"`;
    const isKnown = answer !== undefined && request.headers['if-none-match'] === etag;
    if (request.url === '/api/v1/poll') statuses.push(answer === undefined ? 403 : isKnown ? 304 : 200);
    if (isKnown) return response.writeHead(304).end();
    const headers = { 'content-type': 'application/json', 'set-cookie': 'session=1; HttpOnly', etag };
    const refusals: Record<string, [number, string]> = {
      '/api/v1/poll': [403, 'poll_token_invalid'],
      ...(device.mode === 3 && { '/api/v1/client-mfa/finish': [428, 'connect_pending'] }),
    };
    const [status, code] = refusals[request.url ?? ''] ?? [401, 'enrollment_token_invalid'];
    return answer === undefined
      ? response.writeHead(status).end(JSON.stringify({ error: 'invalid token', code }))
      : response.writeHead(200, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: TestEdge = {
    ...edge,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
