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
 * Stores what a gateway reports through its stream in the database, as long as the stream owns the gateway. While the
 * database is unavailable, the newest values remain in memory and are written later.
 */
export interface GatewayStatus {
  /** Records that a message arrived; written every few seconds. */
  seen(): Promise<void>;
  applied(application: Application): Promise<void>;
  /** The gateway retried what it could not apply of this version. All is active if nothing is missing or a problem. */
  reapplied(version: number, retried: Pick<Application, 'problems' | 'missing' | 'unverified'>): Promise<void>;
  /** The interface has the expected content, after the correction `repaired` if it differed before. */
  verified(repaired: Correction | undefined, missing: Application['missing']): Promise<void>;
  /** The content of the interface differs from the state, despite the correction `repaired` if there was one. */
  drifted(repaired: Correction | undefined): Promise<void>;
  rejected(version: number, reason: string): Promise<void>;
  /** The machine forwards packets of these families, or not; written only if it differs from the last report. */
  forwarding(report: queries.ForwardingReport): Promise<void>;
}

export interface Application extends StateName {
  /** Time since the change, or since the gateway connected if that was later. */
  readonly milliseconds: number;
  readonly problems: readonly string[];
  /** Capabilities that the state needs and the agent lacks. */
  readonly missing: readonly string[];
  /** What the gateway changed at its interface without reaching the state, so no check verifies it. */
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
  let publishedProblems: readonly string[] = [];
  let writtenForwarding: string | undefined;
  /** Whether consoles have not yet received the result of the last check. */
  let isUnpublished = true;

  async function publishProblems(tx: Tx, version: number, problems: readonly string[]): Promise<void> {
    if (problems.length > 0)
      await gatewayLog.publish(tx, 'gateway.state-partially-applied', { gateway, version, problems });
    else await events.broadcast(tx, 'gateway.acknowledged', { gateway, version });
  }

  /** Publishes only what is certain; other differences may be among the reported problems. */
  async function publishRemovals(tx: Tx, { removedPeers, firstKeys, firewall }: Correction): Promise<void> {
    if (firewall) await gatewayLog.publish(tx, 'gateway.firewall-restored', { gateway });
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
      log.warn({ err: error }, 'writing the status of a gateway failed; retrying with its next message');
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
          if (problems.join() !== publishedProblems.join()) await publishProblems(tx, version, problems);
          await events.broadcast(tx, 'gateway.acknowledged', { gateway, version });
          publishedProblems = problems;
        },
      );
    },
    reapplied(version, { missing, unverified, ...reported }) {
      const problems = describeProblems(reported.problems, missing);
      return write({ problems }, async (tx) => {
        if (unverified) await publishRemovals(tx, unverified);
        if (problems.length === 0 || problems.join() !== publishedProblems.join())
          await publishProblems(tx, version, problems);
        publishedProblems = problems;
      });
    },
    verified(repaired, missing) {
      const problems = describeProblems([], missing);
      return write({ verified_at: clock.now(), drift_since: null, drift_logged: false, problems }, async (tx) => {
        if (repaired)
          await gatewayLog.publish(tx, 'gateway.drift-repaired', await describeCorrection(tx, gateway, repaired));
        else if (isUnpublished || problems.join() !== publishedProblems.join())
          await events.broadcast(tx, 'gateway.drifted', { gateway });
        isUnpublished = false;
        publishedProblems = problems;
      });
    },
    drifted: (repaired) =>
      write({ drift_since: queries.unlessSet('drift_since', clock.now()) }, async (tx) => {
        isUnpublished = true;
        await events.broadcast(tx, 'gateway.drifted', { gateway });
        if (repaired && (await queries.markDriftLogged(tx, gateway.id)))
          await gatewayLog.publish(tx, 'gateway.drift-persisted', await describeCorrection(tx, gateway, repaired));
      }),
    async forwarding(report) {
      const written = JSON.stringify(report);
      if (written === writtenForwarding) return;
      try {
        await stream.write(async (tx) => {
          if (await queries.setForwarding(tx, gateway.id, report, clock.now()))
            await events.broadcast(tx, 'gateway.forwarding-changed', { gateway });
        });
        writtenForwarding = written;
      } catch (error) {
        log.warn({ err: error }, 'writing the status of a gateway failed; retrying with its next message');
      }
    },
    rejected: (version, reason) =>
      write({ last_error: reason }, (tx) =>
        gatewayLog.publish(tx, 'gateway.state-rejected', { gateway, version, reason }),
      ),
  };
}

/** By capability. The machine may lack nftables, or the agent may be too old. */
const missingTexts: Readonly<Record<string, string>> = {
  firewall:
    'The gateway cannot enforce access control, so devices cannot connect to it: install nftables, and update and restart the gateway.',
  nat: 'The gateway cannot translate addresses, so connections leave it with the addresses of devices: install nftables, and update and restart the gateway.',
};

/** What is not active, each as one sentence: what the agent reported, and which capabilities it lacks. */
function describeProblems(reported: Application['problems'], missing: Application['missing']): string[] {
  return [...reported, ...missing.map((name) => missingTexts[name] ?? `The agent is too old for this state: ${name}.`)];
}

/** Upper bound of a PostgreSQL `integer`; 24 days. */
const maxMilliseconds = 2_147_483_647;
