import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { Code, ConnectError, type ConnectRouter, createClient } from '@connectrpc/connect';
import { type ControlRequest, GatewayService, type JoinRequest } from '@gatewarden/contract/gateway/v1';
import { beforeAll, expect, it } from 'vitest';
import { openCoreTransport } from '../../../test/core-transport.ts';
import { type CertificateAndKey, issueServerCertificate, makeAuthority } from '../crypto/certificates.ts';
import { authenticatedCallOptions, type GrpcOptions, startGrpcServer } from './grpc-server.ts';
import { markAuthenticated, markValid } from './unauthenticated-calls.ts';

const serverName = 'core.gatewarden.internal';
let authority: CertificateAndKey;

beforeAll(async () => {
  authority = await makeAuthority('Test');
});

/** Joins without a name fail. Control streams are authenticated by a header and answer each message. */
async function startServer(options: Partial<GrpcOptions> = {}) {
  const joins: JoinRequest[] = [];
  const controls: ControlRequest[] = [];
  const invalid: string[] = [];
  const { key, certificate } = await issueServerCertificate(authority, {
    serverName,
    notAfter: new Date('2090-01-01'),
  });
  const routes = (router: ConnectRouter) => {
    router.rpc(GatewayService.method.join, (request, context) => {
      joins.push(request);
      if (!request.name) throw new ConnectError('no name', Code.InvalidArgument);
      markValid(context);
      return { gatewayId: request.name };
    });
    const control = async function* (
      requests: AsyncIterable<ControlRequest>,
      context: Parameters<typeof markValid>[0] & { requestHeader: Headers },
    ) {
      if (context.requestHeader.get('authorization') !== 'Bearer right')
        throw new ConnectError('no', Code.Unauthenticated);
      markValid(context);
      markAuthenticated(context);
      for await (const request of requests) {
        controls.push(request);
        yield { message: { case: 'reportEvery' as const, value: { seconds: 30 } } };
      }
    };
    router.rpc(GatewayService.method.control, control, authenticatedCallOptions);
  };
  const server = await startGrpcServer({
    host: '127.0.0.1',
    port: 0,
    serverName,
    certificate: { key, chain: `${certificate}\n${authority.certificate}` },
    routes,
    onCertificateRejected: () => undefined,
    onInvalidCall: (address) => void invalid.push(address),
    ...options,
  });
  const baseUrl = `https://127.0.0.1:${server.port}`;
  const tls = { ca: authority.certificate, servername: serverName };
  return {
    joins,
    controls,
    invalid,
    /** A regular client. */
    openLink() {
      const { transport, close } = openCoreTransport(`127.0.0.1:${server.port}`, authority.certificate);
      return { client: createClient(GatewayService, transport), [Symbol.dispose]: close };
    },
    /** A client that can send arbitrary frames. */
    async openSession(): Promise<ClientHttp2Session & Disposable> {
      const session = connectHttp2(baseUrl, tls);
      session.on('error', () => undefined);
      await once(session, 'connect');
      return Object.assign(session, { [Symbol.dispose]: () => void session.destroy() });
    },
    [Symbol.asyncDispose]: server.stop,
  };
}

type Head = Record<string, string>;

function call(session: ClientHttp2Session, { method = 'Join', ...headers }: Head = {}): ClientHttp2Stream {
  const path = `/${GatewayService.typeName}/${method}`;
  const head = { ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' };
  return session
    .request({ ...head, ...headers })
    .on('error', () => undefined)
    .resume();
}

/** Frames a message as gRPC does, with the given length in the prefix. */
function frame(message: Uint8Array, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

function closeOf(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve) => session.once('close', () => resolve()));
}

/** Resolves with the gRPC status, or undefined if the call ends without one. */
async function statusOf(stream: ClientHttp2Stream): Promise<string | undefined> {
  let status: string | undefined;
  const read = (headers: object) => {
    status = (headers as Record<string, string | undefined>)['grpc-status'] ?? status;
  };
  stream.on('response', read).on('trailers', read);
  await new Promise<void>((resolve) => stream.once('trailers', () => resolve()).once('close', () => resolve()));
  return status;
}

