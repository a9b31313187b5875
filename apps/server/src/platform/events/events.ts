import { sql } from 'kysely';
import type { Origin } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Log } from '../log/log.ts';

/**
 * All events and their payloads. Features add theirs with `declare module`, so that the union is complete although the
 * platform knows no feature. Past participle, feature first: `device.modified`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface EventMap {}

/** Signals between features within a transaction that are not events for users: rows to recompute. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface SignalMap {}

export type EventType = keyof EventMap & string;
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly origin: Origin; readonly payload: EventMap[K] };
}[T];

type SignalType = keyof SignalMap & string;
type EventListener<T extends EventType> = (tx: Tx, event: DomainEvent<T>) => Promise<void>;
type SignalListener<T extends SignalType> = (tx: Tx, payload: SignalMap[T]) => Promise<void>;
/** An event as every replica receives it after commit. `payload` is missing if it is too large for a notification. */
export interface CommittedEvent {
  readonly type: EventType;
  readonly payload: unknown;
}

/** The payload and the origin of an event. */
export interface EventInput<T extends EventType> {
  readonly origin: Origin;
  readonly payload: EventMap[T];
}

export interface Events {
  /**
   * Makes the event part of the transaction: runs the listeners that belong to it, and notifies every replica after
   * commit. The event itself is not stored. If a listener fails, the whole transaction fails.
   */
  publish<T extends EventType>(tx: Tx, type: T, origin: Origin, payload: EventMap[T]): Promise<void>;
  /** Like `publish` for each input, but notifies of all of them with one query. */
  publishAll<T extends EventType>(tx: Tx, type: T, inputs: readonly EventInput<T>[]): Promise<void>;
  /** Notifies every replica like `publish`, but runs no listener: for frequent events. */
  broadcast<T extends EventType>(tx: Tx, type: T, payload: EventMap[T]): Promise<void>;
  /** Like `broadcast` for each payload, with one query. */
  broadcastAll<T extends EventType>(tx: Tx, type: T, payloads: readonly EventMap[T][]): Promise<void>;
  /** Runs inside the publishing transaction for events of every type, before the listeners of the type. */
  onAny(listener: EventListener<EventType>): void;
  /** Runs inside the publishing transaction, in the order of registration. */
  on<T extends EventType>(type: T, listener: EventListener<T>): void;
  signal<T extends SignalType>(tx: Tx, type: T, payload: SignalMap[T]): Promise<void>;
  onSignal<T extends SignalType>(type: T, listener: SignalListener<T>): void;
  /**
   * Runs on every replica after commit, at most once. Use it only for what may be missed: caches, streams to consoles.
   */
  onCommitted(listener: (event: CommittedEvent) => void): void;
}

const eventChannel = 'gatewarden_event';
/** PostgreSQL refuses notifications of 8 000 bytes and more. */
const maxNotificationBytes = 7_500;

export function createEvents(notifications: Pick<Notifications, 'listen'>, log: Log): Events {
  const everyListener: EventListener<EventType>[] = [];
  const listeners = new Map<string, EventListener<EventType>[]>();
  const signalListeners = new Map<string, SignalListener<SignalType>[]>();
  const commitListeners: ((event: CommittedEvent) => void)[] = [];

  notifications.listen(eventChannel, (text) => {
    const event = JSON.parse(text) as CommittedEvent;
    for (const listener of commitListeners) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, event: event.type }, 'an event listener failed');
      }
    }
  });

  async function publishAll<T extends EventType>(tx: Tx, type: T, inputs: readonly EventInput<T>[]): Promise<void> {
    if (inputs.length === 0) return;
    await broadcastAll(
      tx,
      type,
      inputs.map(({ payload }) => payload),
    );
    for (const { origin, payload } of inputs) {
      for (const listener of [...everyListener, ...(listeners.get(type) ?? [])]) {
        await listener(tx, { type, origin, payload } as unknown as DomainEvent);
      }
    }
  }

  async function broadcastAll<T extends EventType>(tx: Tx, type: T, payloads: readonly EventMap[T][]): Promise<void> {
    if (payloads.length === 0) return;
    const texts = payloads.map((payload) => notificationOf(type, payload));
    await sql`select pg_notify(${eventChannel}, text) from unnest(${texts}::text[]) text`.execute(tx);
  }

  return {
    publish: (tx, type, origin, payload) => publishAll(tx, type, [{ origin, payload }]),
    publishAll,
    broadcast: (tx, type, payload) => broadcastAll(tx, type, [payload]),
    broadcastAll,
    onAny: (listener) => void everyListener.push(listener),
    on: (type, listener) => append(listeners, type, listener as unknown as EventListener<EventType>),
    async signal(tx, type, payload) {
      for (const listener of signalListeners.get(type) ?? []) await listener(tx, payload as never);
    },
    onSignal: (type, listener) => append(signalListeners, type, listener as unknown as SignalListener<SignalType>),
    onCommitted: (listener) => void commitListeners.push(listener),
  };
}

function notificationOf(type: string, payload: unknown): string {
  const whole = JSON.stringify({ type, payload });
  return Buffer.byteLength(whole) <= maxNotificationBytes ? whole : JSON.stringify({ type });
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
