import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind, Greeting, StreamHandler } from './component.ts';
import { type OpenStream, openComponentStream } from './component-stream.ts';
import { type ComponentChange, componentChannel, notifyComponentChange } from './components.queries.ts';
import { createPaces, type Incoming } from './pace.ts';
import { setConnected } from './presence.queries.ts';
import type { Replicas } from './replicas.ts';
import { createStreamOwnership } from './stream-ownership.ts';

export interface NewStream<Request, Response, Hello extends Greeting> {
  readonly kind: ComponentKind;
  readonly handler: StreamHandler<Request, Response, Hello>;
  readonly component: Component;
  readonly hello: Hello;
  /** Remote address of the stream; null if the connection closed before it was read. */
  readonly ip: string | null;
  /** Everything after the greeting. */
  readonly requests: Incoming<Request>;
  readonly signal: AbortSignal;
}

/** The open streams of components to this core. */
export interface Streams {
  /** Whether the component may begin one more stream now. Counts this one. */
  mayConnect(componentId: string): boolean;
  /**
   * Runs a stream until the signal is aborted or it ends for another reason. Yields the messages to the component.
   * @throws component_credential_invalid, location_not_found
   */
  run<Request, Response, Hello extends Greeting>(
    stream: NewStream<Request, Response, Hello>,
  ): AsyncGenerator<Response, void, void>;
  /** Ends all streams. Resolves when all are marked as disconnected. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly log: Log;
  readonly replicas: Pick<Replicas, 'id' | 'addresses' | 'onChange'>;
}

export function createStreams({ db, notifications, clock, log, replicas }: Dependencies): Streams {
  const open = new Map<OpenStream, Promise<void>>();
  const paceOf = createPaces();
  replicas.onChange((addresses) => {
    for (const stream of open.keys()) stream.setCoreAddresses(addresses);
  });
  followComponents(notifications, () => open.keys());

  return {
    mayConnect: (componentId) => paceOf(componentId).mayConnect(),
    async *run({ kind, handler, hello, ip, requests, signal, ...given }) {
      const streamId = randomUUID();
      const component = { ...given.component, hostname: hello.hostname };
      const pace = paceOf(component.id);
      const streamLog = log.child({ [kind.name]: component.id, location: component.location_id });
      const ownership = createStreamOwnership({ db, clock, log: streamLog }, kind, { component, streamId });
      const stream = openComponentStream({
        componentId: component.id,
        streamId,
        coreAddresses: replicas.addresses(),
        requests: pace.throttle(requests, handler.pace),
        ownership,
        messages: handler,
        openSession: (control) => handler.open(control, component, hello),
        clock,
      });
      const closed = Promise.withResolvers<void>();
      // added before it connects, so that no change of the component is missed
      open.set(stream, closed.promise);
      const abort = () => stream.end(signal.reason as Error);
      signal.addEventListener('abort', abort);
      try {
        await inTransaction(db, async (tx) => {
          const connection = { streamId, coreId: replicas.id, at: clock.now(), ip, ...hello };
          const isInService = await setConnected(tx, component.id, connection);
          if (!isInService) throw new DomainError('component_credential_invalid');
          await notifyComponentChange(tx, { componentId: component.id, streamId });
          await handler.connected(tx, component, { hello, streamId });
        });
        streamLog.info(`${kind.name} connected`);
        if (signal.aborted) abort();
        for await (const response of stream.outgoing()) {
          if (handler.pace.isAnswered(response)) pace.expectAnswer();
          yield response;
        }
      } finally {
        signal.removeEventListener('abort', abort);
        open.delete(stream);
        await stream.close();
        await ownership.release();
        streamLog.info(`${kind.name} disconnected`);
        closed.resolve();
      }
    },
    async stop() {
      const closing = [...open.values()];
      for (const stream of open.keys()) stream.end();
      await Promise.all(closing);
    },
  };
}

/**
 * Ends streams of components that were revoked or removed, and those that a newer stream of the same component
 * replaces.
 */
function followComponents(notifications: Notifications, streams: () => Iterable<OpenStream>): void {
  notifications.listen(componentChannel, (text) => {
    const { componentId, streamId } = JSON.parse(text) as ComponentChange;
    for (const stream of streams()) {
      if (stream.componentId !== componentId) continue;
      if (streamId === null) stream.end(new DomainError('component_credential_invalid'));
      // the database knows which of the two is newer
      else if (streamId !== stream.streamId) void stream.check();
    }
  });
  notifications.onReconnect(() => {
    for (const stream of streams()) void stream.check();
  });
}
