import type { Received } from '../../platform/grpc/received-messages.ts';
import type { PaceRules } from './component.ts';

/**
 * How fast core reads what one component sends. Reading is what costs. What comes faster waits at the component, by the
 * flow control of HTTP/2, and nothing of it is lost.
 */
export interface Pace {
  /** Whether one more stream may begin; the last ones count. */
  mayConnect(): boolean;
  /** The messages of a stream, no faster than the component may send them. `return` also ends a delay. */
  throttle<Request>(requests: Incoming<Request>, rules: RequestRules<Request>): AsyncIterator<Request>;
  /** To be called for each message that the component answers: the answer is read without delay. */
  expectAnswer(): void;
}

type RequestRules<Request> = Pick<PaceRules<Request, never>, 'reportSeconds' | 'reportShare'>;

/** The messages of a stream, and what was received of it in all. */
export interface Incoming<Request> extends AsyncIterator<Request> {
  readonly received: Received;
}

/** Of all components of this core. The streams of one component share its pace, so that a reconnection gains nothing. */
export type PaceOf = (componentId: string) => Pace;

/** A budget may be overdrawn by one message, which is bounded before it is decoded (`messageLimits`). */
interface Budget {
  readonly burst: number;
  tokens: number;
  filledAt: number;
}

/** A report at the start, when the interval becomes shorter, and after each interval; clocks and networks jitter. */
const reportBurst = 10;
/** Heartbeats come every 10 s, retries of what could not be applied once a minute. */
const messages = { burst: 200, perSecond: 1 };
/** What a message of that many bytes, or that many fields, costs more than an empty one. */
const bytesPerToken = 16_384;
const fieldsPerToken = 100;
/** A component on a bad network reconnects every second or two, core's restarts included. */
const connections = { burst: 30, perSecond: 0.5 };
/** Bounds memory: budgets that are full again say nothing. */
const maxIdle = 1_000;
const longestWaitMilliseconds = 25_000;

export function createPaces(now = () => performance.now()): PaceOf {
  const paces = new Map<string, { readonly pace: Pace; isIdle(): boolean }>();
  return (componentId) => {
    const found = paces.get(componentId);
    if (found) return found.pace;
    if (paces.size >= maxIdle) for (const [id, { isIdle }] of paces) if (isIdle()) paces.delete(id);
    const made = createPace(now);
    paces.set(componentId, made);
    return made.pace;
  };
}

function createPace(now: () => number) {
  const full = (burst: number): Budget => ({ burst, tokens: burst, filledAt: now() });
  const ofReports = full(reportBurst);
  const ofMessages = full(messages.burst);
  const ofConnections = full(connections.burst);
  let reportsPerSecond = 1;

  function fill(each: Budget, perSecond: number): void {
    const at = now();
    each.tokens = Math.min(each.burst, each.tokens + (Math.max(0, at - each.filledAt) / 1000) * perSecond);
    each.filledAt = at;
  }

  /** Until nothing is overdrawn. */
  function delayMilliseconds(): number {
    fill(ofReports, reportsPerSecond);
    fill(ofMessages, messages.perSecond);
    const seconds = Math.max(-ofReports.tokens / reportsPerSecond, -ofMessages.tokens / messages.perSecond);
    return Math.min(longestWaitMilliseconds, seconds * 1000);
  }

  const pace: Pace = {
    mayConnect() {
      fill(ofConnections, connections.perSecond);
      if (ofConnections.tokens < 1) return false;
      ofConnections.tokens -= 1;
      return true;
    },
    throttle(requests, { reportSeconds, reportShare }) {
      const returned = Promise.withResolvers<void>();
      let isReturned = false;
      return {
        async next() {
          // twice as often as core asked for
          reportsPerSecond = 2 / reportSeconds();
          const milliseconds = delayMilliseconds();
          if (milliseconds > 0) await delay(milliseconds, returned.promise);
          if (isReturned) return { done: true, value: undefined };
          const before = { ...requests.received };
          const next = await requests.next();
          if (next.done) return next;
          const share = reportShare(next.value);
          if (share !== undefined) ofReports.tokens -= share;
          else ofMessages.tokens -= 1 + costSince(before, requests.received);
          return next;
        },
        async return() {
          isReturned = true;
          returned.resolve();
          return (await requests.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
    expectAnswer() {
      ofMessages.tokens += 1;
    },
  };
  function isIdle(): boolean {
    delayMilliseconds();
    fill(ofConnections, connections.perSecond);
    return [ofReports, ofMessages, ofConnections].every(({ tokens, burst }) => tokens >= burst);
  }
  return { pace, isIdle };
}

/** Ends early with `stop`. */
async function delay(milliseconds: number, stop: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds).unref();
  await Promise.race([promise, stop]);
  clearTimeout(timer);
}

/** In tokens: of what was received on the wire, so that nothing which is ignored later is free. */
function costSince(before: Received, now: Received): number {
  return (now.bytes - before.bytes) / bytesPerToken + (now.fields - before.fields) / fieldsPerToken;
}
