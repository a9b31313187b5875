import type { Correction } from '@gatewarden/contract/gateway/v1';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { setConfirmed } from './awaited.queries.ts';
import { correctionOf } from './describe-correction.ts';
import type { GatewayLog } from './gateway-log.ts';
import type { GatewaySafe } from './gateways.events.ts';
import { hasLocation } from './gateways.queries.ts';
import type { StateName } from './location-state.queries.ts';
import * as queries from './presence.queries.ts';

/**
 * - `speaks`: the stream speaks for its gateway, or that cannot be found out now.
 * - `superseded`: a newer stream does.
 * - `credential-ended`: the gateway was revoked, or is gone.
 * - `location-gone`: it went with its location.
 */
export type Standing = 'speaks' | 'superseded' | 'credential-ended' | 'location-gone';

/**
 * What is known of a gateway through its stream, written where it survives a restart. While the database is away the
 * newest of it is kept for later.
 */
export interface StreamStatus {
  /** Something came; written now and then. */
  seen(): Promise<Standing>;
  applied(application: Application): Promise<Standing>;
  /** The gateway retried what it could not apply of this version; all of it is in force when nothing is a problem or missing. */
  reapplied(version: number, retried: Pick<Application, 'problems' | 'missing' | 'unverified'>): Promise<Standing>;
  /** The gateway reported from its interface what it should have, with `repaired` after that was brought about. */
  verified(repaired: Correction | undefined, missing: Application['missing']): Promise<Standing>;
  /** The gateway reported from its interface something else than its state, in spite of `repaired` where that was tried. */
  drifted(repaired: Correction | undefined): Promise<Standing>;
  rejected(version: number, reason: string): Promise<Standing>;
  standing(): Promise<Standing>;
  disconnected(): Promise<void>;
}

export interface Application extends StateName {
  /** Since the change, or since the gateway connected if that was later. */
  readonly milliseconds: number;
  readonly problems: readonly string[];
  /** Capabilities that the state needs and the agent lacks. */
  readonly missing: readonly string[];
  /** What the gateway changed at its interface without bringing it to the state, so that nothing verifies it. */
  readonly unverified: Correction | undefined;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Pick<Events, 'announce'>;
  readonly gatewayLog: GatewayLog;
  readonly clock: Clock;
  readonly log: Log;
}

/** Gateways say something every 10 s; each of them counts. */
const seenMilliseconds = 8_000;

export function createStreamStatus(
  { db, events, gatewayLog, clock, log }: Dependencies,
  gateway: GatewaySafe,
  streamId: string,
): StreamStatus {
  const stream = { id: gateway.id, streamId };
  let unwritten: queries.StatusChanges = {};
  let writtenAt = Number.NEGATIVE_INFINITY;
  let known: readonly string[] = [];
  /** Consoles do not know yet what the last check found. */
  let isUnannounced = true;

  async function standingWithoutStream(tx: Tx): Promise<Standing> {
    if (await queries.isInService(tx, gateway.id)) return 'superseded';
    return (await hasLocation(tx, gateway.location_id)) ? 'credential-ended' : 'location-gone';
  }

  async function publishProblems(tx: Tx, version: number, problems: readonly string[]): Promise<void> {
    if (problems.length > 0)
      await gatewayLog.publish(tx, 'gateway.state-partially-applied', { gateway, version, problems });
    else await events.announce(tx, 'gateway.acknowledged', { gateway, version });
  }

  /** Other differences may be those that the problems name; an unknown peer is none of them, and a removal is in force. */
  async function publishRemovals(tx: Tx, { removedPeers, firstKeys }: Correction): Promise<void> {
    if (removedPeers === 0) return;
    const removals = { settings: false, removedPeers, upsertedPeers: 0, firstKeys: firstKeys.slice(0, removedPeers) };
    await gatewayLog.publish(tx, 'gateway.drift-repaired', await correctionOf(tx, gateway, removals));
  }

  /** `tell` runs in the same transaction. */
  async function write(changes: queries.StatusChanges, tell?: (tx: Tx) => Promise<void>): Promise<Standing> {
    const now = clock.now();
    const all = { ...unwritten, ...changes, seen_at: now };
    unwritten = {};
    try {
      const standing = await inTransaction(db, async (tx) => {
        if (!(await queries.setStatus(tx, stream, all))) {
          return standingWithoutStream(tx);
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
    applied({ version, stateId, milliseconds, missing, unverified, ...reported }) {
      const problems = describeProblems(reported.problems, missing);
      return write(
        {
          held_version: version,
          held_state_id: stateId,
          acknowledged_at: clock.now(),
          apply_milliseconds: Math.min(milliseconds, maxMilliseconds),
          last_error: null,
          problems,
          ...(problems.length > 0 && { drift_since: null, drift_logged: false }),
        },
        async (tx) => {
          if (missing.length === 0) await setConfirmed(tx, gateway.id, { version, stateId }, clock.now());
          if (unverified) await publishRemovals(tx, unverified);
          if (problems.join() !== known.join()) await publishProblems(tx, version, problems);
          await events.announce(tx, 'gateway.acknowledged', { gateway, version });
          known = problems;
        },
      );
    },
    reapplied(version, { missing, unverified, ...reported }) {
      const problems = describeProblems(reported.problems, missing);
      return write({ problems }, async (tx) => {
        if (unverified) await publishRemovals(tx, unverified);
        if (problems.length === 0 || problems.join() !== known.join()) await publishProblems(tx, version, problems);
        known = problems;
      });
    },
    verified(repaired, missing) {
      const problems = describeProblems([], missing);
      return write({ verified_at: clock.now(), drift_since: null, drift_logged: false, problems }, async (tx) => {
        if (repaired) await gatewayLog.publish(tx, 'gateway.drift-repaired', await correctionOf(tx, gateway, repaired));
        else if (isUnannounced || problems.join() !== known.join())
          await events.announce(tx, 'gateway.drifted', { gateway });
        isUnannounced = false;
        known = problems;
      });
    },
    drifted: (repaired) =>
      write({ drift_since: queries.unlessSet('drift_since', clock.now()) }, async (tx) => {
        isUnannounced = true;
        await events.announce(tx, 'gateway.drifted', { gateway });
        if (repaired && (await queries.markDriftLogged(tx, gateway.id)))
          await gatewayLog.publish(tx, 'gateway.drift-persisted', await correctionOf(tx, gateway, repaired));
      }),
    rejected: (version, reason) =>
      write({ last_error: reason }, (tx) =>
        gatewayLog.publish(tx, 'gateway.state-rejected', { gateway, version, reason }),
      ),
    standing: () => write({}),
    async disconnected() {
      try {
        await inTransaction(db, async (tx) => {
          const isWritten = await queries.setDisconnected(tx, { ...stream, at: clock.now() });
          if (isWritten) await gatewayLog.publish(tx, 'gateway.disconnected', { gateway });
        });
      } catch (error) {
        log.warn({ err: error }, 'a gateway counts as disconnected once its last sign of life is old');
      }
    },
  };
}

/** All that is not in force, each one sentence: what the agent reported, and what it lacks. */
function describeProblems(reported: Application['problems'], missing: Application['missing']): string[] {
  return [...reported, ...missing.map((name) => `The agent is too old for this state: ${name}.`)];
}

/** Upper bound of a PostgreSQL `integer`; 24 days. */
const maxMilliseconds = 2_147_483_647;
