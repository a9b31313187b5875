import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test as base, expect, it } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { rawRequest } from '../test/raw-request.ts';
import { givenDataDir, spawnAdmin, spawnCore } from '../test/spawn-core.ts';

const ready = /Gatewarden \S+ is ready: (http:\/\/localhost:\d+)\n/;

/** With the data folder of a core that was stopped. All tests share it, and leave it so. */
const test = base.extend<{ folder: { readonly path: string } }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      await using folder = await givenDataDir();
      await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
      await core.printed(ready);
      core.process.kill('SIGTERM');
      await core.ended;
      await use(folder);
    },
    { scope: 'file' },
  ],
});

it('starts on an empty folder, prints its address and one setup link, and starts again with the same data', async () => {
  await using folder = await givenDataDir();
  const links: string[] = [];
  for (const time of ['first', 'second']) {
    await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
    const [, url = ''] = await core.printed(ready);
    const [, link = ''] = await core.printed(/\n {2}(\S+\/setup\?token=\S+)\n/);
    links.push(link);
    expect([time, await status(url, '/api/v1/ready')]).toEqual([time, 200]);
    core.process.kill('SIGTERM');
    expect(await core.ended).toBe(0);
    expect(core.output().stdout.match(/token=/g)).toHaveLength(1);
    // a warning would be a line of JSON
    expect(core.output().stdout).not.toContain('{');
    expect(core.output().stderr).toBe('');
  }
  expect(new Set(links).size).toBe(2);
});

test('finishes a request in flight on SIGTERM, accepts no new one, and exits with 0', async ({ folder }) => {
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
  const [, url = ''] = await core.printed(ready);
  const upload = await beginUpload(url, JSON.stringify({ username: 'unknown', password: 'Wrong-horse-7' }));
  core.process.kill('SIGTERM');
  while (await accepts(url));
  expect(await upload.finish()).toMatchObject({ status: 401, body: expect.stringContaining('wrong_credentials') });
  expect(await core.ended).toBe(0);
});

test('refuses a data folder that another core uses, and leaves that core running', async ({ folder }) => {
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
  const [, url = ''] = await core.printed(ready);
  await using second = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
  expect(await second.ended).toBe(1);
  expect(second.output().stderr).toMatch(/^Gatewarden cannot start\.\n[^\n]*another[^\n]*\n$/);
  expect(second.output().stdout).toBe('');
  expect(await status(url, '/api/v1/ready')).toBe(200);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
});

test('writes its log also to files of its data folder, unless they are switched off', async ({ folder }) => {
  const file = join(folder.path, 'logs/core.1.log');
  for (const files of ['on', 'off']) {
    await rm(file, { force: true });
    await using core = spawnCore({
      GATEWARDEN_DATA_DIR: folder.path,
      GATEWARDEN_LOG_LEVEL: 'debug',
      GATEWARDEN_LOG_FILES: files,
    });
    await core.printed(ready);
    core.process.kill('SIGTERM');
    expect(await core.ended).toBe(0);
    const lines = core
      .output()
      .stdout.split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(0);
    const written = await readFile(file, 'utf8').catch(() => undefined);
    expect([files, written]).toEqual([files, files === 'on' ? `${lines.join('\n')}\n` : undefined]);
  }
});

test('continues when the reader of its log is gone, and stops in order', async ({ folder }) => {
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path, GATEWARDEN_LOG_LEVEL: 'debug' });
  const [, url = ''] = await core.printed(ready);
  core.process.stdout?.destroy();
  core.process.stderr?.destroy();
  for (let call = 0; call < 5; call += 1) expect(await status(url, '/api/v1/ready')).toBe(200);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
});

