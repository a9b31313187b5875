import type { Outbound } from '../../platform/outbound/outbound.ts';

/** What each adapter needs to call its service. */
export interface Connection {
  readonly outbound: Pick<Outbound, 'fetchWith'>;
  readonly now: () => Date;
  /** Rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}
