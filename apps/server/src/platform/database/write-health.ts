import { runAsSystem } from '../limits/work-owner.ts';
import type { Log } from '../log/log.ts';
import { classifyDatabaseError } from './classify-database-error.ts';

/** Why the database refuses writes while it answers reads. */
export interface WriteRefusal {
  readonly kind: 'database_read_only' | 'database_full';
  readonly since: Date;
}

/** Whether the database takes writes, as far as failed statements and attempts of our own tell. */
export interface WriteHealth {
  /** Undefined while writes work. */
  readonly refusal: () => WriteRefusal | undefined;
  /** To be called with the error of every failed statement; ignores those that say nothing about writes. */
  readonly recordError: (error: unknown) => void;
  readonly onChange: (listener: () => void) => void;
  readonly stop: () => void;
}

interface Options {
  readonly probe: () => Promise<void>;
  readonly log: Log;
  /** How long after a refused write, or a probe that failed, the next probe is made. */
  readonly probeMilliseconds?: number;
}

/**
 * Remembers a refused write and tries one of its own, `probe`, until that succeeds, so that the end is noticed also when
 * no request writes. The log has one line for the beginning and one for the end.
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
    // the request in which it was noticed may be one of many that use up the share of their user
    runAsSystem(() => {
      change({ kind, since: new Date() });
      probeLater();
    });
  }

  function probeLater(): void {
    timer ??= setTimeout(() => {
      probe()
        .then(
          () => {
            log.info('the database takes writes again');
            change(undefined);
          },
          // another reason than before is noted as such
          recordError,
        )
        .finally(() => {
          timer = undefined;
          if (refusal && !stopped) probeLater();
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
