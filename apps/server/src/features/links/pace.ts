import type { Rate } from '@gatewarden/listener/token-buckets';
import type { Received } from '../../platform/grpc/received-messages.ts';
import type { PaceRules } from './component.ts';

/**
 * Limits how fast core reads what one component sends, because reading is what costs. Faster messages wait at the
 * component through HTTP/2 flow control; none is lost.
 */
export interface Pace {
  /** Whether one more stream may begin now. Counts this one. */
  mayConnect(): boolean;
  /** Returns the messages of a stream at the permitted rate. `return` also cancels a delay. */
  throttle<Request>(requests: Incoming<Request>, rules: RequestRules<Request>): AsyncIterator<Request>;
  /** Call for each message that the component answers: the answer is read without delay. */
  expectAnswer(): void;
}

type RequestRules<Request> = Pick<PaceRules<Request, never>, 'reportSeconds' | 'reportShare' | 'messages'>;

/** The messages of a stream, and totals of what was received. */
export interface Incoming<Request> extends AsyncIterator<Request> {
  readonly received: Received;
}

/** The pace of a component. All streams of a component share it, so that reconnecting does not reset it. */
export type PaceOf = (componentId: string) => Pace;

/** A token bucket. One message may overdraw it; its size is bounded before it is decoded (`messageLimits`). */
interface Budget {
  burst: number;
  tokens: number;
  filledAt: number;
}

/**
 * Reports are sent at the start, when the interval becomes shorter, and after each interval. Leaves room for jitter.
 */
const reportBurst = 10;
/** Agents send a heartbeat every 10 s, and retry what could not be applied once a minute. */
const defaultMessages = { burst: 200, perSecond: 1 };
/** This many bytes, or this many fields, cost one token in addition to the one of each message. */
const bytesPerToken = 16_384;
const fieldsPerToken = 100;
/** A component on a bad network, or during restarts of core, reconnects every second or two. */
const connections = { burst: 30, perSecond: 0.5 };
/** Bounds memory: beyond this number, paces whose budgets are full again are deleted. */
const maxPaces = 1_000;
const longestWaitMilliseconds = 25_000;

export function createPaces(now = () => performance.now()): PaceOf {
  const paces = new Map<string, { readonly pace: Pace; isIdle(): boolean }>();
  return (componentId) => {
    const found = paces.get(componentId);
    if (found) return found.pace;
    if (paces.size >= maxPaces) for (const [id, { isIdle }] of paces) if (isIdle()) paces.delete(id);
    const made = createPace(now);
    paces.set(componentId, made);
    return made.pace;
  };
}

function createPace(now: () => number) {
  const fullBudget = (burst: number): Budget => ({ burst, tokens: burst, filledAt: now() });
  const reportBudget = fullBudget(reportBurst);
  let messages: Rate = defaultMessages;
  const messageBudget = fullBudget(messages.burst);
  const connectionBudget = fullBudget(connections.burst);
  let reportsPerSecond = 1;

  function refill(budget: Budget, perSecond: number): void {
    const at = now();
    const added = (Math.max(0, at - budget.filledAt) / 1000) * perSecond;
    budget.tokens = Math.min(budget.burst, budget.tokens + added);
    budget.filledAt = at;
  }

  /** Time until no budget is overdrawn. */
  function delayMilliseconds(): number {
    refill(reportBudget, reportsPerSecond);
    refill(messageBudget, messages.perSecond);
    const seconds = Math.max(-reportBudget.tokens / reportsPerSecond, -messageBudget.tokens / messages.perSecond);
    return Math.min(longestWaitMilliseconds, seconds * 1000);
  }

  const pace: Pace = {
    mayConnect() {
      refill(connectionBudget, connections.perSecond);
      if (connectionBudget.tokens < 1) return false;
      connectionBudget.tokens -= 1;
      return true;
    },
    throttle(requests, { reportSeconds, reportShare, messages: ofKind = defaultMessages }) {
      if (messages !== ofKind) {
        messages = ofKind;
        messageBudget.tokens += ofKind.burst - messageBudget.burst;
        messageBudget.burst = ofKind.burst;
      }
      const returned = Promise.withResolvers<void>();
      let isReturned = false;
      return {
        async next() {
          // permit twice as many as core asked for
          reportsPerSecond = 2 / reportSeconds();
          const milliseconds = delayMilliseconds();
          if (milliseconds > 0) await delay(milliseconds, returned.promise);
          if (isReturned) return { done: true, value: undefined };
          const before = { ...requests.received };
          const next = await requests.next();
          if (next.done) return next;
          const share = reportShare(next.value);
          if (share !== undefined) reportBudget.tokens -= share;
          else messageBudget.tokens -= 1 + costSince(before, requests.received);
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
      messageBudget.tokens += 1;
    },
  };
  function isIdle(): boolean {
    delayMilliseconds();
    refill(connectionBudget, connections.perSecond);
    return [reportBudget, messageBudget, connectionBudget].every(({ tokens, burst }) => tokens >= burst);
  }
  return { pace, isIdle };
}

/** Resolves after the time, or earlier with `stop`. */
async function delay(milliseconds: number, stop: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds).unref();
  await Promise.race([promise, stop]);
  clearTimeout(timer);
}

/** Cost in tokens of what was received on the wire, so that ignored fields are not free. */
function costSince(before: Received, now: Received): number {
  return (now.bytes - before.bytes) / bytesPerToken + (now.fields - before.fields) / fieldsPerToken;
}
