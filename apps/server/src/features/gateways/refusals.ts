import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { createGatewayLog } from './gateway-log.ts';
import { type GatewaySafe, gatewaySafe, type RefusalReason } from './gateways.events.ts';
import { insertRefusal } from './refusals.queries.ts';

export interface Attempt {
  readonly reason: RefusalReason;
  readonly ip: string | undefined;
  /** As far as the attempt told. */
  readonly locationId?: number | undefined;
  readonly gateway?: GatewaySafe | undefined;
  readonly hostname?: string | undefined;
}

/** Keeps, for administrators to see, that somebody was refused. */
export type KeepRefusal = (attempt: Attempt) => Promise<void>;

export function createRefusals({ db, events, clock }: { db: Database; events: Events; clock: Clock }): KeepRefusal {
  const gatewayLog = createGatewayLog({ events, clock });
  return ({ reason, ip, locationId, gateway, hostname }) =>
    inTransaction(db, async (tx) => {
      const known = { locationId: gateway?.location_id ?? locationId ?? null, hostname: hostname ?? null };
      await insertRefusal(tx, { ...known, at: clock.now(), gatewayId: gateway?.id ?? null, ip: ip ?? null, reason });
      const payload = { ...known, reason, gateway: gateway ? gatewaySafe(gateway) : null };
      await gatewayLog.publish(tx, 'gateway.refused', payload, { ...bySystem, ip });
    });
}
