import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import type { CoreEndpoint } from './core-address.ts';
import { createCoreSession } from './core-session.ts';

/** One connection to core. The server must present a certificate of the pinned authority. */
export interface CoreLink<Service extends DescService> extends Disposable {
  readonly client: Client<Service>;
  /** Resolves after the handshake. Calls connect by themselves. @throws the cause of a failed connection */
  connect(): Promise<void>;
  /**
   * Yields the messages, and closes the connection when the first one takes too long: behind a load balancer, or while
   * core is suspended, a connection can be open although no process answers.
   */
  withAnswerTimeout<Message>(messages: AsyncIterable<Message>): AsyncGenerator<Message, void, void>;
  /** Whether `withAnswerTimeout` has yielded a message. */
  readonly answered: boolean;
}

/** Milliseconds. */
export interface LinkTimings {
  /**
   * A core that stops answering without closing the connection is detected after at most ping interval plus timeout.
   */
  readonly pingInterval: number;
  readonly pingTimeout: number;
  /** For TCP and TLS handshake together. */
  readonly connect: number;
  /** For the first message of a stream. */
  readonly answer: number;
}

/**
 * Chosen so that a hanging replica is replaced within 10 s: 6 s to detect it, up to 1 s of delay, 2 s per further
 * address.
 */
export const linkTimings: LinkTimings = { pingInterval: 3000, pingTimeout: 3000, connect: 2000, answer: 3000 };

/** For slow networks: each round of attempts waits longer than the previous one, up to five times as long. */
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

/** The first call, or `connect`, opens the connection. */
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
