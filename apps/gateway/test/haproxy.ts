import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/free-port.ts';

/** HAProxy as a TCP load balancer without health checks: it connects to each replica in turn. */
export async function startHaproxy(ports: readonly number[]): Promise<AsyncDisposable & { readonly port: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-haproxy-'));
  const [port, ready] = [await freePort(), join(folder, 'haproxy.cfg')];
  const servers = ports.map((each, index) => `  server core${index} 127.0.0.1:${each}`);
  const timeouts = ['connect 5s', 'client 1m', 'server 1m'].map((each) => `  timeout ${each}`);
  const backend = ['listen core', '  mode tcp', '  balance roundrobin', `  bind 127.0.0.1:${port}`];
  await writeFile(ready, [...backend, ...timeouts, ...servers, ''].join('\n'));
  const child = spawn('haproxy', ['-W', '-f', ready], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  // the master process reports it when its worker listens
  for await (const chunk of child.stderr) if (`${chunk}`.includes('Loading success')) break;
  child.stderr.resume();
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
