import type pg from 'pg';
import { authEvents } from '../../apps/server/src/features/auth/auth.events.ts';
import type { EventRule } from '../../apps/server/src/features/event-rules.ts';
import { groupEvents } from '../../apps/server/src/features/groups/groups.events.ts';
import { vpnEvents } from '../../apps/server/src/features/traffic/traffic.events.ts';
import { userEvents } from '../../apps/server/src/features/users/users.events.ts';
import type { PastEvent } from './events.ts';

const rules: Readonly<Record<string, EventRule<never>>> = {
  ...authEvents,
  ...userEvents,
  ...groupEvents,
  ...vpnEvents,
};

/** Appends the entries for the events to the activity log, as core does, but in batches. */
export async function appendActivity(client: pg.Client, events: readonly PastEvent[]): Promise<void> {
  const entries = events.map(toEntry);
  await client.query('select append_activity($1)', [JSON.stringify(entries)]);
}

function toEntry({ at, type, by: { id: userId, username }, ip, device, payload }: PastEvent): object {
  const by = { userId, username };
  const rule = rules[type];
  if (!rule || rule.entry === 'not logged') throw new Error(`${type} is not logged`);
  const entry = rule.entry(payload as never, { by, ip, device });
  const { locationId, module = 'gatewarden', user: _, ...rest } = entry;
  return { at, user_id: userId, username, ip, device, module, location_id: locationId, ...rest };
}

/** Drops the indexes of the log during the work and creates them again, which is several times as fast. */
export async function withoutIndexes<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'activity_entry' and indexname <> 'activity_entry_pkey'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const result = await work();
  for (const { definition } of rows) await client.query(definition);
  return result;
}
