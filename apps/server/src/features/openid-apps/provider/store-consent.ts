import type { Origin } from '../../../platform/actor.ts';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import { addConsent } from '../consents.queries.ts';
import { toAppSnapshot } from '../openid-apps.events.ts';
import type { AppRow } from '../openid-apps.queries.ts';
import type { SignedInSession } from './request-context.ts';

/** Adds the scopes to what the user has agreed to. */
export type StoreConsent = (
  origin: Origin,
  session: SignedInSession,
  app: AppRow,
  scopes: readonly string[],
) => Promise<void>;

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createStoreConsent({ db, events, clock }: Dependencies): StoreConsent {
  return (origin, { userId, username }, app, scopes) =>
    inTransaction(db, async (tx) => {
      const isFirst = await addConsent(tx, { userId, appId: app.id, scopes, now: clock.now() });
      const payload = { user: { id: userId, username }, app: toAppSnapshot(app), scopes, is_first: isFirst };
      await events.publish(tx, 'openid-app.authorized', origin, payload);
    });
}
