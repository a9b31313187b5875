import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { coreArguments } from '../../tools/core-command.mjs';

export interface Product {
  /** URL of the console. */
  readonly url: string;
  /** The one-time link that core printed; undefined when an administrator exists. */
  readonly setupLink: string | undefined;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Sends SIGTERM and waits; can be repeated. Retains the data folder. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  /** The folder of an earlier product, to continue with its data. */
  readonly dataDir?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Prefix of the command, such as `ip netns exec <name>`. */
  readonly prefix?: readonly string[];
  /** The arguments of Node that run another core than the one of this repository. */
  readonly coreArguments?: readonly string[];
}

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));

/** Starts core as operators do, with its embedded database, on free ports. Resolves when it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { dataDir, environment = {}, prefix = [] } = options;
  const folder = dataDir ?? (await newDataDir());
  const [command = node, ...rest] = [...prefix, node, ...(options.coreArguments ?? coreArguments())];
  const child = spawn(command, rest, {
    env: {
      ...process.env,
      GATEWARDEN_HTTP_PORT: '0',
      GATEWARDEN_GRPC_PORT: '0',
      GATEWARDEN_EDGE_PORT: '0',
      GATEWARDEN_LOG_LEVEL: 'warn',
      GATEWARDEN_DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await firstLines(child);
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await ended;
    }
  };
  return {
    ...printed,
    dataDir: folder,
    process: child,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export async function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'gatewarden-e2e-'));
}

/** A copy of the data folder of a stopped product. */
export async function copyDataDir(folder: string): Promise<string> {
  const copy = await newDataDir();
  await promisify(execFile)('cp', ['--archive', `${folder}/.`, copy]);
  return copy;
}

export async function removeDataDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Core prints its address and, when there is no administrator, the setup link in the next lines. */
function firstLines(child: ChildProcess): Promise<{ url: string; setupLink: string | undefined }> {
  if (!child.stdout) throw new Error('the output of core is not piped');
  const lines = createInterface({ input: child.stdout });
  let url: string | undefined;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`core ended with ${code} before it was ready`)));
    lines.on('line', (line) => {
      url ??= /is ready: (\S+)/.exec(line)?.[1];
      const setupLink = /(\S+\/setup\?token=\S+)/.exec(line)?.[1];
      if (url && (setupLink || line.includes('Sign in'))) resolve({ url, setupLink });
    });
  });
}
