import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { GatewayToken } from '../src/state-folder/identity.ts';
import type { Authority } from './certificates.ts';
import { createQueue } from './queue.ts';

/** A replica of core in a separate process, which can be suspended. */
export interface ReplicaProcess extends AsyncDisposable {
  readonly token: GatewayToken;
  readonly port: number;
  /** Resolves when an agent opens the next stream. */
  nextStream(): Promise<void>;
  suspend(): void;
  resume(): void;
}

const script = fileURLToPath(new URL('./replica.ts', import.meta.url));

export async function spawnReplica(authority: Authority, secret?: string): Promise<ReplicaProcess> {
  const certificate = await authority.issue();
  const { pem, fingerprint } = authority;
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(JSON.stringify({ certificate, pem, fingerprint, secret }));
  const ended = once(child, 'close');
  const lines = createQueue<string>();
  if (child.stdout) createInterface(child.stdout).on('line', lines.push);
  const token: GatewayToken = JSON.parse(await lines.next());
  return {
    token,
    port: Number(token.core.split(':').at(-1)),
    nextStream: async () => void (await lines.next()),
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
