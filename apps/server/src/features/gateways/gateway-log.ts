import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import { claimEntries, countOmitted, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GatewaySnapshot } from './gateways.events.ts';
import { listGatewaysById } from './gateways.queries.ts';

/** Events that a gateway, or an unauthenticated caller that claims to be one, can cause without limit. */
type ReportedEvent = {
  [T in keyof EventMap]: T extends `gateway.${string}`
    ? EventMap[T] extends { readonly gateway: GatewaySnapshot | null }
      ? T
      : never
    : never;
}[keyof EventMap];

/**
 * Entries of the activity log per hour. A gateway on a bad link reconnects a few dozen times. Attempts of
 * unauthenticated callers are also listed with the gateways, where the newest replace the oldest.
 */
const hourly = { perGateway: 60, unauthenticated: 200 };
/** Subject of the allowance that all unauthenticated callers share. */
const unauthenticatedSubject = '';
const kinds = { gateway: 'gateway', clients: 'gateway-clients' } as const;
const totalKind = 'location-clients';

/**
 * Publishes events that gateways cause. Each gateway has an hourly allowance of entries in the activity log. Beyond it,
 * an event is only broadcast to replicas and consoles, and counted in one summary entry after the hour.
 */
export interface GatewayLog {
  publish<T extends ReportedEvent>(tx: Tx, type: T, payload: EventMap[T], origin?: Origin): Promise<void>;
  /**
   * Returns how many of `count` entries on devices that the gateway reported are allowed in this hour. They have an
   * allowance separate from that of the gateway itself. The others are counted in the same summary entry after the
   * hour.
   */
  claimClientEntries(tx: Tx, claim: ClientClaim): Promise<number>;
}

export interface ClientClaim {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly count: number;
  /** Entries of the gateway per hour; all gateways of the location together have twice as many. */
  readonly limit: number;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Pick<Clock, 'now'>;
}

export function createGatewayLog({ events, clock }: Dependencies): GatewayLog {
  return {
    async publish(tx, type, payload, origin = bySystem) {
      const { gateway } = payload as { readonly gateway: GatewaySnapshot | null };
      const limit = gateway ? hourly.perGateway : hourly.unauthenticated;
      const claim = { kind: kinds.gateway, subject: gateway?.id ?? unauthenticatedSubject, limit, now: clock.now() };
      if ((await claimEntries(tx, claim)) > 0) await events.publish(tx, type, origin, payload);
      else await events.broadcast(tx, type, payload);
    },
    async claimClientEntries(tx, { gatewayId, locationId, count, limit }) {
      const [now, allowance] = [clock.now(), { kind: kinds.clients, subject: gatewayId }];
      const granted = await claimEntries(tx, { ...allowance, count, limit, now });
      // without this total, a gateway that joins repeatedly would have the allowance of many
      const totalClaim = { kind: totalKind, subject: `${locationId}`, count: granted, limit: 2 * limit, now };
      const grantedByTotal = granted > 0 ? await claimEntries(tx, totalClaim) : 0;
      if (grantedByTotal < granted) await countOmitted(tx, allowance, granted - grantedByTotal);
      return grantedByTotal;
    },
  };
}

/** Safe to run twice: each count is deleted in the transaction that logs it. */
export function logOmittedEntries({ db, events, clock }: Dependencies & { readonly db: Database }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const countOf = new Map<string, number>();
    for (const { kind, subject, count } of await takeOmitted(tx, [...Object.values(kinds), totalKind], clock.now())) {
      if (kind === totalKind) continue;
      countOf.set(subject, (countOf.get(subject) ?? 0) + count);
    }
    const log = async (gateway: GatewaySnapshot | null) => {
      const count = countOf.get(gateway?.id ?? unauthenticatedSubject);
      if (count) await events.publish(tx, 'gateway.entries-omitted', bySystem, { gateway, count });
    };
    const ids = [...countOf.keys()].filter((id) => id !== unauthenticatedSubject);
    for (const gateway of await listGatewaysById(tx, ids)) await log(gateway);
    await log(null);
  });
}
