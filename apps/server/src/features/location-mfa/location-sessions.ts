import { DomainError } from '@gatewarden/contract/errors';
import { maxNamesWithoutFactor } from '@gatewarden/contract/location-mfa';
import { type Actor, bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connection, EndReason } from './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';
import { type Preview, previewMfa } from './preview-mfa.queries.ts';
import { listSessions, type SessionRow } from './shown-sessions.queries.ts';

/** The devices that may connect to locations that require a second factor. */
export interface LocationSessions {
  /** Newest first. @throws location_not_found */
  list(locationId: number): Promise<SessionRow[]>;
  /** What a required second factor would mean. @throws location_not_found */
  preview(locationId: number): Promise<Preview & { readonly has_provider: boolean }>;
  /** By an administrator or the owner of the device. @throws location_session_not_found */
  end(actor: Actor, origin: Origin, session: { readonly deviceId: number; readonly locationId: number }): Promise<void>;
  /** Publishes sessions that were deleted, and updates gateways. */
  ended(tx: Tx, connections: readonly Connection[], reason: EndReason, origin?: Origin): Promise<void>;
  /** Ends what has reached its maximum length. */
  endExpired(): Promise<void>;
  /** Ends sessions without handshakes. */
  endInactive(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly hasProvider: () => Promise<boolean>;
}

/** More in one transaction would block changes of the locations for long. */
const maxAtOnce = 500;

export function createLocationSessions({ db, events, clock, hasProvider }: Dependencies): LocationSessions {
  async function requireLocation(id: number): Promise<void> {
    if (!(await queries.isLocation(db, id))) throw new DomainError('location_not_found');
  }

  async function ended(tx: Tx, connections: readonly Connection[], reason: EndReason, origin: Origin = bySystem) {
    if (connections.length === 0) return;
    for (const connection of connections) {
      await events.publish(tx, 'location-mfa.disconnected', origin, { ...connection, reason });
    }
    const assignments = connections.map(({ deviceId, locationId }) => ({
      device_id: deviceId,
      location_id: locationId,
    }));
    await events.signal(tx, 'devices.assignments-changed', { assignments });
  }

  async function endAll(list: typeof queries.listDue, reason: EndReason): Promise<void> {
    for (;;) {
      const now = clock.now();
      const due = await list(db, now, maxAtOnce);
      if (due.length === 0) return;
      const count = await inTransaction(db, async (tx) => {
        const connections = await queries.endDue(tx, due, now);
        await ended(tx, connections, reason);
        return connections.length;
      });
      if (due.length < maxAtOnce || count === 0) return;
    }
  }

  return {
    async list(locationId) {
      await requireLocation(locationId);
      return listSessions(db, locationId, clock.now());
    },
    async preview(locationId) {
      await requireLocation(locationId);
      const preview = await previewMfa(db, locationId, maxNamesWithoutFactor);
      return { ...preview, has_provider: await hasProvider() };
    },
    end: (actor, origin, session) =>
      inTransaction(db, async (tx) => {
        const ownerId = actor.isAdmin ? undefined : actor.userId;
        const connections = await queries.endSession(tx, { ...session, ownerId });
        if (connections.length === 0) throw new DomainError('location_session_not_found');
        await ended(tx, connections, 'person', origin);
      }),
    ended,
    endExpired: () => endAll(queries.listDue, 'time'),
    endInactive: () => endAll(queries.listInactive, 'inactivity'),
  };
}
