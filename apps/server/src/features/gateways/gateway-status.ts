import type { Correction } from '@gatewarden/contract/gateway/v1';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StreamControl } from '../links/index.ts';
import { setConfirmed } from './confirmations.queries.ts';
import { describeCorrection } from './describe-correction.ts';
import type { GatewayLog } from './gateway-log.ts';
import * as queries from './gateway-status.queries.ts';
import type { GatewaySnapshot } from './gateways.events.ts';
import type { StateName } from './location-state.queries.ts';

/**
 * What a gateway reports through its stream, stored where it survives a restart, as long as the stream owns the gateway.
 * While the database is away the newest of it is kept in memory and written later.
 */
export interface GatewayStatus {
  /** A message came; stored every few seconds. */
  seen(): Promise<void>;
  applied(application: Application): Promise<void>;
  /** The gateway retried what it could not apply of this version; all of it is in force when nothing is a problem or missing. */
  reapplied(version: number, retried: Pick<Application, 'problems' | 'missing' | 'unverified'>): Promise<void>;
  /** The gateway reported from its interface what it should have, after `repaired` where there was a difference before. */
  verified(repaired: Correction | undefined, missing: Application['missing']): Promise<void>;
  /** The gateway reported from its interface something else than its state, in spite of `repaired` where that was tried. */
  drifted(repaired: Correction | undefined): Promise<void>;
  rejected(version: number, reason: string): Promise<void>;
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
  readonly stream: Pick<StreamControl, 'seen' | 'write'>;
  readonly events: Pick<Events, 'broadcast'>;
  readonly gatewayLog: GatewayLog;
  readonly clock: Clock;
  readonly log: Log;
}

export function createGatewayStatus(
  { stream, events, gatewayLog, clock, log }: Dependencies,
  gateway: GatewaySnapshot,
): GatewayStatus {
  let unwritten: queries.StatusChanges = {};
  let known: readonly string[] = [];
  /** Consoles do not know yet what the last check found. */
  let isUnannounced = true;

  async function publishProblems(tx: Tx, version: number, problems: readonly string[]): Promise<void> {
    if (problems.length > 0)
      await gatewayLog.publish(tx, 'gateway.state-partially-applied', { gateway, version, problems });
    else await events.broadcast(tx, 'gateway.acknowledged', { gateway, version });
  }

  /** Other differences may be those that the problems name; an unknown peer is none of them, and a removal is in force. */
  async function publishRemovals(tx: Tx, { removedPeers, firstKeys }: Correction): Promise<void> {
    if (removedPeers === 0) return;
    const removals = { settings: false, removedPeers, upsertedPeers: 0, firstKeys: firstKeys.slice(0, removedPeers) };
    await gatewayLog.publish(tx, 'gateway.drift-repaired', await describeCorrection(tx, gateway, removals));
  }

  /** `publish` runs in the same transaction. */
  async function write(changes: queries.StatusChanges, publish?: (tx: Tx) => Promise<void>): Promise<void> {
    const all = { ...unwritten, ...changes };
    unwritten = {};
    try {
      await stream.write(async (tx) => {
        await queries.setStatus(tx, gateway.id, all);
        await publish?.(tx);
      });
    } catch (error) {
      unwritten = { ...all, ...unwritten };
      log.warn({ err: error }, 'the status of a gateway is written later');
    }
  }

  return {
    seen: () => (Object.keys(unwritten).length > 0 ? write({}) : stream.seen()),
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
          await events.broadcast(tx, 'gateway.acknowledged', { gateway, version });
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
        if (repaired)
          await gatewayLog.publish(tx, 'gateway.drift-repaired', await describeCorrection(tx, gateway, repaired));
        else if (isUnannounced || problems.join() !== known.join())
          await events.broadcast(tx, 'gateway.drifted', { gateway });
        isUnannounced = false;
        known = problems;
      });
    },
    drifted: (repaired) =>
      write({ drift_since: queries.unlessSet('drift_since', clock.now()) }, async (tx) => {
        isUnannounced = true;
        await events.broadcast(tx, 'gateway.drifted', { gateway });
        if (repaired && (await queries.markDriftLogged(tx, gateway.id)))
          await gatewayLog.publish(tx, 'gateway.drift-persisted', await describeCorrection(tx, gateway, repaired));
      }),
    rejected: (version, reason) =>
      write({ last_error: reason }, (tx) =>
        gatewayLog.publish(tx, 'gateway.state-rejected', { gateway, version, reason }),
      ),
  };
}

/** All that is not in force, each one sentence: what the agent reported, and what it lacks. */
function describeProblems(reported: Application['problems'], missing: Application['missing']): string[] {
  return [...reported, ...missing.map((name) => `The agent is too old for this state: ${name}.`)];
}

/** Upper bound of a PostgreSQL `integer`; 24 days. */
const maxMilliseconds = 2_147_483_647;
