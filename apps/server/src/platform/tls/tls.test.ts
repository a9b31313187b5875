import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createServerTls } from '@gatewarden/listener/server-tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideBlock } from '../../../../../tools/guides/guide-blocks.ts';
import { writeCertificate } from '../../../test/certificate-files.ts';
import { requestHttps } from '../../../test/https-request.ts';
import { readConfig } from '../config/config.ts';
import { makeChallengeCertificate, makeSelfSigned } from '../crypto/certificates.ts';
import { createLog } from '../log/log.ts';
import { StartError } from '../start-error.ts';
import { followConfiguredFiles } from './certificate-files.ts';
import { startRedirectServer } from './redirect-server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewarden-tls-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('certificate files', () => {
  it('are used again when they change, and a pair that does not match is logged once and not used', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const [first, second] = [await writeCertificate(folder, 'a.test'), await writeCertificate(folder, 'b.test')];
    // as programs that renew certificates do: what is configured are links
    const files = { certFile: join(folder, 'live.pem'), keyFile: join(folder, 'live.key') };
    await symlink(first.certFile, files.certFile);
    await symlink(first.keyFile, files.keyFile);
    const tls = createServerTls();
    const stop = await followConfiguredFiles({ files, tls, log, milliseconds: 5 });
    const server = createServer(tls.options(), (_request, response) => response.end());
    tls.add(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const name = async () => (await requestHttps({ port, host: 'any.test' })).certificate.subject.CN;
    expect(await name()).toBe('a.test');
    await unlink(files.certFile);
    await symlink(second.certFile, files.certFile);
    await expect.poll(() => lines.join('')).toContain('is not the key of the certificate');
    expect(await name()).toBe('a.test');
    await unlink(files.keyFile);
    await symlink(second.keyFile, files.keyFile);
    await expect.poll(name).toBe('b.test');
    stop();
    server.close();
    expect(lines.filter((line) => line.includes('is not the key'))).toHaveLength(1);
  });

  it('that cannot be used stop the start, with a sentence that names the file', async () => {
    const good = await writeCertificate(folder, 'good.test');
    const other = await writeCertificate(folder, 'other.test');
    const text = join(folder, 'text.pem');
    await writeFile(text, 'no certificate');
    // OpenSSL compares only keys of the same algorithm
    const rsaKey = join(folder, 'rsa.key');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(rsaKey, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const large = join(folder, 'large.pem');
    await writeFile(large, '');
    await truncate(large, 1_000_001);
    const log = createLog('silent');
    const wrong = [
      [
        { ...good, certFile: join(folder, 'absent.pem') },
        /^GATEWARDEN_TLS_CERT_FILE .*absent\.pem cannot be read \(ENOENT\)/,
      ],
      [{ ...good, certFile: text }, /^GATEWARDEN_TLS_CERT_FILE .*text\.pem is not a certificate/],
      [
        { ...good, keyFile: other.keyFile },
        /^GATEWARDEN_TLS_KEY_FILE .*other\.test\.key is not the key of the certificate/,
      ],
      [{ ...good, keyFile: rsaKey }, /^GATEWARDEN_TLS_KEY_FILE .*rsa\.key is not the key of the certificate\.$/],
      [
        { ...good, keyFile: text },
        /^GATEWARDEN_TLS_KEY_FILE .*text\.pem cannot be used with the certificate \(ERR_OSSL_UNSUPPORTED\)/,
      ],
      [{ ...good, certFile: folder }, /^GATEWARDEN_TLS_CERT_FILE .* is not a file\.$/],
      [{ ...good, certFile: large }, /^GATEWARDEN_TLS_CERT_FILE .*large\.pem has more than 1 MB\.$/],
    ] as const;
    for (const [files, message] of wrong) {
      const error = await followConfiguredFiles({ files, tls: createServerTls(), log }).catch(
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).message).toMatch(message);
      expect((error as StartError).exitCode).toBe(2);
    }
    expect(await readFile(good.keyFile, 'utf8')).toContain('PRIVATE KEY');
  });
});

it('answers the protocol of challenges only for host names that are being proven', async () => {
  const tls = createServerTls();
  tls.use(await makeSelfSigned(['default.test']));
  tls.setChallenges(new Map([['a.test', await makeChallengeCertificate('a.test', 'token.fingerprint')]]));
  const server = createServer(tls.options());
  tls.add(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  async function shake(servername: string, ALPNProtocols: string[]) {
    const socket = connect({ port, servername, ALPNProtocols, rejectUnauthorized: false });
    try {
      await once(socket, 'secureConnect');
      return [socket.alpnProtocol, socket.getPeerCertificate().subject.CN];
    } catch {
      return 'refused';
    } finally {
      socket.destroy();
    }
  }
  expect(await shake('a.test', ['acme-tls/1'])).toEqual(['acme-tls/1', 'a.test']);
  expect(await shake('b.test', ['acme-tls/1'])).toBe('refused');
  expect(await shake('a.test', ['http/1.1'])).toEqual(['http/1.1', 'default.test']);
  expect(await shake('a.test', ['h2'])).toBe('refused');
  server.close();
});

describe('the listener without TLS', () => {
  async function ask(method: string, path: string, host = 'vpn.test') {
    const server = await startRedirectServer({
      ...{ port: 0, host: '127.0.0.1' },
      targets: () => ['https://vpn.test', 'https://enroll.test:8443'],
      findChallenge: async (token) => (token === 'known' ? 'known.proof' : undefined),
    });
    try {
      const call = request({ host: '127.0.0.1', port: server.port, method, path, headers: { host }, agent: false });
      call.end();
      const [response] = await once(call, 'response');
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      return [response.statusCode, response.headers.location ?? Buffer.concat(parts).toString()];
    } finally {
      await server.stop();
    }
  }

  it.each([
    ['GET', '/users?page=2', 'vpn.test', [308, 'https://vpn.test/users?page=2']],
    ['HEAD', '/', 'vpn.test:80', [308, 'https://vpn.test/']],
    ['GET', '/start', 'enroll.test', [308, 'https://enroll.test:8443/start']],
    // a host that is not ours is not repeated, and a path selects no other host
    ['GET', '/', 'evil.test', [308, 'https://vpn.test/']],
    ['GET', '//evil.test/x', 'vpn.test', [308, 'https://vpn.test//evil.test/x']],
    ['GET', 'http://enroll.test/x', 'vpn.test', [308, 'https://enroll.test:8443/x']],
    ['POST', '/api/v1/auth', 'vpn.test', [403, 'https is required\n']],
    ['GET', '/.well-known/acme-challenge/known', 'vpn.test', [200, 'known.proof']],
    ['GET', '/.well-known/acme-challenge/other', 'vpn.test', [404, 'not found\n']],
  ])('answers %s %s at %s', async (method, path, host, expected) => {
    expect(await ask(method, path, host)).toEqual(expected);
  });
});

it.each([
  ['tls.md#files', 'files'],
  ['tls.md#acme', 'acme'],
  ['tls.md#own-authority', 'acme'],
])('accepts the settings of %s', (block, kind) => {
  const settings = guideBlock(block)
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]);
  const config = readConfig({ GATEWARDEN_URL: 'https://vpn.example.com', ...Object.fromEntries(settings) });
  expect(config.tls?.kind).toBe(kind);
});
