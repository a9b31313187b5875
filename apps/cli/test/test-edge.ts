import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What core answers a device; tests change it. */
export interface EdgeDevice {
  name: string;
  assigned_ip: string;
  allowed_ips: string;
  endpoint: string;
  pubkey: string;
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
  /** If set, every request is answered with it. */
  instead?: { status: number; body: string } | undefined;
  /** Core forgets the device. */
  deleteDevice(): void;
}

const token = 'T'.repeat(32);
const pollToken = 'P'.repeat(32);

/** A server with the interface of core for programs on devices. */
export async function startTestEdge(changes: Partial<EdgeDevice> = {}): Promise<TestEdge> {
  const device: EdgeDevice = {
    ...{ name: 'router', assigned_ip: '10.1.0.5,fd00:1::5', allowed_ips: '10.1.0.0/24,fd00:1::/64' },
    ...{ endpoint: '192.0.2.1:51820', pubkey: Buffer.alloc(32, 8).toString('base64') },
    ...changes,
  };
  const requests: string[] = [];
  let isUsed = false;
  let polls: string | undefined;
  let publicKey: string | undefined;
  const describe = (secret: string | null) => ({
    device: { id: 1, name: device.name, pubkey: publicKey, user_id: 1, created_at: 0 },
    configs: [
      {
        ...{ network_id: 1, network_name: 'Office', config: '', dns: null, mfa_enabled: false },
        ...{ keepalive_interval: 25, location_mfa_mode: 1 },
        ...{ endpoint: device.endpoint, assigned_ip: device.assigned_ip, pubkey: device.pubkey },
        allowed_ips: device.allowed_ips,
      },
    ],
    instance: { id: 'i', name: 'Gatewarden', url: '', proxy_url: '', username: 'admin' },
    token: secret,
  });
  const answers: Record<string, (body: { token: string; pubkey: string }, cookie: string | undefined) => unknown> = {
    '/api/v1/enrollment/start': (body) => (body.token === token && !isUsed ? { instance: {} } : undefined),
    '/api/v1/enrollment/create_device': (body, cookie) => {
      if (isUsed || cookie !== 'session=1') return undefined;
      isUsed = true;
      polls = pollToken;
      publicKey = body.pubkey;
      return describe(pollToken);
    },
    '/api/v1/poll': (body) => (body.token === polls ? { device_config: describe(null) } : undefined),
  };
  const edge = {
    device,
    token,
    requests,
    publicKey: () => publicKey,
    deleteDevice: () => {
      polls = undefined;
    },
  };
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '');
    const body = JSON.parse(await text(request));
    const { instead } = made;
    if (instead) return response.writeHead(instead.status).end(instead.body);
    const answer = answers[request.url ?? '']?.(body, request.headers.cookie);
    const headers = { 'content-type': 'application/json', 'set-cookie': 'session=1; HttpOnly' };
    const [status, code] =
      request.url === '/api/v1/poll' ? [403, 'poll_token_invalid'] : [401, 'enrollment_token_invalid'];
    return answer === undefined
      ? response.writeHead(status).end(JSON.stringify({ error: 'invalid token', code }))
      : response.writeHead(200, headers).end(JSON.stringify(answer));
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
