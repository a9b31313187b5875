import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:tls';
import { beforeAll, expect, it } from 'vitest';
import { type CertificateAndKey, issueServerCertificate, makeAuthority } from '../crypto/certificates.ts';
import { defaultPingLimit } from './close-unresponsive-sessions.ts';
import { startGrpcServer } from './grpc-server.ts';

const serverName = 'core.gatewarden.internal';
let authority: CertificateAndKey;

beforeAll(async () => {
  authority = await makeAuthority('Test');
});

async function startServer() {
  const { key, certificate } = await issueServerCertificate(authority, {
    serverName,
    notAfter: new Date('2090-01-01'),
  });
  const server = await startGrpcServer({
    ...{ host: '127.0.0.1', port: 0, serverName, routes: () => undefined, onCertificateRejected: () => undefined },
    certificate: { key, chain: `${certificate}\n${authority.certificate}` },
    pingLimit: { intervalMilliseconds: 20, pings: 3 },
    unauthenticatedLimits: { milliseconds: 600_000 },
  });
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

const tls = (port: number) =>
  connect({ port, host: '127.0.0.1', ca: authority.certificate, servername: serverName, ALPNProtocols: ['h2'] });

it('closes the connection of a client that does not answer pings', async () => {
  await using server = await startServer();
  const socket = tls(server.port);
  await once(socket, 'secureConnect');
  // RFC 9113 §3.4: the preface and empty settings; after that only the kernel acknowledges what the server sends
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]),
  );
  socket.resume();
  socket.on('error', () => undefined);
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

it('does not close the connections of clients that answer', async () => {
  await using server = await startServer();
  const session = connectHttp2(`https://127.0.0.1:${server.port}`, { createConnection: () => tls(server.port) });
  for (let count = 0; count < 12; count += 1) await once(session, 'ping');
  expect(session.closed).toBe(false);
  session.destroy();
});

it('closes an unresponsive connection within ten seconds', () => {
  const { intervalMilliseconds, pings } = defaultPingLimit;
  expect(intervalMilliseconds * (pings + 1)).toBeLessThan(10_000);
});
