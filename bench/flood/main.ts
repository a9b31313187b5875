// Attacks core with hostile connections from a separate process and prints the result as JSON. Reads a FloodOptions
// object as JSON from standard input. Only for your own instance.
import { text } from 'node:stream/consumers';
import type { Attack, FloodOptions, FloodResult, Target } from './flood-options.ts';
import { gatewayAttacks } from './gateway-attacks.ts';
import { httpAttacks, proxiedHttpAttacks } from './http-attacks.ts';

const { kind, host, port, from, connections, seconds }: FloodOptions = JSON.parse(await text(process.stdin));
const attacks = { gateways: gatewayAttacks, http: httpAttacks, 'proxied-http': proxiedHttpAttacks }[kind];
/** A connection that core closed is reopened after this time. */
const reconnectMilliseconds = 1_000;
const end = performance.now() + seconds * 1000;
const result: FloodResult = { opened: 0, closed: 0 };

async function attackUntilEnd(attack: Attack, source: Pick<Target, 'localAddress' | 'forwardedFor'>): Promise<void> {
  while (performance.now() < end) {
    using connection = attack({ host, port, ...source });
    result.opened += 1;
    const isOver = await Promise.race([connection.closed.then(() => false), pauseUntil(end).then(() => true)]);
    if (isOver) return;
    result.closed += 1;
    await pauseUntil(performance.now() + reconnectMilliseconds);
  }
}

function pauseUntil(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())).unref());
}

const running = Array.from({ length: connections }, (_, index) => {
  const attack = attacks[index % attacks.length];
  const localAddress = from[index % from.length];
  if (!attack || localAddress === undefined) return Promise.resolve();
  // a client network for each connection, from the range for benchmarks (RFC 2544)
  const forwardedFor = kind === 'proxied-http' ? `198.18.${index >> 8}.${index & 255}` : undefined;
  return attackUntilEnd(attack, { localAddress, forwardedFor });
});
const alive = setInterval(() => undefined, 1_000);
await Promise.all(running);
clearInterval(alive);
process.stdout.write(JSON.stringify(result), () => process.exit(0));
