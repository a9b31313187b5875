import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../../tools/free-port.ts';
import { guideBlock } from '../../tools/guides/guide-blocks.ts';

const run = promisify(execFile);
const exampleAddress = 'https://gatewarden.example.com';

export interface KeyPairFiles {
  readonly privateFile: string;
  /** The content of the `.pub` file. */
  readonly publicKey: string;
}

/** An OpenSSH server that gets keys from Gatewarden, configured as docs/ssh-keys.md describes. */
export interface SshServer extends AsyncDisposable {
  /** Creates a key pair of the type with `ssh-keygen -t`. */
  makeKey(type: string): Promise<KeyPairFiles>;
  /** Adds the key to `~/.ssh/authorized_keys` of the account. */
  addAuthorizedKey(account: string, key: KeyPairFiles): Promise<void>;
  /** Sets the key of the emergency account. */
  setEmergencyKey(key: KeyPairFiles): Promise<void>;
  /** Signs in and returns the name of the account; undefined when the server refuses. */
  signIn(account: string, key: KeyPairFiles): Promise<string | undefined>;
}

interface Options {
  /** The token that the script sends. */
  readonly token: string;
  /** Members of the group for which Gatewarden decides. */
  readonly members: readonly string[];
  /** Accounts outside of that group. */
  readonly others: readonly string[];
}

/**
 * Runs sshd with the script and the settings of the page. Its accounts, script and folders are mounted in a private
 * mount namespace, so that the machine is not changed.
 */
export async function startSshServer(gatewarden: string, { token, members, others }: Options): Promise<SshServer> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-sshd-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at('host_key')]);
  const port = await freePort();
  const [type, hostKey] = (await readFile(at('host_key.pub'), 'utf8')).split(' ');
  await writeFile(at('known_hosts'), `[127.0.0.1]:${port} ${type} ${hostKey}\n`);
  const ids = await writeAccounts(at, [...members, ...others, 'emergency', 'gatewarden-keys'], members);
  await mkdir(at('etc'), { mode: 0o755 });
  await writeFile(at('etc/gatewarden.header'), `Authorization: Bearer ${token}\n`, { mode: 0o640 });
  await chown(at('etc/gatewarden.header'), 0, ids('gatewarden-keys'));
  await mkdir(at('bin'), { mode: 0o755 });
  const script = guideBlock('ssh-keys.md#script');
  if (!script.includes(exampleAddress)) throw new Error(`the script of the page does not ask ${exampleAddress}`);
  await writeFile(at('bin/gatewarden-keys'), script.replace(exampleAddress, gatewarden));
  await chmod(at('bin/gatewarden-keys'), 0o755);
  await writeFile(
    at('sshd_config'),
    `ListenAddress 127.0.0.1
Port ${port}
HostKey ${at('host_key')}
PidFile none
UsePAM no
${guideBlock('ssh-keys.md#sshd')}`,
  );
  await startDaemon(made, at);
  const rest = made.move();
  let count = 0;
  return {
    async makeKey(kind) {
      count += 1;
      const privateFile = at(`key${count}`);
      await run('ssh-keygen', ['-q', '-t', kind, '-N', '', '-f', privateFile]);
      return { privateFile, publicKey: await readFile(`${privateFile}.pub`, 'utf8') };
    },
    async addAuthorizedKey(account, { publicKey }) {
      const folder = at(`home/${account}/.ssh`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'authorized_keys'), publicKey, { mode: 0o600 });
      for (const path of [at(`home/${account}`), folder, join(folder, 'authorized_keys')]) {
        await chown(path, ids(account), ids(account));
      }
    },
    setEmergencyKey: ({ publicKey }) => writeFile(at('etc/emergency_keys'), publicKey, { mode: 0o644 }),
    signIn: (account, { privateFile }) => signIn(account, { port, privateFile, knownHosts: at('known_hosts') }),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Returns a lookup of account ids, which are also the ids of their groups. */
async function writeAccounts(
  at: (name: string) => string,
  names: readonly string[],
  members: readonly string[],
): Promise<(name: string) => number> {
  const firstId = 61_000;
  const ids = (name: string) => firstId + names.indexOf(name);
  const passwd = names.map((name) => `${name}:x:${ids(name)}:${ids(name)}::/home/${name}:/bin/sh\n`).join('');
  const shadow = names.map((name) => `${name}:*:19000::::::\n`).join('');
  for (const [file, lines] of [
    ['passwd', passwd],
    ['shadow', shadow],
    ['group', `gatewarden-users:x:60999:${members.join(',')}\n`],
  ] as const) {
    await copyFile(`/etc/${file}`, at(file));
    await writeFile(at(file), lines, { flag: 'a' });
  }
  await mkdir(at('home'), { mode: 0o755 });
  return ids;
}

async function startDaemon(made: AsyncDisposableStack, at: (name: string) => string): Promise<void> {
  const mounts = [
    'mount -t tmpfs -o mode=755 tmpfs /run',
    'mkdir -m 755 /run/sshd',
    `mount --bind ${at('passwd')} /etc/passwd`,
    `mount --bind ${at('shadow')} /etc/shadow`,
    `mount --bind ${at('group')} /etc/group`,
    `mount --bind ${at('home')} /home`,
    `mount --bind ${at('etc')} /etc/ssh`,
    `mount --bind ${at('bin')} /usr/local/bin`,
    `exec /usr/sbin/sshd -D -e -f ${at('sshd_config')}`,
  ];
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', mounts.join('\n')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  made.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line);
      if (line.startsWith('Server listening')) resolve();
    });
    child.once('error', reject);
    ended.then(() => reject(new Error(`sshd ended:\n${output.join('\n')}`)), reject);
  });
}

interface SignIn {
  readonly port: number;
  readonly privateFile: string;
  readonly knownHosts: string;
}

async function signIn(account: string, { port, privateFile, knownHosts }: SignIn): Promise<string | undefined> {
  const options = {
    BatchMode: 'yes',
    ConnectTimeout: '20',
    GlobalKnownHostsFile: 'none',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    UserKnownHostsFile: knownHosts,
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const args = ['-F', 'none', ...given, '-i', privateFile, '-p', String(port), `${account}@127.0.0.1`, 'id', '-un'];
  try {
    return (await run('ssh', args)).stdout.trim();
  } catch (error) {
    if (error instanceof Error && /Permission denied \(publickey\)/.test(error.message)) return undefined;
    throw error;
  }
}
