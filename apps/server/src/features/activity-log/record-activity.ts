import { beforeCommit, type Tx } from '../../platform/database/database.ts';
import type { DomainEvent, Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityEntry, FindEventRule } from '../event-rules.ts';
import { appendEntries, type NewEntry } from './entries.queries.ts';

interface Dependencies {
  readonly events: Pick<Events, 'onAny'>;
  readonly clock: Clock;
  readonly findEventRule: FindEventRule;
}

/**
 * Logs published events in the publishing transaction. Writes all entries of a transaction together as its last write,
 * because from then until the commit no other transaction can append. An event that no feature declares fails the
 * change that publishes it.
 */
export function recordActivity({ events, clock, findEventRule }: Dependencies): void {
  const pending = new WeakMap<Tx, NewEntry[]>();

  function add(tx: Tx, entry: NewEntry): void {
    const known = pending.get(tx);
    if (known) return void known.push(entry);
    const entries = [entry];
    pending.set(tx, entries);
    beforeCommit(tx, () => {
      // events that another pre-commit hook publishes form a separate batch
      pending.delete(tx);
      return appendEntries(tx, entries);
    });
  }

  events.onAny(async (tx, event) => {
    const rule = findEventRule(event.type);
    if (!rule) throw new Error(`no feature declares the event ${event.type}`);
    if (rule.entry !== 'not logged')
      add(tx, newEntry(event, rule.entry(event.payload as never, event.origin), clock.now()));
  });
}

function newEntry({ origin }: DomainEvent, entry: ActivityEntry, at: Date): NewEntry {
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
