import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind } from './component.ts';
import { hasLocation, isInService } from './components.queries.ts';
import { setDisconnected, setSeen } from './presence.queries.ts';

/**
 * - `active`: the stream owns its component, or the database cannot be asked now.
 * - `superseded`: a newer stream owns it.
 * - `credential-ended`: the component was revoked, removed or deleted.
 * - `location-gone`: it was deleted with its location.
 */
export type OwnershipStatus = 'active' | 'superseded' | 'credential-ended' | 'location-gone';

/** Tracks in the database whether a stream is the newest of its component on any replica. */
export interface StreamOwnership {
  /** Records that the component was seen, at most every few seconds. */
  seen(): Promise<OwnershipStatus>;
  verify(): Promise<OwnershipStatus>;
  /** Runs the work in a transaction, only if the stream is the owner. @throws what the transaction throws */
  write(work: (tx: Tx) => Promise<void>): Promise<OwnershipStatus>;
  /** Marks the component as disconnected if the stream still owns it. */
  release(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Less than 10 s, the interval of heartbeats, so that each heartbeat is written. */
const seenMilliseconds = 8_000;

export function createStreamOwnership(
  { db, clock, log }: Dependencies,
  kind: Pick<ComponentKind, 'disconnected'>,
  stream: { readonly component: Component; readonly streamId: string },
): StreamOwnership {
  const { component, streamId } = stream;
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function findLossReason(tx: Tx): Promise<OwnershipStatus> {
    if (await isInService(tx, component.id)) return 'superseded';
    const { location_id } = component;
    return location_id === null || (await hasLocation(tx, location_id)) ? 'credential-ended' : 'location-gone';
  }

  async function write(work: (tx: Tx) => Promise<void>): Promise<OwnershipStatus> {
    const now = clock.now();
    const status = await inTransaction(db, async (tx) => {
      if (!(await setSeen(tx, { id: component.id, streamId, at: now }))) return findLossReason(tx);
      await work(tx);
      return 'active';
    });
    writtenAt = now.getTime();
    return status;
  }

  async function verify(): Promise<OwnershipStatus> {
    try {
      return await write(async () => undefined);
    } catch (error) {
      log.warn({ err: error }, 'writing when a component was last seen failed; retrying with its next message');
      return 'active';
    }
  }

  return {
    async seen() {
      // absolute difference: a clock that is set back must not suspend writes until it has caught up
      return Math.abs(clock.now().getTime() - writtenAt) < seenMilliseconds ? 'active' : verify();
    },
    verify,
    write,
    async release() {
      try {
        await inTransaction(db, async (tx) => {
          const isOwner = await setDisconnected(tx, { id: component.id, streamId, at: clock.now() });
          if (isOwner) await kind.disconnected(tx, component);
        });
      } catch (error) {
        log.warn({ err: error }, 'marking a component as disconnected failed; it is marked once it is stale');
      }
    },
  };
}
