import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { issueServerCertificate, makeAuthority } from './certificates.ts';

const serverName = 'core.example.internal';
const notAfter = new Date('2050-01-01T00:00:00Z');

it('creates a self-signed certificate authority', async () => {
  const { certificate } = await makeAuthority('Example');
  const authority = new X509Certificate(certificate);
  expect(authority.ca).toBe(true);
  expect(authority.checkIssued(authority)).toBe(true);
  expect(authority.verify(authority.publicKey)).toBe(true);
  expect(authority.validToDate.getUTCFullYear()).toBe(9999);
});

it('issues a certificate for one host with the given expiry', async () => {
  const authority = await makeAuthority('Example');
  const server = new X509Certificate((await issueServerCertificate(authority, { serverName, notAfter })).certificate);
  expect(server.ca).toBe(false);
  expect(server.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  expect(server.validToDate).toEqual(notAfter);
  expect(server.checkHost(serverName)).toBe(serverName);
  expect(server.checkHost('example.internal')).toBeUndefined();
});

it.each([
  ['trusted by clients that trust the authority', true],
  ['rejected by clients that trust another authority of the same name', false],
])('is %s', async (_, same) => {
  const authority = await makeAuthority('Example');
  const trusted = same ? authority : await makeAuthority('Example');
  const { certificate, key } = await issueServerCertificate(authority, { serverName, notAfter });
  const server = createServer({ key, cert: `${certificate}\n${authority.certificate}` }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', ca: trusted.certificate, servername: serverName });
  try {
    const isTrusted = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    );
    expect(isTrusted).toBe(same);
  } finally {
    socket.destroy();
    server.close();
  }
});
