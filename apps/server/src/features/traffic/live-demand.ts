import { runAsSystem } from '../../platform/limits/work-owner.ts';

export interface LiveDemandOptions {
  /** Lets every replica know that somebody looks; they call `heard`. */
  readonly notifyReplicas: () => Promise<void>;
  /** Hears the seconds between the reports of gateways from now on. */
  readonly setReportInterval: (seconds: number) => void;
  /** Milliseconds on a clock that is never set. */
  readonly elapsed: () => number;
}

export interface LiveDemand {
  /** Somebody looks at traffic here and now. */
  renew(): void;
  /** Somebody looks, here or at another replica. */
  renewed(): void;
  stop(): void;
}

/** While somebody looks; the console asks again about as often. */
const shortReportSeconds = 2;
const usualReportSeconds = 30;
/** Longer than the console's polling and the heartbeat of a stream, so that they keep it going. */
const lookMilliseconds = 60_000;
/** Other replicas are told no more often than this. */
const tellMilliseconds = 20_000;

/** Has gateways report often from the first look until a minute after the last one at any replica. */
export function createLiveDemand({ notifyReplicas, setReportInterval, elapsed }: LiveDemandOptions): LiveDemand {
  let toldAt = Number.NEGATIVE_INFINITY;
  let end: NodeJS.Timeout | undefined;

  function becomeUsual(): void {
    end = undefined;
    setReportInterval(usualReportSeconds);
  }

  return {
    renew() {
      if (elapsed() - toldAt < tellMilliseconds) return;
      toldAt = elapsed();
      // for all who look until it is told again
      runAsSystem(notifyReplicas).catch(() => {
        // the database is away; the next look tells again
        toldAt = Number.NEGATIVE_INFINITY;
      });
    },
    renewed() {
      if (!end) setReportInterval(shortReportSeconds);
      clearTimeout(end);
      end = setTimeout(becomeUsual, lookMilliseconds);
      end.unref();
    },
    stop() {
      clearTimeout(end);
      end = undefined;
    },
  };
}
