import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type TLSSocket } from 'node:tls';
import { Code, ConnectError, createClient, type ServiceImpl } from '@connectrpc/connect';
import { createGrpcWebTransport } from '@connectrpc/connect-node';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { beforeAll, expect, it } from 'vitest';
import { openCoreTransport } from '../../../test/core-transport.ts';
import { type CertificateAndKey, issueServerCertificate, makeAuthority } from '../crypto/certificates.ts';
import { callerAddressOf } from './caller-address.ts';
import { type GrpcOptions, startGrpcServer } from './grpc-server.ts';

const serverName = 'core.gatewarden.internal';
let authority: CertificateAndKey;

beforeAll(async () => {
  authority = await makeAuthority('Test');
});

async function certificate() {
  const issued = await issueServerCertificate(authority, { serverName, notAfter: new Date('2090-01-01') });
  return { key: issued.key, chain: `${issued.certificate}\n${authority.certificate}` };
}

/** Answers every join with the caller's address and leaves control streams open until core stops. */
const calls: ServiceImpl<typeof GatewayService> = {
  join: (_, context) => ({ gatewayId: callerAddressOf(context) ?? 'unknown' }),
  async *control(_, context) {
    yield { message: { case: 'reportEvery', value: { seconds: 30 } } };
    await new Promise((_resolve, reject) =>
      context.signal.addEventListener('abort', () => reject(context.signal.reason)),
    );
  },
};

async function startServer(options: Partial<GrpcOptions> = {}) {
  const server = await startGrpcServer({
    host: '127.0.0.1',
    port: 0,
    serverName,
    certificate: await certificate(),
    routes: (router) => void router.service(GatewayService, calls),
    onCertificateRejected: () => undefined,
    ...options,
  });
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

function openLink(port: number, ca = authority.certificate) {
  const { transport, close } = openCoreTransport(`127.0.0.1:${port}`, ca);
  return { client: createClient(GatewayService, transport), [Symbol.dispose]: close };
}

const failure = (call: Promise<unknown>) => call.then(() => undefined, ConnectError.from);

/** Resolves once the handshake is done. */
async function openSocket(port: number, options: object = {}): Promise<TLSSocket & Disposable> {
  const socket = connect({
    ...{ port, host: '127.0.0.1', ca: authority.certificate, servername: serverName, ALPNProtocols: ['h2'] },
    ...options,
  });
  await once(socket, 'secureConnect');
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() });
}

it('passes the address of the caller to calls', async () => {
  await using server = await startServer();
  using link = openLink(server.port);
  expect(await link.client.join({})).toMatchObject({ gatewayId: '127.0.0.1' });
});

it('accepts TLS 1.3 only', async () => {
  await using server = await startServer();
  using socket = await openSocket(server.port);
  expect(socket.getProtocol()).toBe('TLSv1.3');
  await expect(openSocket(server.port, { maxVersion: 'TLSv1.2' })).rejects.toThrow(/version|handshake|alert/i);
});

it('sends the certificate of its authority with its own', async () => {
  await using server = await startServer();
  using socket = await openSocket(server.port, { ca: undefined, rejectUnauthorized: false });
  expect(socket.getPeerX509Certificate()?.issuerCertificate?.subject).toBe('CN=Test');
});

it('accepts gRPC only', async () => {
  await using server = await startServer();
  const baseUrl = `https://127.0.0.1:${server.port}`;
  const nodeOptions = { ca: authority.certificate, servername: serverName };
  const web = createClient(GatewayService, createGrpcWebTransport({ baseUrl, httpVersion: '2', nodeOptions }));
  expect((await failure(web.join({})))?.code).not.toBeUndefined();
  const session = connectHttp2(baseUrl, nodeOptions);
  const request = session.request({ ':path': '/' });
  const [headers] = (await once(request, 'response')) as [Record<string, unknown>];
  session.destroy();
  expect(headers[':status']).toBe(415);
});

it('presents a new certificate to new connections and leaves open connections open', async () => {
  await using server = await startServer();
  using link = openLink(server.port);
  await link.client.join({});
  using before = await openSocket(server.port);
  server.useCertificate(await certificate());
  using after = await openSocket(server.port);
  expect(after.getPeerX509Certificate()?.fingerprint256).not.toBe(before.getPeerX509Certificate()?.fingerprint256);
  expect(after.getProtocol()).toBe('TLSv1.3');
  expect(await link.client.join({})).toMatchObject({ gatewayId: '127.0.0.1' });
});

it('ends open calls with UNAVAILABLE when it stops', async () => {
  const server = await startServer();
  using link = openLink(server.port);
  const responses = link.client.control(stayOpen())[Symbol.asyncIterator]();
  await responses.next();
  const next = failure(responses.next());
  await server.stop();
  expect((await next)?.code).toBe(Code.Unavailable);
});

async function* stayOpen() {
  yield {};
  await new Promise(() => undefined);
}

it('reports a client that rejects its certificate', async () => {
  const rejected = Promise.withResolvers<string>();
  await using server = await startServer({
    onCertificateRejected: rejected.resolve,
    certificateRejectionMilliseconds: 20,
  });
  const other = await makeAuthority('Test');
  using link = openLink(server.port, other.certificate);
  expect((await failure(link.client.join({})))?.message).toContain('certificate');
  expect(await rejected.promise).toBe('127.0.0.1');
});