const failure = (promise: Promise<unknown>) => promise.then(() => undefined, ConnectError.from);
const long = { milliseconds: 600_000, bytes: 1_000_000_000, calls: 1_000_000 };

it('rejects a message over 16 KiB of an unauthenticated caller when its length prefix arrives', async () => {
  await using server = await startServer();
  using link = server.openLink();
  expect(await link.client.join({ name: 'n'.repeat(16_000) })).toBeDefined();
  expect((await failure(link.client.join({ name: 'n'.repeat(16_400) })))?.code).toBe(Code.ResourceExhausted);
  using session = await server.openSession();
  const stream = call(session);
  stream.write(frame(Buffer.from([0]), 8 * 1024 * 1024));
  expect(await statusOf(stream)).toBe(String(Code.ResourceExhausted));
  // the server does not wait for the rest of the message
  await once(stream, 'close');
});

async function* reports(bytes: number) {
  yield { message: { case: 'rejected' as const, value: { version: 1n, reason: 'x'.repeat(bytes) } } };
}

it('reads large messages only from an authenticated caller', async () => {
  await using server = await startServer();
  using link = server.openLink();
  const headers = { authorization: 'Bearer right' };
  const answers = await Array.fromAsync(link.client.control(reports(200_000), { headers }));
  expect(answers.length).toBe(1);
  expect((await failure(Array.fromAsync(link.client.control(reports(200_000)))))?.code).toBe(Code.Unauthenticated);
  using session = await server.openSession();
  const stream = call(session, { method: 'Control', ...headers });
  stream.write(frame(Buffer.from([0]), 9 * 1024 * 1024));
  expect(await statusOf(stream)).toBe(String(Code.ResourceExhausted));
});

it.each(['application/grpc+json', 'application/grpc-web+proto', 'application/json', 'application/proto', ''])(
  'rejects the content type %j, also for calls with other options',
  async (contentType) => {
    await using server = await startServer();
    using session = await server.openSession();
    for (const method of ['Join', 'Control']) {
      const stream = call(session, { method, 'content-type': contentType });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      expect([method, headers[':status']]).toEqual([method, 415]);
    }
    expect(server.joins).toEqual([]);
  },
);

it('does not retain unknown fields', async () => {
  await using server = await startServer();
  using session = await server.openSession();
  const stream = call(session);
  // field 1000, a varint, four thousand times
  stream.end(frame(Buffer.alloc(12_000, Buffer.from([0xc0, 0x3e, 0x01]))));
  await statusOf(stream);
  expect(server.joins.map(({ $unknown }) => $unknown)).toEqual([undefined]);
});

it('does not retain unknown fields of an authenticated caller', async () => {
  await using server = await startServer();
  using session = await server.openSession();
  const stream = call(session, { method: 'Control', authorization: 'Bearer right' });
  stream.end(frame(Buffer.alloc(12_000, Buffer.from([0xc0, 0x3e, 0x01]))));
  expect(await statusOf(stream)).toBe('0');
  expect(server.controls.map(({ $unknown }) => $unknown)).toEqual([undefined]);
});

it('rejects a message with too many fields from an authenticated caller', async () => {
  await using server = await startServer();
  using session = await server.openSession();
  const stream = call(session, { method: 'Control', authorization: 'Bearer right' });
  const heartbeat = Buffer.from([0x2a, 0]);
  const peers = Buffer.alloc(100_000, Buffer.from([0x12, 0]));
  // field 4, of 100 000 bytes
  const report = Buffer.concat([Buffer.from([0x22, 0xa0, 0x8d, 0x06]), peers]);
  stream.write(Buffer.concat([frame(heartbeat), frame(report)]));
  expect(await statusOf(stream)).toBe(String(Code.ResourceExhausted));
  expect(server.controls.map(({ message }) => message.case)).toEqual(['heartbeat']);
});

