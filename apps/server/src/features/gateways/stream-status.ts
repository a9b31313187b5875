import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { setConfirmed } from './awaited.queries.ts';
import type { GatewaySafe } from './gateways.events.ts';
import * as queries from './gateways.queries.ts';

/**
 * - `speaks`: the stream speaks for its gateway, or that cannot be found out now.
 * - `superseded`: a newer stream does.
 * - `credential-ended`: the gateway was revoked, or is gone.
 */
export type Standing = 'speaks' | 'superseded' | 'credential-ended';

/**
 * What is known of a gateway through its stream, written where it survives a restart. While the database is away the
 * newest of it is kept for later.
 */
export interface StreamStatus {
  /** Something came; written now and then. */
  seen(): Promise<Standing>;
  applied(version: number, milliseconds: number): Promise<Standing>;
  rejected(version: number, reason: string): Promise<Standing>;
  standing(): Promise<Standing>;
  disconnected(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
}

/** Gateways say something every 10 s; each of them counts. */
const seenMilliseconds = 8_000;

export function createStreamStatus(
  { db, events, clock, log }: Dependencies,
  gateway: GatewaySafe,
  streamId: string,
): StreamStatus {
  const stream = { id: gateway.id, streamId };
  let unwritten: queries.StatusChanges = {};
  let writtenAt = Number.NEGATIVE_INFINITY;

  /** `tell` runs in the same transaction. */
  async function write(changes: queries.StatusChanges, tell?: (tx: Tx) => Promise<void>): Promise<Standing> {
    const now = clock.now();
    const all = { ...unwritten, ...changes, seen_at: now };
    unwritten = {};
    try {
      const standing = await inTransaction(db, async (tx) => {
        if (!(await queries.setStatus(tx, stream, all))) {
          return (await queries.isInService(tx, gateway.id)) ? 'superseded' : 'credential-ended';
        }
        await tell?.(tx);
        return 'speaks';
      });
      writtenAt = now.getTime();
      return standing;
    } catch (error) {
      unwritten = { ...all, ...unwritten };
      log.warn({ err: error }, 'the status of a gateway is written later');
      return 'speaks';
    }
  }

  return {
    async seen() {
      // either way: a clock that is set back must not end the writing until it has caught up
      return Math.abs(clock.now().getTime() - writtenAt) < seenMilliseconds ? 'speaks' : write({});
    },
    applied: (version, milliseconds) =>
      write(
        {
          held_version: version,
          acknowledged_at: clock.now(),
          apply_milliseconds: Math.min(milliseconds, maxMilliseconds),
          last_error: null,
        },
        async (tx) => {
          await setConfirmed(tx, gateway.id, version, clock.now());
          await events.announce(tx, 'gateway.acknowledged', { gateway, version });
        },
      ),
    rejected: (version, reason) =>
      write({ last_error: reason }, (tx) =>
        events.publish(tx, 'gateway.state-rejected', bySystem, { gateway, version, reason }),
      ),
    standing: () => write({}),
    async disconnected() {
      try {
        await inTransaction(db, async (tx) => {
          const isWritten = await queries.setDisconnected(tx, { ...stream, at: clock.now() });
          if (isWritten) await events.publish(tx, 'gateway.disconnected', bySystem, { gateway });
        });
      } catch (error) {
        log.warn({ err: error }, 'a gateway counts as disconnected once its last sign of life is old');
      }
    },
  };
}

/** Upper bound of a PostgreSQL `integer`; 24 days. */
const maxMilliseconds = 2_147_483_647;