test('starts, serves and stops while its log is on a full disk', async ({ folder }) => {
  await using full = await open('/dev/full', 'w');
  const port = await freePort();
  const environment = { GATEWARDEN_DATA_DIR: folder.path, GATEWARDEN_HTTP_PORT: String(port) };
  await using core = spawnCore({ ...environment, GATEWARDEN_LOG_LEVEL: 'debug' }, full.fd);
  const url = `http://localhost:${port}`;
  let ended = false;
  void core.ended.then(() => {
    ended = true;
  });
  while (!ended && !(await accepts(url)));
  expect(await status(url, '/api/v1/ready')).toBe(200);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
});

it('prints one sentence for each invalid setting, and exits with 2', async () => {
  await using core = spawnCore({ GATEWARDEN_HTTP_PORT: 'eight', GATEWARDEN_COLOUR: 'red' });
  expect(await core.ended).toBe(2);
  expect(core.output()).toEqual({
    stdout: '',
    stderr:
      'Gatewarden cannot start.\nGATEWARDEN_COLOUR is not a setting of Gatewarden.\nGATEWARDEN_HTTP_PORT must be a port from 0 to 65535.\n',
  });
});

it.each([
  ['a file', '/etc/hostname', 'is not a folder'],
  ['below a file', '/etc/hostname/data', 'is not a folder'],
  ['where no folder can be made', '/proc/foo', 'is not there and cannot be made'],
])('refuses a data folder that is %s in one sentence, and ends with 2', async (_, path, sentence) => {
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: path });
  expect(await core.ended).toBe(2);
  expect(core.output().stdout).toBe('');
  const [head, line, end] = core.output().stderr.split('\n');
  expect([head, line, end]).toEqual(['Gatewarden cannot start.', expect.stringContaining(`${path} ${sentence}`), '']);
  await using admin = spawnAdmin(['users', 'list'], { GATEWARDEN_DATA_DIR: path });
  expect(await admin.ended).toBe(2);
  expect(admin.output().stderr).toMatch(/^[^\n]*GATEWARDEN_DATA_DIR[^\n]*\n$/);
});

test('creates no new key for a database whose key is missing, and starts again with the former one', async ({
  folder,
}) => {
  const file = join(folder.path, 'instance.key');
  const environment = { GATEWARDEN_DATA_DIR: folder.path };
  const key = await readFile(file);
  await rm(file);
  await using lost = spawnCore(environment);
  expect(await lost.ended).toBe(2);
  expect(lost.output().stderr).toMatch(
    /^Gatewarden cannot start\.\n[^\n]*instance\.key is missing[^\n]*backup[^\n]*\n$/,
  );
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await writeFile(file, key, { mode: 0o600 });
  await using again = spawnCore(environment);
  await again.printed(ready);
  again.process.kill('SIGTERM');
  expect(await again.ended).toBe(0);
});

it('stops in order when it receives SIGTERM during the start', async () => {
  await using folder = await givenDataDir();
  await using core = spawnCore({ GATEWARDEN_DATA_DIR: folder.path, GATEWARDEN_LOG_LEVEL: 'info' });
  await core.printed(/creating the database/);
  core.process.kill('SIGINT');
  expect(await core.ended).toBe(0);
  await using again = spawnCore({ GATEWARDEN_DATA_DIR: folder.path });
  await again.printed(ready);
});

async function status(url: string, path: string): Promise<number> {
  return (await rawRequest(url.replace('localhost', '127.0.0.1'), 'GET', path)).status;
}

/** Sends the head of a sign-in and waits until core has taken it; the body follows with `finish`. */
async function beginUpload(url: string, body: string) {
  const sent = request(`${url.replace('localhost', '127.0.0.1')}/api/v1/auth`, {
    method: 'POST',
    agent: false,
    headers: {
      'user-agent': 'test',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await new Promise<void>((resolve, reject) => {
    sent.once('continue', resolve);
    sent.once('error', reject);
  });
  const answered = new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, body: answer }), reject);
    });
  });
  return {
    finish: () => {
      sent.end(body);
      return answered;
    },
  };
}

function accepts(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
