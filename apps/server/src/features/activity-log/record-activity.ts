import { beforeCommit, type Tx } from '../../platform/database/database.ts';
import type { DomainEvent, Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { appendEntries, type NewEntry } from './activity-log.queries.ts';
import { entryOf, eventTypes } from './entries.ts';

/**
 * Writes what is published into the log, in the publishing transaction: all entries of a transaction at once, as its
 * last write, because from there to the commit no other transaction can append.
 */
export function recordActivity(events: Events, clock: Clock): void {
  const pending = new WeakMap<Tx, NewEntry[]>();

  function add(tx: Tx, entry: NewEntry): void {
    const known = pending.get(tx);
    if (known) return void known.push(entry);
    const entries = [entry];
    pending.set(tx, entries);
    beforeCommit(tx, () => {
      // what another last word publishes is a batch of its own
      pending.delete(tx);
      return appendEntries(tx, entries);
    });
  }

  for (const type of eventTypes) {
    events.on(type, async (tx, event) => {
      const entry = newEntry(event, clock.now());
      if (entry) add(tx, entry);
    });
  }
}

function newEntry({ type, origin, payload }: DomainEvent, at: Date): NewEntry | undefined {
  const entry = entryOf(type, payload as never, origin);
  if (!entry) return undefined;
  const { event, module = 'gatewarden', user, description, metadata, location, locationId } = entry;
  const { by } = origin;
  return {
    at,
    user_id: user?.id ?? (by === 'system' ? null : by.userId),
    username: user?.username ?? (by === 'system' ? null : by.username),
    ip: origin.ip ?? null,
    device: origin.device ?? null,
    event,
    module,
    description: description ?? null,
    metadata: metadata ?? null,
    location: location ?? null,
    location_id: locationId ?? null,
  };
}