it('counts only calls that never become a valid request', async () => {
  await using server = await startServer();
  using link = server.openLink();
  await link.client.join({ name: 'edge' });
  expect(server.invalid).toEqual([]);
  await failure(link.client.join({ name: '' }));
  using session = await server.openSession();
  const garbage = call(session);
  garbage.end(frame(Buffer.from([0xff, 0xff, 0xff])));
  await statusOf(garbage);
  const cut = call(session);
  cut.end(Buffer.from([0, 0]));
  await statusOf(cut);
  await expect.poll(() => server.invalid).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});

it('closes a connection that does not authenticate in time, idle or sending slowly', async () => {
  await using server = await startServer({ unauthenticatedLimits: { ...long, milliseconds: 200 } });
  using silent = await server.openSession();
  using slow = await server.openSession();
  const closed = [silent, slow].map(closeOf);
  const stream = call(slow);
  stream.write(frame(Buffer.from([0]), 16_000));
  const drip = setInterval(() => stream.writable && stream.write(Buffer.from([0])), 10);
  await Promise.all(closed);
  clearInterval(drip);
  expect(server.joins).toEqual([]);
});

it('leaves a connection with an authenticated call open and closes it after the call has ended', async () => {
  await using server = await startServer({ unauthenticatedLimits: { ...long, milliseconds: 200 } });
  using link = server.openLink();
  const end = Promise.withResolvers<void>();
  const messages = async function* () {
    yield {};
    await end.promise;
    yield {};
  };
  const headers = { authorization: 'Bearer right' };
  const answers = link.client.control(messages(), { headers })[Symbol.asyncIterator]();
  await answers.next();
  using unauthenticated = await server.openSession();
  await closeOf(unauthenticated);
  end.resolve();
  expect((await answers.next()).done).toBe(false);
  expect((await answers.next()).done).toBe(true);
});

it.each<[string, (session: ClientHttp2Session) => void]>([
  ['pings', (session) => session.ping(() => undefined)],
  ['settings', (session) => session.settings({ initialWindowSize: 65_535 })],
  ['data beyond the flow-control window', (session) => call(session).write(frame(Buffer.alloc(8_000), 16_000))],
])('closes a connection that sends more %s than authentication needs', async (_, act) => {
  await using server = await startServer({
    unauthenticatedLimits: { milliseconds: 600_000, bytes: 4_096, calls: 1_000_000 },
  });
  using session = await server.openSession();
  const closed = closeOf(session);
  const acting = setInterval(() => {
    for (let count = 0; count < 50 && !session.destroyed && !session.closed; count += 1) act(session);
  }, 5);
  await closed;
  clearInterval(acting);
  expect(server.joins).toEqual([]);
});

it('closes a connection that makes more calls than authentication needs', async () => {
  await using server = await startServer({ unauthenticatedLimits: { ...long, calls: 3 } });
  using session = await server.openSession();
  const closed = closeOf(session);
  for (let count = 0; count < 3; count += 1) await statusOf(call(session).end(frame(Buffer.alloc(0))) as never);
  expect(session.destroyed).toBe(false);
  call(session);
  await closed;
  expect(server.joins.length).toBe(3);
});

it('counts authenticated connections separately from unauthenticated ones', async () => {
  await using server = await startServer({ connectionLimits: { maxUnauthenticatedPerNetwork: 1 } });
  await using made = new AsyncDisposableStack();
  for (let count = 0; count < 3; count += 1) {
    const link = made.use(server.openLink());
    const messages = async function* () {
      yield {};
      await new Promise(() => undefined);
    };
    const answers = link.client.control(messages(), { headers: { authorization: 'Bearer right' } });
    expect((await answers[Symbol.asyncIterator]().next()).done).toBe(false);
  }
  using unauthenticated = await server.openSession();
  const refused = server.openSession();
  await expect(refused).rejects.toThrow();
  expect(unauthenticated.destroyed).toBe(false);
});

it('limits the rate of new connections of one address', async () => {
  await using server = await startServer({ connectionLimits: { newPerNetwork: { burst: 2, perSecond: 0.001 } } });
  for (let count = 0; count < 2; count += 1) (await server.openSession()).destroy();
  await expect(server.openSession()).rejects.toThrow();
});
