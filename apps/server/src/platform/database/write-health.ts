import { runAsSystem } from '../limits/work-owner.ts';
import type { Log } from '../log/log.ts';
import { classifyDatabaseError } from './classify-database-error.ts';

/** Why the database refuses writes while it answers reads. */
export interface WriteRefusal {
  readonly kind: 'database_read_only' | 'database_full';
  readonly since: Date;
}

/** Whether the database accepts writes, as observed from failed statements and probes. */
export interface WriteHealth {
  /** Undefined while writes succeed. */
  readonly refusal: () => WriteRefusal | undefined;
  /** Must be called with the error of every failed statement; ignores errors unrelated to writes. */
  readonly recordError: (error: unknown) => void;
  readonly onChange: (listener: () => void) => void;
  readonly stop: () => void;
}

interface Options {
  readonly probe: () => Promise<void>;
  readonly log: Log;
  /** Delay of the next probe after a refused write or a failed probe. */
  readonly probeMilliseconds?: number;
}

/**
 * Remembers a refused write and calls `probe` until it succeeds, so that recovery is detected even if no request
 * writes. Logs one line at the start and one at the end.
 */
export function createWriteHealth({ probe, log, probeMilliseconds = 2_000 }: Options): WriteHealth {
  const listeners: (() => void)[] = [];
  let refusal: WriteRefusal | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function change(next: WriteRefusal | undefined): void {
    refusal = next;
    for (const listener of listeners) listener();
  }

  function recordError(error: unknown): void {
    const kind = classifyDatabaseError(error);
    if (kind !== 'database_read_only' && kind !== 'database_full') return;
    if (refusal?.kind === kind || stopped) return;
    log.error({ reason: kind }, 'the database refuses writes');
    // runs as system: the request that detected it may have used up the share of its user
    runAsSystem(() => {
      change({ kind, since: new Date() });
      scheduleProbe();
    });
  }

  function scheduleProbe(): void {
    timer ??= setTimeout(() => {
      probe()
        .then(
          () => {
            log.info('the database accepts writes again');
            change(undefined);
          },
          // a different reason is recorded as such
          recordError,
        )
        .finally(() => {
          timer = undefined;
          if (refusal && !stopped) scheduleProbe();
        });
    }, probeMilliseconds).unref();
  }

  return {
    refusal: () => refusal,
    recordError,
    onChange: (listener) => void listeners.push(listener),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
