import { DomainError } from '@gatewarden/contract/errors';
import type { Clock } from '../../ports/clock.ts';
import type { Session, StreamControl, StreamHandler } from './component.ts';
import { createSignal } from './signal.ts';
import type { OwnershipStatus, StreamOwnership } from './stream-ownership.ts';

/** The stream of one component, as the rest of core uses it. */
export interface OpenStream {
  readonly componentId: string;
  readonly streamId: string;
  /** Sets the addresses of core's replicas, which are sent to the component. */
  setCoreAddresses(addresses: readonly string[]): void;
  /** Ends the stream with the reason, or without one so that the component reconnects. */
  end(reason?: Error): void;
  /** Ends the stream if it no longer owns its component. Does nothing before the first message is requested. */
  check(): Promise<void>;
  /** Ends the stream. Resolves when all its work has finished. Safe to repeat. */
  close(): Promise<void>;
}

export interface ComponentStream<Response> extends OpenStream {
  /** The messages to send. Returns, or throws the reason, when the stream ends. */
  outgoing(): AsyncGenerator<Response, void, void>;
}

export interface ComponentStreamOptions<Request, Response> {
  readonly componentId: string;
  readonly streamId: string;
  readonly coreAddresses: readonly string[];
  /** Everything after the greeting. */
  readonly requests: AsyncIterator<Request>;
  readonly ownership: Omit<StreamOwnership, 'release'>;
  readonly messages: Pick<StreamHandler<Request, Response, never>, 'welcome' | 'coreAddresses'>;
  readonly openSession: (stream: StreamControl) => Session<Request, Response>;
  readonly clock: Clock;
}

/** Three heartbeats. */
const timeoutMilliseconds = 30_000;

export function openComponentStream<Request, Response>(
  options: ComponentStreamOptions<Request, Response>,
): ComponentStream<Response> {
  const { componentId, streamId, requests, ownership, messages } = options;
  const changed = createSignal();
  let ended: { readonly reason: Error | undefined } | undefined;
  let coreAddresses = options.coreAddresses;
  let isStarted = false;
  let closing: Promise<void> | undefined;
  const timeout = setTimeout(() => end(), timeoutMilliseconds);
  const session = options.openSession({
    startedAt: options.clock.now(),
    isEnded: () => ended !== undefined,
    wake: changed.send,
    end,
    seen: async () => endUnlessActive(await ownership.seen()),
    write: async (work) => endUnlessActive(await ownership.write(work)),
  });

  function end(reason?: Error): void {
    ended ??= { reason };
    clearTimeout(timeout);
    changed.send();
  }

  function endUnlessActive(status: OwnershipStatus): void {
    if (status === 'superseded') end();
    if (status === 'credential-ended') end(new DomainError('component_credential_invalid'));
    if (status === 'location-gone') end(new DomainError('location_not_found'));
  }

  async function receiveAll(): Promise<void> {
    for (let next = await requests.next(); !next.done && !ended; next = await requests.next()) {
      timeout.refresh();
      await session.receive(next.value);
    }
    end();
    await requests.return?.();
  }

  async function* outgoing(): AsyncGenerator<Response, void, void> {
    isStarted = true;
    receiveAll().catch((error: unknown) => end(error as Error));
    let sentAddresses: readonly string[] | undefined;
    try {
      yield messages.welcome();
      while (!ended) {
        if (messages.coreAddresses && sentAddresses !== coreAddresses && coreAddresses.length > 0) {
          sentAddresses = coreAddresses;
          yield messages.coreAddresses(coreAddresses);
          continue;
        }
        const message = await session.next();
        if (message === undefined) await changed.received();
        else if (!ended) yield message;
      }
      if (ended.reason) throw ended.reason;
    } finally {
      await close();
    }
  }

  function close(): Promise<void> {
    closing ??= closeOnce();
    return closing;
  }

  async function closeOnce(): Promise<void> {
    end();
    // not awaited, because it may wait for a request that never arrives; it cancels a delayed request
    requests.return?.().catch(() => undefined);
    await session.close();
  }

  return {
    componentId,
    streamId,
    setCoreAddresses(addresses) {
      coreAddresses = addresses;
      changed.send();
    },
    end,
    async check() {
      if (isStarted) endUnlessActive(await ownership.verify());
    },
    close,
    outgoing,
  };
}
