import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GatewaySafe } from './gateways.events.ts';
import { claimEntry, takeOmitted } from './log-allowance.queries.ts';

/** What a gateway, or a stranger that claims to be one, causes as often as it likes. */
type ReportedEvent = {
  [T in keyof EventMap]: T extends `gateway.${string}`
    ? EventMap[T] extends { readonly gateway: GatewaySafe | null }
      ? T
      : never
    : never;
}[keyof EventMap];

/**
 * Entries of the activity log in an hour. A gateway on a bad link reconnects some dozen times; what strangers attempt is
 * also listed at the gateways, where the newest replace the oldest.
 */
const hourly = { perGateway: 60, ofStrangers: 200 };

/**
 * Events that gateways cause. Each gateway has an hourly number of entries in the activity log. Beyond it an event is
 * announced to replicas and consoles, counted, and part of one entry once the hour is over.
 */
export interface GatewayLog {
  publish<T extends ReportedEvent>(tx: Tx, type: T, payload: EventMap[T], origin?: Origin): Promise<void>;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Pick<Clock, 'now'>;
}

export function createGatewayLog({ events, clock }: Dependencies): GatewayLog {
  return {
    async publish(tx, type, payload, origin = bySystem) {
      const { gateway } = payload as { readonly gateway: GatewaySafe | null };
      const limit = gateway ? hourly.perGateway : hourly.ofStrangers;
      const isLogged = await claimEntry(tx, { gatewayId: gateway?.id, limit, now: clock.now() });
      if (isLogged) await events.publish(tx, type, origin, payload);
      else await events.announce(tx, type, payload);
    },
  };
}

/** Safe to run twice: what was counted is removed with the entry that names it. */
export function logOmittedEntries({ db, events, clock }: Dependencies & { readonly db: Database }): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const omitted of await takeOmitted(tx, clock.now())) {
      await events.publish(tx, 'gateway.entries-omitted', bySystem, omitted);
    }
  });
}
