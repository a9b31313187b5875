import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import { claimEntries, countOmitted, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GatewaySnapshot } from './gateways.events.ts';
import { listGatewaysById } from './gateways.queries.ts';

/** What a gateway, or a stranger that claims to be one, causes as often as it likes. */
type ReportedEvent = {
  [T in keyof EventMap]: T extends `gateway.${string}`
    ? EventMap[T] extends { readonly gateway: GatewaySnapshot | null }
      ? T
      : never
    : never;
}[keyof EventMap];

/**
 * Entries of the activity log in an hour. A gateway on a bad link reconnects some dozen times; what strangers attempt is
 * also listed at the gateways, where the newest replace the oldest.
 */
const hourly = { perGateway: 60, ofStrangers: 200 };
/** They share one allowance. */
const strangers = '';
const kinds = { ofGateway: 'gateway', ofClients: 'gateway-clients' } as const;
const totalKind = 'location-clients';

/**
 * Events that gateways cause. Each gateway has an hourly number of entries in the activity log. Beyond it an event is
 * announced to replicas and consoles, counted, and part of one entry once the hour is over.
 */
export interface GatewayLog {
  publish<T extends ReportedEvent>(tx: Tx, type: T, payload: EventMap[T], origin?: Origin): Promise<void>;
  /**
   * How many of `count` entries on devices, of which the gateway reported, there is room for in this hour. They have an
   * allowance beside that of the gateway itself; the others are counted, and part of the same entry once the hour is over.
   */
  claimClientEntries(tx: Tx, claim: ClientClaim): Promise<number>;
}

export interface ClientClaim {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly count: number;
  /** Entries of the gateway in an hour; all gateways of the location together have twice as many. */
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
      const limit = gateway ? hourly.perGateway : hourly.ofStrangers;
      const claim = { kind: kinds.ofGateway, subject: gateway?.id ?? strangers, limit, now: clock.now() };
      if ((await claimEntries(tx, claim)) > 0) await events.publish(tx, type, origin, payload);
      else await events.broadcast(tx, type, payload);
    },
    async claimClientEntries(tx, { gatewayId, locationId, count, limit }) {
      const [now, allowance] = [clock.now(), { kind: kinds.ofClients, subject: gatewayId }];
      const granted = await claimEntries(tx, { ...allowance, count, limit, now });
      // a gateway that joins again and again would have the entries of many
      const inTotal = { kind: totalKind, subject: `${locationId}`, count: granted, limit: 2 * limit, now };
      const grantedInTotal = granted > 0 ? await claimEntries(tx, inTotal) : 0;
      if (grantedInTotal < granted) await countOmitted(tx, allowance, granted - grantedInTotal);
      return grantedInTotal;
    },
  };
}

/** Safe to run twice: what was counted is removed with the entry that names it. */
export function logOmittedEntries({ db, events, clock }: Dependencies & { readonly db: Database }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const countOf = new Map<string, number>();
    for (const { kind, subject, count } of await takeOmitted(tx, [...Object.values(kinds), totalKind], clock.now())) {
      if (kind === totalKind) continue;
      countOf.set(subject, (countOf.get(subject) ?? 0) + count);
    }
    const log = async (gateway: GatewaySnapshot | null) => {
      const count = countOf.get(gateway?.id ?? strangers);
      if (count) await events.publish(tx, 'gateway.entries-omitted', bySystem, { gateway, count });
    };
    const ids = [...countOf.keys()].filter((id) => id !== strangers);
    for (const gateway of await listGatewaysById(tx, ids)) await log(gateway);
    await log(null);
  });
}
