import type { Clock } from '@gatewarden/link/clock';
import type { Logger } from 'pino';
import type { RuleHits } from '../ports/firewall.ts';
import type { PeerTraffic } from '../ports/wireguard.ts';
import { changedTraffic, type TrafficByPeer } from './changed-traffic.ts';

export interface TrafficReporter {
  /** An interval shorter than the current one also causes an immediate report. Zero is ignored. */
  setReportInterval(seconds: number): void;
  /** Reports at the start and then at the interval, until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

interface Dependencies {
  readonly read: () => Promise<readonly PeerTraffic[]>;
  /** What access rules decided since the previous call. */
  readonly takeHits: () => Promise<readonly RuleHits[]>;
  /** Called only with changes. */
  readonly send: (measuredAt: Date, peers: readonly PeerTraffic[], hits: readonly RuleHits[]) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

const defaultSeconds = 30;
/** Reading the counters of many rules takes a fraction of a second of a core. */
const hitsMilliseconds = 10_000;

/** For one stream: the first report has every peer with traffic, each later one only changed peers; each has the hits of rules since the previous one. */
export function createTrafficReporter({ read, takeHits, send, clock, log }: Dependencies): TrafficReporter {
  let intervalSeconds = defaultSeconds;
  let lastAt = Number.NEGATIVE_INFINITY;
  let last: TrafficByPeer = new Map();
  let hitsAt = Number.NEGATIVE_INFINITY;
  let wake = new AbortController();

  /** None if they were taken a few seconds ago. */
  const takeDueHits = async (at: number): Promise<readonly RuleHits[]> => {
    // if the clock was set back, hits must not wait until it catches up
    if (at >= hitsAt && at - hitsAt < hitsMilliseconds) return [];
    hitsAt = at;
    return takeHits();
  };

  const report = async (): Promise<void> => {
    const measuredAt = clock.now();
    lastAt = measuredAt.getTime();
    try {
      const current = await read();
      const changed = changedTraffic(last, current);
      const hits = await takeDueHits(lastAt);
      if (changed.length + hits.length > 0) send(measuredAt, changed, hits);
      last = new Map(current.map((peer) => [peer.publicKey, peer]));
    } catch (error) {
      log.warn({ err: error }, 'traffic could not be read');
    }
  };

  return {
    setReportInterval: (seconds) => {
      if (seconds < 1 || seconds === intervalSeconds) return;
      if (seconds < intervalSeconds) lastAt = Number.NEGATIVE_INFINITY;
      intervalSeconds = seconds;
      wake.abort();
    },
    run: async (signal) => {
      while (!signal.aborted) {
        wake = new AbortController();
        const interval = intervalSeconds * 1000;
        // If the machine's clock is set back, reports must not stop until it catches up.
        const dueIn = Math.min(interval, lastAt + interval - clock.now().getTime());
        if (dueIn <= 0) await report();
        else await clock.sleep(dueIn, AbortSignal.any([signal, wake.signal]));
      }
    },
  };
}
