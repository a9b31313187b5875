import { maxAttentionPerKind } from '@gatewarden/contract/home';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AttentionFacts, FindAttention } from '../feature.ts';
import { type DestinationKindName, listTroubled } from './delivery.queries.ts';

/** A restart of a receiver is not worth a warning. */
const warningMilliseconds = 15 * 60_000;

interface Dependencies {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
}

/** Destinations of a kind whose requests fail, or that core turned off. */
export function createFindTroubled(
  { db, clock }: Dependencies,
  { kind, type }: { readonly kind: DestinationKindName; readonly type: 'webhook' | 'activity_stream' },
): FindAttention {
  return async () => {
    const before = new Date(clock.now().getTime() - warningMilliseconds);
    const rows = await listTroubled(db, { kind, before, limit: maxAttentionPerKind });
    return rows.map(
      ({ id, name, since, stop_reason }): AttentionFacts => ({
        severity: stop_reason === null ? 'warning' : 'danger',
        since,
        subject: { type, id: String(id), name },
        details: { stopped: stop_reason !== null },
      }),
    );
  };
}
