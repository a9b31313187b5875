import { scimRequestPageSize } from '@gatewarden/contract/scim';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import { runAsSystem } from '../../../platform/limits/work-owner.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Clock } from '../../../ports/clock.ts';
import '../scim.events.ts';
import * as queries from './requests.queries.ts';

/** Of each token: a client that fails all the time must not fill the table. */
const failureRate: Rate = { burst: 100, perSecond: 0.2 };
/** Open consoles show the list as it was up to a few seconds ago. */
const refreshRate: Rate = { burst: 5, perSecond: 0.5 };
const maxResourceLength = 254;
const maxDetailLength = 500;

/** What SCIM clients did, for administrators who set one up or look for a mistake. */
export interface ScimRequests {
  /** Stores a request that changed something or failed. Never fails: the change is in the activity log. */
  record(request: Omit<queries.NewScimRequestRow, 'at'>): Promise<void>;
  list(
    before: number | undefined,
  ): Promise<{ readonly rows: readonly queries.ScimRequestRow[]; readonly next: number | null }>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Pick<Events, 'broadcast'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createScimRequests({ db, events, clock, log }: Dependencies): ScimRequests {
  const buckets = createTokenBuckets(clock.elapsedMilliseconds);

  return {
    async record({ resource, detail, ...request }) {
      if (request.status >= 400 && buckets.take(`token ${request.token_name}`, failureRate) > 0) return;
      const row = {
        ...request,
        at: clock.now(),
        resource: resource.replaceAll('\0', '').slice(0, maxResourceLength),
        detail: detail?.replaceAll('\0', '').slice(0, maxDetailLength) ?? null,
      };
      try {
        await runAsSystem(async () => {
          await queries.insertRequest(db, row);
          if (buckets.take('consoles', refreshRate) > 0) return;
          await inTransaction(db, (tx) => events.broadcast(tx, 'scim.requests-changed', {}));
        });
      } catch (error) {
        log.warn({ err: error }, 'could not record a SCIM request');
      }
    },
    async list(before) {
      const rows = await queries.listRequests(db, before);
      const shown = rows.slice(0, scimRequestPageSize);
      return { rows: shown, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
    },
  };
}
