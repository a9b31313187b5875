import { sql } from 'kysely';
import type { Origin } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Log } from '../log/log.ts';

/**
 * Every event and what it says. Features add theirs with `declare module`, so that the union is complete without the
 * plumbing knowing any of them. Past tense, feature first: `device.modified`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface EventMap {}

/**
 * What features tell each other inside a transaction without anything having happened that a person would want to
 * read: rows to recompute. Not kept.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface SignalMap {}

export type EventType = keyof EventMap & string;
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly origin: Origin; readonly payload: EventMap[K] };
}[T];

type SignalType = keyof SignalMap & string;
type EventListener<T extends EventType> = (tx: Tx, event: DomainEvent<T>) => Promise<void>;
type SignalListener<T extends SignalType> = (tx: Tx, payload: SignalMap[T]) => Promise<void>;
/** What arrives after commit, on every replica. `payload` is left out when it is too large for a notification. */
export interface Committed {
  readonly type: EventType;
  readonly payload: unknown;
}

export interface Events {
  /**
   * Makes the event part of the transaction: keeps it, runs the listeners that must hold with it, and lets every
   * replica know once it is committed. A listener's failure fails the whole change.
   */
  publish<T extends EventType>(tx: Tx, type: T, origin: Origin, payload: EventMap[T]): Promise<void>;
  /** Runs inside the publishing transaction, in the order of registration. */
  on<T extends EventType>(type: T, listener: EventListener<T>): void;
  signal<T extends SignalType>(tx: Tx, type: T, payload: SignalMap[T]): Promise<void>;
  onSignal<T extends SignalType>(type: T, listener: SignalListener<T>): void;
  /** Runs on every replica after commit, at most once, so only for what may be missed: caches, streams to consoles. */
  onCommitted(listener: (event: Committed) => void): void;
}

export const eventChannel = 'gatewarden_event';
/** PostgreSQL refuses notifications of 8 000 bytes and more. */
const maxNotificationBytes = 7_500;

export function createEvents(notifications: Pick<Notifications, 'listen'>, log: Log): Events {
  const listeners = new Map<string, EventListener<EventType>[]>();
  const signalListeners = new Map<string, SignalListener<SignalType>[]>();
  const committed: ((event: Committed) => void)[] = [];

  notifications.listen(eventChannel, (text) => {
    const event = JSON.parse(text) as Committed;
    for (const listener of committed) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: event.type }, 'a listener failed');
      }
    }
  });

  return {
    async publish(tx, type, origin, payload) {
      await insertEvent(tx, type, origin, payload);
      for (const listener of listeners.get(type) ?? []) {
        await listener(tx, { type, origin, payload } as unknown as DomainEvent);
      }
    },
    on: (type, listener) => append(listeners, type, listener as unknown as EventListener<EventType>),
    async signal(tx, type, payload) {
      for (const listener of signalListeners.get(type) ?? []) await listener(tx, payload as never);
    },
    onSignal: (type, listener) => append(signalListeners, type, listener as unknown as SignalListener<SignalType>),
    onCommitted: (listener) => void committed.push(listener),
  };
}

async function insertEvent(tx: Tx, type: string, origin: Origin, payload: unknown): Promise<void> {
  const whole = JSON.stringify({ type, payload });
  const notification = Buffer.byteLength(whole) <= maxNotificationBytes ? whole : JSON.stringify({ type });
  const by = origin.by === 'system' ? undefined : origin.by;
  await sql`
    with kept as (
      insert into event (type, user_id, username, ip, device, payload)
      values (${type}, ${by?.userId ?? null}, ${by?.username ?? null}, ${origin.ip ?? null}, ${origin.device ?? null}, ${JSON.stringify(payload)}::jsonb)
    )
    select pg_notify(${eventChannel}, ${notification})`.execute(tx);
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
