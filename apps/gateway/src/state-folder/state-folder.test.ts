import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Identity } from './identity.ts';
import { openStateFolder } from './state-folder.ts';

const identity: Identity = {
  core: '127.0.0.1:50055',
  location: 7,
  locationName: 'Office',
  ca: 'c'.repeat(64),
  gatewayId: 'id',
  credential: 'gwg_x',
  tokenHash: 'hash',
};

async function givenPath() {
  const parent = await mkdtemp(join(tmpdir(), 'gateway-folder-'));
  return { path: join(parent, 'a', 'b'), parent, [Symbol.asyncDispose]: () => rm(parent, { recursive: true }) };
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('openStateFolder', () => {
  it('creates the folder with all its parents, for its owner alone', async () => {
    await using given = await givenPath();
    await using folder = await openStateFolder(given.path);
    expect(await modeOf(given.path)).toBe(0o700);
    expect(await modeOf(folder.temporaryFolder)).toBe(0o700);
  });

  it('reads what was saved', async () => {
    await using given = await givenPath();
    {
      await using folder = await openStateFolder(given.path);
      expect([await folder.readIdentity(), await folder.readCa(), await folder.readRefusal()]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await folder.saveIdentity(identity, 'PEM');
      await folder.saveInterfaces({ mark: 'm', names: ['gw7', 'gw8'] });
    }
    await using folder = await openStateFolder(given.path);
    expect([await folder.readIdentity(), await folder.readCa()]).toEqual([identity, 'PEM']);
    expect(await folder.readInterfaces()).toEqual({ mark: 'm', names: ['gw7', 'gw8'] });
    expect(await modeOf(join(given.path, 'identity.json'))).toBe(0o600);
  });

  it('returns a new mark while none is saved', async () => {
    await using given = await givenPath();
    await using folder = await openStateFolder(given.path);
    const [one, two] = [await folder.readInterfaces(), await folder.readInterfaces()];
    expect(one.names).toEqual([]);
    expect(one.mark).not.toBe(two.mark);
  });

  it('retains the refusal of a removed gateway, until a new identity is saved', async () => {
    await using given = await givenPath();
    await using folder = await openStateFolder(given.path);
    await folder.saveIdentity(identity, 'PEM');
    await writeFile(folder.journalPath, 'state');
    await folder.removeGateway({ tokenHash: 'hash', locationName: 'Office' });
    expect((await readdir(given.path)).toSorted()).toEqual(['lock', 'refusal.json', 'tmp']);
    expect(await folder.readRefusal()).toEqual({ tokenHash: 'hash', locationName: 'Office' });
    await folder.saveIdentity(identity, 'PEM');
    expect(await folder.readRefusal()).toBeUndefined();
  });

  it('allows one user at a time, also through another path', async () => {
    await using given = await givenPath();
    {
      await using folder = await openStateFolder(given.path);
      expect(folder).toBeDefined();
      await expect(openStateFolder(join(given.path, '..', 'b'))).rejects.toThrow('Another gateway is running');
    }
    await using again = await openStateFolder(given.path);
    expect(again).toBeDefined();
  });

  it('cannot be locked by another user of the machine', async () => {
    await using given = await givenPath();
    {
      await using _first = await openStateFolder(given.path);
    }
    const { dev, ino } = await stat(given.path);
    // an earlier version used this name for a lock that every user could take
    const squatter = createServer().listen(`\0gatewarden-gateway-${dev}-${ino}`);
    await once(squatter, 'listening');
    await chmod(given.parent, 0o755);
    const unprivilegedUser = { uid: 65_534, gid: 65_534, stdio: 'ignore' } as const;
    const attempt = spawn(
      'flock',
      ['-n', join(given.path, 'lock'), 'sleep', '600'],
      process.getuid?.() === 0 ? unprivilegedUser : { stdio: 'ignore' },
    );
    const ended = once(attempt, 'exit');
    if (process.getuid?.() === 0) expect((await ended)[0]).not.toBe(0);
    else attempt.kill();
    await expect(openStateFolder(given.path).then((folder) => folder[Symbol.asyncDispose]())).resolves.toBeUndefined();
    await new Promise((resolve) => squatter.close(resolve));
  });

  it('releases the lock when the agent is killed', async () => {
    await using given = await givenPath();
    const module = new URL('./state-folder.ts', import.meta.url);
    const script = `const { openStateFolder } = await import(${JSON.stringify(module.href)});
      await openStateFolder(${JSON.stringify(given.path)}); console.log('locked'); setInterval(() => undefined, 1000)`;
    const agent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(agent.stdout, 'data');
    await expect(openStateFolder(given.path)).rejects.toThrow('Another gateway is running');
    agent.kill('SIGKILL');
    await once(agent, 'exit');
    await using _next = await openStateFolder(given.path);
  });

  it('removes temporary files of a killed agent', async () => {
    await using given = await givenPath();
    await mkdir(join(given.path, 'tmp'), { recursive: true, mode: 0o700 });
    await chmod(given.path, 0o700);
    await writeFile(join(given.path, 'tmp', 'x.conf'), 'PrivateKey');
    await using folder = await openStateFolder(given.path);
    expect(await readdir(folder.temporaryFolder)).toEqual([]);
  });

  it('restricts access to an empty or existing state folder, and refuses a folder with other files', async () => {
    await using given = await givenPath();
    await mkdir(given.path, { recursive: true });
    await chmod(given.path, 0o755);
    {
      await using folder = await openStateFolder(given.path);
      await folder.saveIdentity(identity, 'PEM');
      expect(await modeOf(given.path)).toBe(0o700);
    }
    await chmod(given.path, 0o755);
    {
      await using folder = await openStateFolder(given.path);
      expect(folder).toBeDefined();
      expect(await modeOf(given.path)).toBe(0o700);
    }
    await chmod(given.parent, 0o755);
    await expect(openStateFolder(given.parent)).rejects.toThrow('give the gateway a separate folder');
    expect(await modeOf(given.parent)).toBe(0o755);
  });

  it('refuses a path that is not a folder', async () => {
    await using given = await givenPath();
    const path = join(given.parent, 'file');
    await writeFile(path, '');
    await expect(openStateFolder(path)).rejects.toThrow(`The state folder ${path} cannot be used`);
  });

  it('reports the path of a damaged identity', async () => {
    await using given = await givenPath();
    await using folder = await openStateFolder(given.path);
    await writeFile(join(given.path, 'identity.json'), '{"core":');
    await expect(folder.readIdentity()).rejects.toThrow('identity.json cannot be read; move it away');
  });
});
