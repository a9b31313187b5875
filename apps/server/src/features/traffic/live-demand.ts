import { runAsSystem } from '../../platform/limits/work-owner.ts';

export interface LiveDemandOptions {
  /** Notifies every replica that a console shows traffic; each calls `renewed`. */
  readonly notifyReplicas: () => Promise<void>;
  /** Called with the interval, in seconds, at which gateways report from now on. */
  readonly setReportInterval: (seconds: number) => void;
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number;
}

export interface LiveDemand {
  /** Call when a console of this replica requests traffic. */
  renew(): void;
  /** Call when any replica notifies that a console shows traffic. */
  renewed(): void;
  stop(): void;
}

/** While a console shows traffic; about the polling interval of the console. */
const liveReportSeconds = 2;
const usualReportSeconds = 30;
/** Longer than the console's polling interval and the heartbeat of a live stream, so that either renews the demand. */
const demandMilliseconds = 60_000;
/** Minimum interval between notifications of other replicas. */
const notifyMilliseconds = 20_000;

/** Makes gateways report often from the first request for traffic until a minute after the last one on any replica. */
export function createLiveDemand({ notifyReplicas, setReportInterval, elapsed }: LiveDemandOptions): LiveDemand {
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let end: NodeJS.Timeout | undefined;

  function restoreUsualInterval(): void {
    end = undefined;
    setReportInterval(usualReportSeconds);
  }

  return {
    renew() {
      if (elapsed() - notifiedAt < notifyMilliseconds) return;
      notifiedAt = elapsed();
      // on behalf of all callers until the next notification
      runAsSystem(notifyReplicas).catch(() => {
        // the database is unavailable; the next call retries
        notifiedAt = Number.NEGATIVE_INFINITY;
      });
    },
    renewed() {
      if (!end) setReportInterval(liveReportSeconds);
      clearTimeout(end);
      end = setTimeout(restoreUsualInterval, demandMilliseconds);
      end.unref();
    },
    stop() {
      clearTimeout(end);
      end = undefined;
    },
  };
}
