import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import type { NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { serverPort } from './office.ts';
import { connectInside } from './open-inside.ts';

/** Most bytes that one laptop moves in a second, both ways together. */
const mostBytesPerSecond = 250_000;
const sentShare = 0.15;
const timeoutMilliseconds = 5_000;
/** From quiet to busy and back. */
const waveSeconds = 300;

/**
 * Fetches and sends a little every second, now more and now less, as long as the tunnel lets it and until it is
 * disposed. `phase`, 0 to 1, says where in its wave it begins.
 */
export function useTunnel(host: NetworkNamespace, server: string, phase: number): Disposable {
  const agent = insideAgent(host, server);
  const startedAt = Date.now();
  let ended = false;
  let timer: NodeJS.Timeout | undefined;

  async function goOn(): Promise<void> {
    const seconds = (Date.now() - startedAt) / 1000;
    const busy = 0.5 + 0.5 * Math.sin(2 * Math.PI * (seconds / waveSeconds + phase));
    const bytes = Math.round(mostBytesPerSecond * busy ** 2 * (0.5 + 0.5 * Math.random()));
    // whoever lost access tries again, as people do
    await exchange(agent, server, bytes).catch(() => undefined);
    if (!ended) timer = setTimeout(() => void goOn(), 1_000);
  }

  void goOn();
  return {
    [Symbol.dispose]() {
      ended = true;
      clearTimeout(timer);
      agent.destroy();
    },
  };
}

function exchange(agent: Agent, server: string, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, host: server, port: serverPort, method: 'POST', path: `/?bytes=${bytes}`, timeout: timeoutMilliseconds },
      (answer) => answer.resume().on('end', resolve).on('error', reject),
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(Buffer.alloc(Math.round(bytes * sentShare)));
  });
}

/** Keeps one connection, which starts inside. */
function insideAgent(host: NetworkNamespace, server: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = (_options, done) => {
    connectInside(host, server, serverPort).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Socket),
    );
    return undefined;
  };
  return agent;
}
