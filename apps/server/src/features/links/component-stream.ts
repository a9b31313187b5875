import { DomainError } from '@gatewarden/contract/errors';
import type { Clock } from '../../ports/clock.ts';
import type { Session, StreamControl, StreamHandler } from './component.ts';
import { createSignal } from './signal.ts';
import type { OwnershipStatus, StreamOwnership } from './stream-ownership.ts';

/** One component's stream, as the rest of core sees it. */
export interface OpenStream {
  readonly componentId: string;
  readonly streamId: string;
  /** Where components reach core's replicas from now on. */
  setCoreAddresses(addresses: readonly string[]): void;
  /** Ends the stream: with the reason, or so that the component reconnects. */
  end(reason?: Error): void;
  /** Ends the stream if it does not own its component any more. Does nothing before the first message is asked for. */
  check(): Promise<void>;
  /** Ends the stream. Resolves when nothing of it runs any more. Safe to repeat. */
  close(): Promise<void>;
}

export interface ComponentStream<Response> extends OpenStream {
  /** What to send. Ends, or throws the reason, when the stream is to end. */
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
const silenceMilliseconds = 30_000;

export function openComponentStream<Request, Response>(
  options: ComponentStreamOptions<Request, Response>,
): ComponentStream<Response> {
  const { componentId, streamId, requests, ownership, messages } = options;
  const changed = createSignal();
  let ended: { readonly reason: Error | undefined } | undefined;
  let coreAddresses = options.coreAddresses;
  let isStarted = false;
  let closing: Promise<void> | undefined;
  const silence = setTimeout(() => end(), silenceMilliseconds);
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
    clearTimeout(silence);
    changed.send();
  }

  function endUnlessActive(standing: OwnershipStatus): void {
    if (standing === 'superseded') end();
    if (standing === 'credential-ended') end(new DomainError('component_credential_invalid'));
    if (standing === 'location-gone') end(new DomainError('location_not_found'));
  }

  async function receiveAll(): Promise<void> {
    for (let next = await requests.next(); !next.done && !ended; next = await requests.next()) {
      silence.refresh();
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
        if (sentAddresses !== coreAddresses && coreAddresses.length > 0) {
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
    // not awaited: it may wait for a request that never comes. Without it a delayed request would last until its delay is over
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
