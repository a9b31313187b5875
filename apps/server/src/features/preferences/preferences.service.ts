import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { Preferences } from '@gatewarden/contract/preferences';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { lockUserById, toUserSnapshot } from '../users/index.ts';
import { getStoredPreferences, storePreferences } from './preferences.queries.ts';

/** Absent means unchanged. */
type PreferenceChanges = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined };

export interface PreferencesService {
  get(actor: Actor): Promise<Preferences>;
  /** Returns all preferences. Concurrent changes of different preferences are all applied. */
  update(actor: Actor, origin: Origin, changes: PreferenceChanges): Promise<Preferences>;
}

export function createPreferencesService(db: Database, events: Events): PreferencesService {
  return {
    get: async ({ userId }) => readPreferences(await getStoredPreferences(db, userId)),
    update: ({ userId }, origin, changes) =>
      inTransaction(db, async (tx) => {
        const user = await lockUserById(tx, userId);
        if (!user) throw new DomainError('unauthenticated');
        const before = readPreferences(await getStoredPreferences(tx, userId));
        const after = readPreferences({ ...before, ...withoutAbsent(changes) });
        if (isDeepStrictEqual(before, after)) return after;
        await storePreferences(tx, userId, withoutDefaults(after));
        await events.publish(tx, 'preferences.modified', origin, { user: toUserSnapshot(user), before, after });
        return after;
      }),
  };
}

/** Values that this version does not know are as the default. */
function readPreferences(stored: unknown): Preferences {
  const values = { ...(stored as Readonly<Record<string, unknown>> | undefined) };
  const read = Object.entries(Preferences.shape).map(([name, schema]) => [
    name,
    schema.safeParse(values[name]).data ?? null,
  ]);
  return Object.fromEntries(read) as Preferences;
}

function withoutAbsent(changes: PreferenceChanges): Partial<Preferences> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function withoutDefaults(preferences: Preferences): Partial<Preferences> {
  return Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== null));
}
