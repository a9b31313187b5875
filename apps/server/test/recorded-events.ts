import type { DomainEvent, Events } from '../src/platform/events/events.ts';

/** The events that are published from now on, also by transactions that fail later; not those that are only broadcast. */
export function recordEvents(events: Pick<Events, 'onAny'>): readonly DomainEvent[] {
  const recorded: DomainEvent[] = [];
  events.onAny(async (_, event) => void recorded.push(event));
  return recorded;
}
