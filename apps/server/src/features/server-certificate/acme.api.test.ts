import { expect, inject, it } from 'vitest';
import { type AcmeAuthority, startAcmeAuthority } from '../../../test/acme-authority.ts';
import { runAdmin } from '../../../test/admin-program.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { requestHttps } from '../../../test/https-request.ts';

const host = 'vpn.example.test';
const edgeHost = 'enroll.example.test';

const environmentOf = (authority: AcmeAuthority) => ({
  GATEWARDEN_URL: `https://${host}`,
  GATEWARDEN_EDGE_URL: `https://${edgeHost}`,
  GATEWARDEN_HTTP_PORT: `${authority.tlsPort}`,
  GATEWARDEN_ACME_DIRECTORY: authority.directory,
  GATEWARDEN_ACME_CA_FILE: authority.caFile,
  GATEWARDEN_ACME_EMAIL: 'ops@example.test',
  GATEWARDEN_OUTBOUND_ALLOW: 'localhost',
});

/** What was tried, with the reasons of failures. */
const outcomes = async (server: TestServer) =>
  (await server.events())
    .filter(({ type }) => type.startsWith('server-certificate.'))
    .map(({ type, payload }) => payload['reason'] ?? type);

async function renew({ database }: TestServer): Promise<void> {
  const { code } = await runAdmin(['jobs', 'run', 'server-certificate.renew'], {
    DATABASE_URL: database.url,
    GATEWARDEN_SECRET_KEY: inject('started').secretKey,
  });
  expect(code).toBe(0);
}

it('obtains a certificate for both addresses over TLS-ALPN-01, which all replicas use', async () => {
  await using authority = await startAcmeAuthority();
  await using server = await startTestServer({
    environment: { ...environmentOf(authority), GATEWARDEN_EDGE_PORT: '0' },
  });
  await expect.poll(() => outcomes(server)).toEqual(['server-certificate.renewed']);
  const ca = await authority.root();
  await expect.poll(() => requestHttps({ port: authority.tlsPort, host, ca })).toMatchObject({ status: 200 });
  const { certificate, headers } = await requestHttps({ port: authority.tlsPort, host, ca });
  expect(certificate.subjectaltname?.split(', ').toSorted()).toEqual([`DNS:${edgeHost}`, `DNS:${host}`]);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  expect(await requestHttps({ port: server.edgePort ?? 0, host: edgeHost, ca, path: '/api/v1/health' })).toMatchObject({
    status: 200,
  });
  await using replica = await server.startReplica({ GATEWARDEN_HTTP_PORT: '0' });
  expect((await requestHttps({ port: Number(new URL(replica.url).port), host, ca })).certificate.serialNumber).toBe(
    certificate.serialNumber,
  );
});

it('obtains a certificate over HTTP-01, and renews it when a third of its lifetime is left', async () => {
  await using authority = await startAcmeAuthority();
  await using server = await startTestServer({
    environment: { ...environmentOf(authority), GATEWARDEN_REDIRECT_PORT: `${authority.httpPort}` },
  });
  await expect.poll(() => outcomes(server)).toEqual(['server-certificate.renewed']);
  expect(await server.query('select * from acme_challenge')).toEqual([]);
  const serial = async () => (await requestHttps({ port: authority.tlsPort, host })).certificate.serialNumber;
  const first = await serial();
  const { valid_to: end } = (await requestHttps({ port: authority.tlsPort, host })).certificate;
  server.clock.advance({ minutes: (Date.parse(end) - server.clock.now().getTime()) / 60_000 - 60 });
  await renew(server);
  const renewed = 'server-certificate.renewed';
  await expect.poll(() => outcomes(server)).toEqual([renewed, renewed]);
  await expect.poll(serial).not.toBe(first);
});

it('shows and logs a failure once, tries again later, and serves with a certificate of its own meanwhile', async () => {
  await using authority = await startAcmeAuthority({
    accounts: { known: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W' },
  });
  await using server = await startTestServer({ environment: environmentOf(authority) });
  await expect.poll(() => outcomes(server)).toEqual([expect.stringContaining('externalAccountBinding')]);
  const { certificate } = await requestHttps({ port: authority.tlsPort, host });
  expect(certificate.subject.CN).toBe(host);
  await renew(server);
  server.clock.advance({ minutes: 2 });
  await renew(server);
  await expect.poll(() => server.query('select failures from server_certificate')).toEqual([{ failures: 2 }]);
  expect(await outcomes(server)).toEqual([expect.stringContaining('externalAccountBinding')]);
});
