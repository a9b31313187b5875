import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind } from './component.ts';
import { hasLocation, isInService } from './components.queries.ts';
import { setDisconnected, setSeen } from './presence.queries.ts';

/**
 * - `active`: the stream owns its component, or that cannot be determined now.
 * - `superseded`: a newer stream does.
 * - `credential-ended`: the component was revoked, or is gone.
 * - `location-gone`: it was deleted with its location.
 */
export type OwnershipStatus = 'active' | 'superseded' | 'credential-ended' | 'location-gone';

/** Whether a stream is the newest of its component, as the database knows, where every replica sees it. */
export interface StreamOwnership {
  /** Records a sign of life, every few seconds at most. */
  seen(): Promise<OwnershipStatus>;
  verify(): Promise<OwnershipStatus>;
  /** Runs the work in a transaction in which the stream is the owner; does not run it otherwise. @throws what the transaction throws */
  write(work: (tx: Tx) => Promise<void>): Promise<OwnershipStatus>;
  /** The component is disconnected, if the stream still owns it. */
  release(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Components send a message every 10 s; each of them counts. */
const seenMilliseconds = 8_000;

export function createStreamOwnership(
  { db, clock, log }: Dependencies,
  kind: Pick<ComponentKind, 'disconnected'>,
  stream: { readonly component: Component; readonly streamId: string },
): StreamOwnership {
  const { component, streamId } = stream;
  let writtenAt = Number.NEGATIVE_INFINITY;

  async function standingWithoutStream(tx: Tx): Promise<OwnershipStatus> {
    if (await isInService(tx, component.id)) return 'superseded';
    const { location_id } = component;
    return location_id === null || (await hasLocation(tx, location_id)) ? 'credential-ended' : 'location-gone';
  }

  async function write(work: (tx: Tx) => Promise<void>): Promise<OwnershipStatus> {
    const now = clock.now();
    const standing = await inTransaction(db, async (tx) => {
      if (!(await setSeen(tx, { id: component.id, streamId, at: now }))) return standingWithoutStream(tx);
      await work(tx);
      return 'active';
    });
    writtenAt = now.getTime();
    return standing;
  }

  async function verify(): Promise<OwnershipStatus> {
    try {
      return await write(async () => undefined);
    } catch (error) {
      log.warn({ err: error }, 'the last sign of life of a component is written later');
      return 'active';
    }
  }

  return {
    async seen() {
      // either way: a clock that is set back must not end the writing until it has caught up
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
        log.warn({ err: error }, 'a component counts as disconnected once its last sign of life is old');
      }
    },
  };
}
