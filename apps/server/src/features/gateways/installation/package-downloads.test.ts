import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readOfferedPackage } from './offered-package.ts';
import { addPackageDownloads } from './package-downloads.ts';

const file = 'gatewarden-gateway_1.2.3_amd64.deb';
const content = 'the package';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function givenFolder(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'gatewarden-offered-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return pathToFileURL(`${folder}/`);
}

const givenPackage = () =>
  givenFolder({
    SHA256SUMS: `${sha256('other')}  gatewarden-core_1.2.3_amd64.deb\n${sha256(content)}  ${file}\n${sha256('FROM debian')}  gateway.Containerfile\n`,
    [file]: content,
    'gateway.Containerfile': 'FROM debian',
  });

async function givenServer(folder: URL) {
  const app = Fastify();
  onTestFinished(() => app.close());
  addPackageDownloads(app, { folder, offered: readOfferedPackage(folder) });
  await app.ready();
  return (url: string) => app.inject(url);
}

describe('package downloads', () => {
  it('serves the package, its Containerfile and an installer without a secret', async () => {
    const get = await givenServer(givenPackage());
    const download = await get(`/install/${file}`);
    expect(download.body).toBe(content);
    expect(download.headers).toMatchObject({ 'content-length': String(content.length) });
    expect((await get('/install/gateway.Containerfile')).body).toBe('FROM debian');
    const { body, headers } = await get('/install/gateway.sh');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(sha256(content));
    expect(body).not.toContain('gwj_');
  });

  it.each(['/install/', '/install/SHA256SUMS', '/install/..%2fSHA256SUMS', '/install/gatewarden-core_1.2.3_amd64.deb'])(
    'serves nothing else: %s',
    async (path) => {
      const get = await givenServer(givenPackage());
      expect((await get(path)).body).not.toContain(sha256('other'));
    },
  );

  it('limits the downloads of an address, and ends those that do not progress', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const large = 'x'.repeat(16_000_000);
    const folder = givenFolder({
      SHA256SUMS: `${sha256(large)}  ${file}\n${sha256('FROM debian')}  gateway.Containerfile\n`,
      [file]: large,
      'gateway.Containerfile': 'FROM debian',
    });
    const app = Fastify();
    onTestFinished(() => app.close());
    addPackageDownloads(app, { folder, offered: readOfferedPackage(folder) });
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    /** A download that is not read after its headers. */
    const download = async (localAddress: string) => {
      const request = get({ port, host: '127.0.0.1', localAddress, path: `/install/${file}`, agent: false });
      request.on('error', () => undefined);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      onTestFinished(() => void request.destroy());
      return response;
    };
    const stalled = await Promise.all(Array.from({ length: 4 }, () => download('127.0.0.2')));
    expect(stalled.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await text(await download('127.0.0.2'))).toContain('rate_limited');
    expect((await download('127.0.0.3')).statusCode).toBe(200);
    // the second check is the first that sees no progress
    vi.advanceTimersByTime(60_000);
    await Promise.all(stalled.map((response) => expect(text(response)).rejects.toThrow('aborted')));
    await expect.poll(async () => (await download('127.0.0.2')).statusCode).toBe(200);
  });

  it('offers nothing without a package', async () => {
    const folder = givenFolder({});
    expect(readOfferedPackage(folder)).toBeUndefined();
    const get = await givenServer(folder);
    expect((await get('/install/gateway.sh')).statusCode).not.toBe(200);
  });

  it('hashes the installer as the shell of the one-line command does', () => {
    const offered = readOfferedPackage(givenPackage());
    const script = 's=$(cat); printf %s "$s" | sha256sum';
    const hash = execFileSync('sh', ['-c', script], { input: offered?.installer, encoding: 'utf8' });
    expect(hash).toBe(`${offered?.installerSha256}  -\n`);
    expect(spawnSync('sh', ['-n'], { input: offered?.installer, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});
