import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind, RefusalReason } from './component.ts';
import { insertRefusal } from './refusals.queries.ts';

export interface Attempt {
  readonly reason: RefusalReason;
  readonly ip: string | undefined;
  /** Undefined if the attempt did not reveal it; the same applies to the fields below. */
  readonly locationId?: number | undefined;
  readonly component?: Component | undefined;
  readonly hostname?: string | undefined;
}

/** Stores a refused attempt for administrators. */
export type RecordRefusal = (kind: ComponentKind, attempt: Attempt) => Promise<void>;

export function createRefusals({ db, clock }: { readonly db: Database; readonly clock: Clock }): RecordRefusal {
  return (kind, { reason, ip, component, ...attempt }) =>
    inTransaction(db, async (tx) => {
      const locationId = component?.location_id ?? attempt.locationId ?? null;
      const hostname = attempt.hostname ?? null;
      const known = { reason, locationId, hostname };
      const stored = { ...known, kind: kind.name, componentId: component?.id ?? null, at: clock.now(), ip: ip ?? null };
      await insertRefusal(tx, stored);
      await kind.refused(tx, { ...known, component: component ?? null }, { ...bySystem, ip });
    });
}
