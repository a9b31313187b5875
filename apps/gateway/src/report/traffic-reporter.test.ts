import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createQueue } from '../../test/queue.ts';
import { createManualClock } from '../adapters/in-memory/manual-clock.ts';
import type { RuleHits } from '../ports/firewall.ts';
import type { PeerTraffic } from '../ports/wireguard.ts';
import { createTrafficReporter } from './traffic-reporter.ts';

const peer = (publicKey: string, receivedBytes: bigint, changes: Partial<PeerTraffic> = {}): PeerTraffic => ({
  publicKey,
  receivedBytes,
  sentBytes: 0n,
  latestHandshake: 0n,
  endpoint: '',
  ...changes,
});

function givenReporter(...traffic: PeerTraffic[]) {
  const clock = createManualClock();
  const reads = createQueue<Date>();
  const sent: { second: number; peers: string[]; rules?: string[] }[] = [];
  const startedAt = clock.now().getTime();
  const world = { traffic, broken: false, hits: [] as RuleHits[] };
  const stopping = new AbortController();
  const reporter = createTrafficReporter({
    read: async () => {
      reads.push(clock.now());
      if (world.broken) throw new Error('broken');
      return world.traffic;
    },
    takeHits: async () => world.hits.splice(0),
    send: (measuredAt, peers, hits) => {
      const second = (measuredAt.getTime() - startedAt) / 1000;
      const rules = hits.length > 0 ? { rules: hits.map(({ rule }) => rule) } : {};
      sent.push({ second, peers: peers.map(({ publicKey }) => publicKey), ...rules });
    },
    clock,
    log: pino({ level: 'silent' }),
  });
  const running = reporter.run(stopping.signal);
  return {
    world,
    sent,
    clock,
    reporter,
    /** Advances the time until the traffic has been read once more. */
    read: async () => {
      await clock.advanceUntil(reads.next());
    },
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running;
    },
  };
}

describe('createTrafficReporter', () => {
  it('first reports every peer with traffic or a handshake, and no others', async () => {
    await using given = givenReporter(
      peer('received', 1n),
      peer('sent', 0n, { sentBytes: 1n }),
      peer('shook', 0n, { latestHandshake: 1n }),
      peer('silent', 0n),
    );
    await given.read();
    expect(given.sent).toEqual([{ second: 0, peers: ['received', 'sent', 'shook'] }]);
  });

  it('then reports only changed peers, and sends nothing without changes', async () => {
    await using given = givenReporter(peer('a', 1n), peer('b', 1n));
    await given.read();
    await given.read();
    given.world.traffic = [peer('a', 1n), peer('b', 2n)];
    await given.read();
    expect(given.sent).toEqual([
      { second: 0, peers: ['a', 'b'] },
      { second: 60, peers: ['b'] },
    ]);
  });

  it('reports what rules decided, also without changed peers and not before the interface can be read', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.world.hits = [{ rule: '7', packets: 1, bytes: 60 }];
    given.world.broken = true;
    await given.read();
    given.world.broken = false;
    await given.read();
    await given.read();
    expect(given.sent).toEqual([
      { second: 0, peers: ['a'] },
      { second: 60, peers: [], rules: ['7'] },
    ]);
  });

  it('reports what rules decided at most every ten seconds', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.reporter.setReportInterval(4);
    given.world.hits = [{ rule: '7', packets: 1, bytes: 60 }];
    for (let count = 0; count < 4; count += 1) await given.read();
    expect(given.sent.slice(1)).toEqual([{ second: 12, peers: [], rules: ['7'] }]);
  });

  it('reports peers whose counters were reset', async () => {
    await using given = givenReporter(peer('a', 9n));
    await given.read();
    given.world.traffic = [peer('a', 0n)];
    await given.read();
    expect(given.sent.map(({ peers }) => peers)).toEqual([['a'], ['a']]);
  });

  it('reports immediately when core shortens the interval, and then at that interval', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.reporter.setReportInterval(5);
    given.world.traffic = [peer('a', 2n)];
    await given.read();
    given.world.traffic = [peer('a', 3n)];
    await given.read();
    expect(given.sent.map(({ second }) => second)).toEqual([0, 0, 5]);
  });

  it('reports later when core lengthens the interval', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.reporter.setReportInterval(60);
    given.world.traffic = [peer('a', 2n)];
    await given.read();
    expect(given.sent.map(({ second }) => second)).toEqual([0, 60]);
  });

  it('ignores an interval of zero', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.reporter.setReportInterval(0);
    given.world.traffic = [peer('a', 2n)];
    await given.read();
    expect(given.sent.map(({ second }) => second)).toEqual([0, 30]);
  });

  it('continues after the interface could not be read', async () => {
    await using given = givenReporter(peer('a', 1n));
    await given.read();
    given.world.broken = true;
    await given.read();
    given.world.broken = false;
    given.world.traffic = [peer('a', 2n)];
    await given.read();
    expect(given.sent.map(({ second }) => second)).toEqual([0, 60]);
  });
});
