import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getProvisionerListener, getProvisionerToken } from '@gatewarden/contract/yubikeys';
import type { TestServer } from '../../server/test/harness.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface SpawnedProvisioner extends AsyncDisposable {
  /** What it printed, without its log. */
  readonly printed: () => string;
  readonly logged: () => string;
  /** Folders of keys that exist now. */
  readonly keyFolders: () => Promise<string[]>;
  /** Resolves with the exit status; null after a signal. */
  readonly ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** The program as a process of its own, with the token of the first administrator unless one is given. */
export async function spawnProvisioner(
  { given, provisionerPort }: Pick<TestServer, 'given' | 'provisionerPort'>,
  args: readonly string[],
  token?: string,
): Promise<SpawnedProvisioner> {
  const admin = await given.admin();
  const { ca } = await admin.call(getProvisionerListener, {});
  const folder = await mkdtemp(join(tmpdir(), 'provisioner-test-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, ca);
  const used = token ?? (await admin.call(getProvisionerToken, {})).token;
  const connection = ['--grpc', `https://localhost:${provisionerPort}`, '--ca-file', caFile];
  const child: ChildProcess = spawn(process.execPath, [main, ...connection, ...args], {
    // its temporary keys are in the folder too, so that the test sees whether they are removed
    env: { ...process.env, PROVISIONER_TOKEN: used, TMPDIR: folder },
  });
  const texts = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    printed: () => texts.out,
    logged: () => texts.err,
    keyFolders: async () => (await readdir(folder)).filter((name) => name.startsWith('provisioner-')),
    ended,
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
