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

const givenPackage = (content = 'the package') =>
  givenFolder({
    SHA256SUMS: `${sha256('other')}  gatewarden-core_1.2.3_amd64.deb\n${sha256(content)}  ${file}\n${sha256('FROM debian')}  gateway.Containerfile\n`,
    [file]: content,
    'gatewarden-core_1.2.3_amd64.deb': 'other',
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
  });

  it.each(['/install/', '/install/SHA256SUMS', '/install/..%2fSHA256SUMS', '/install/gatewarden-core_1.2.3_amd64.deb'])(
    'serves nothing else: %s',
    async (path) => {
      const get = await givenServer(givenPackage());
      expect((await get(path)).body).toContain('route_not_found');
    },
  );

  it('ends stalled downloads of an address, and one of the address that has most, when there are too many', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const app = Fastify();
    onTestFinished(() => app.close());
    const folder = givenPackage('x'.repeat(16_000_000));
    addPackageDownloads(app, { folder, offered: readOfferedPackage(folder) });
    // the default of core: addresses of IPv4 are mapped
    const { port } = new URL(await app.listen({ port: 0, host: '::' }));
    /** A download that is not read after its headers. */
    const download = async (localAddress: string) => {
      const request = get({ port, host: '127.0.0.1', localAddress, path: `/install/${file}`, agent: false });
      request.on('error', () => undefined);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      onTestFinished(() => void request.destroy());
      return response;
    };
    const running = await Promise.all(Array.from({ length: 8 }, () => download('127.0.0.2')));
    expect(await text(await download('127.0.0.2'))).toContain('rate_limited');
    running.push(...(await Promise.all(Array.from({ length: 8 }, () => download('127.0.0.3')))));
    running.push(await download('127.0.0.4'));
    // what the system keeps for the clients counts as read
    vi.advanceTimersByTime(400_000);
    for (const address of ['127.0.0.2', '127.0.0.3']) expect((await download(address)).statusCode).toBe(200);
    const outcomes = await Promise.allSettled(running.map((response) => text(response)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  it('offers nothing without a package', async () => {
    const folder = givenFolder({});
    expect(readOfferedPackage(folder)).toBeUndefined();
    const get = await givenServer(folder);
    expect((await get('/install/gateway.sh')).body).toContain('route_not_found');
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
