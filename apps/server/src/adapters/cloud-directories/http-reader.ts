import type { Outbound } from '../../platform/outbound/outbound.ts';
import { findOutboundError, type OutboundError, type OutboundReason } from '../../platform/outbound/outbound-error.ts';
import { DirectoryFailure, type DirectoryFailureReason } from '../../ports/directory.ts';
import { waitTime } from './wait-time.ts';

export interface ReaderRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer of any status. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is not JSON; never for a success. */
  readonly json: unknown;
}

/** Calls a service, within limits. */
export interface HttpReader {
  /**
   * Waits and tries again while the service limits requests, and repeats what failed on the way.
   * @throws DirectoryFailure
   */
  send(url: URL, request: ReaderRequest, signal: AbortSignal): Promise<JsonAnswer>;
}

interface Options {
  readonly outbound: Pick<Outbound, 'fetchWith'>;
  /** Rejects when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
  /** Whether the answer limits requests, besides the usual status 429. */
  readonly isThrottled?: (answer: JsonAnswer) => boolean;
  readonly limits?: Partial<ReaderLimits>;
}

interface ReaderLimits {
  /** Of an answer, so that parsing it takes a few hundredths of a second at most. */
  readonly answerBytes: number;
  /** Of all answers together. */
  readonly totalBytes: number;
  readonly answerMilliseconds: number;
  /** Of all waits for a request together. */
  readonly waitMilliseconds: number;
  /** How often a request that failed is repeated. */
  readonly repetitions: number;
}

const defaults: ReaderLimits = {
  answerBytes: 4 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  answerMilliseconds: 30_000,
  waitMilliseconds: 300_000,
  repetitions: 3,
};

const reasons: Readonly<Record<OutboundReason, DirectoryFailureReason>> = {
  blocked_address: 'unreachable',
  connection: 'unreachable',
  timeout: 'timeout',
  certificate: 'certificate',
  too_large: 'answer',
  status: 'answer',
};

/** Answers that are not a decision of the service. */
const repeatedStatuses = new Set([500, 502, 503, 504]);

export function createHttpReader({ outbound, wait, now, isThrottled = () => false, ...options }: Options): HttpReader {
  const limits = { ...defaults, ...options.limits };
  let received = 0;

  async function exchange(url: URL, request: ReaderRequest, signal: AbortSignal): Promise<JsonAnswer | OutboundError> {
    const { method = 'GET', headers, body } = request;
    const fetch = outbound.fetchWith({
      ...{ maxBytes: limits.answerBytes, totalMilliseconds: limits.answerMilliseconds, signal },
    });
    try {
      const accepted = { accept: 'application/json', ...headers };
      const response = await fetch(url.href, { method, headers: accepted, ...(body !== undefined && { body }) });
      const text = await response.text();
      received += Buffer.byteLength(text);
      if (received > limits.totalBytes) throw new DirectoryFailure('too_large', `${url.host}: ${received} bytes`);
      return { status: response.status, headers: response.headers, json: parse(text) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = findOutboundError(error);
      if (!failure) throw error;
      return failure;
    }
  }

  return {
    async send(url, request, signal) {
      let waited = 0;
      let failures = 0;
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const answer = await exchange(url, request, signal);
        const problem = 'reason' in answer ? toFailure(answer) : findProblem(answer, url);
        const isLimited = !('reason' in answer) && (answer.status === 429 || isThrottled(answer));
        if (problem === undefined && !isLimited) return answer as JsonAnswer;
        if (problem !== undefined) {
          if (failures >= limits.repetitions || !isTemporary(answer)) throw problem;
          failures += 1;
        }
        const pause = waitTime('reason' in answer ? undefined : answer.headers, { attempt, isLimited, now: now() });
        waited += pause;
        if (waited > limits.waitMilliseconds) throw new DirectoryFailure('throttled', `${url.host}: ${pause} ms`);
        await wait(pause, signal);
      }
    },
  };
}

function findProblem({ status, json }: JsonAnswer, { host }: URL): DirectoryFailure | undefined {
  const isMissing = status >= 200 && status < 300 && json === undefined;
  const isBroken = isMissing || status >= 500 || (status >= 300 && status < 400);
  return isBroken ? new DirectoryFailure('answer', `${host}: ${status}${isMissing ? ', not JSON' : ''}`) : undefined;
}

function isTemporary(answer: JsonAnswer | OutboundError): boolean {
  if ('reason' in answer) return answer.reason === 'connection' || answer.reason === 'timeout';
  return repeatedStatuses.has(answer.status);
}

function toFailure(error: OutboundError): DirectoryFailure {
  return new DirectoryFailure(reasons[error.reason], error.message, { cause: error });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
