import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { CoreEndpoint } from './core-address.ts';
import { createCoreSession } from './core-session.ts';

/** One connection to core, over which only the holder of the pinned authority's key can answer. */
export interface CoreLink<Service extends DescService> extends Disposable {
  readonly client: Client<Service>;
  /** Resolves once the handshake is done; anything sent before would do the same. @throws what prevented it */
  connect(): Promise<void>;
  /**
   * Passes messages on, and closes the connection when the first one takes too long: behind a load balancer, and after
   * core was suspended, a connection can be open with no process that answers.
   */
  withAnswerTimeout<Message>(messages: AsyncIterable<Message>): AsyncGenerator<Message, void, void>;
  /** Whether a message came through `requireAnswer`. */
  readonly answered: boolean;
}

/** Milliseconds. */
export interface LinkTimings {
  /** A core that stops answering without closing the connection is noticed after at most ping interval and timeout. */
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /** For TCP and TLS handshake together. */
  readonly connect: number;
  /** For the first message of a stream. */
  readonly answer: number;
}

/** Chosen so that a replica that hangs is replaced within 10 s: 6 s to notice, up to 1 s of delay, 2 s per further address. */
export const linkTimings: LinkTimings = { pingInterval: 3000, pingTimeout: 3000, connect: 2000, answer: 3000 };

/** On slow networks each round of tries is more patient than the last, up to five times. */
export function timingsForAttempt(timings: LinkTimings, attempt: number): LinkTimings {
  const factor = Math.min(attempt + 1, 5);
  return { ...timings, connect: timings.connect * factor, answer: timings.answer * factor };
}

interface LinkOptions {
  readonly endpoint: CoreEndpoint;
  /** The pinned authority as PEM. */
  readonly ca: string;
  readonly timings: LinkTimings;
}

/** Opens the connection with the first call, or with `connect`. */
export function openCoreLink<Service extends DescService>(
  service: Service,
  { endpoint, ca, timings }: LinkOptions,
): CoreLink<Service> {
  const { label } = endpoint;
  const session = createCoreSession({ endpoint, ca, ...timings });
  const transport = createGrpcTransport({ baseUrl: session.authority, sessionManager: session });
  const client = createClient(service, transport);
  const abortAfter = (milliseconds: number, problem: string) =>
    setTimeout(() => session.abort(new Error(`${label} ${problem}`)), milliseconds);
  let answered = false;
  return {
    client,
    get answered() {
      return answered;
    },
    connect: async () => {
      const timer = abortAfter(timings.connect, 'does not answer');
      await session.connect().finally(() => clearTimeout(timer));
    },
    async *withAnswerTimeout(messages) {
      const timer = abortAfter(timings.answer, 'accepted the connection, but core does not answer');
      try {
        for await (const message of messages) {
          clearTimeout(timer);
          answered = true;
          yield message;
        }
      } finally {
        clearTimeout(timer);
      }
    },
    [Symbol.dispose]: session.close,
  };
}
