import type { ControlRequest, ControlResponse } from '@gatewarden/contract/gateway/v1';

/**
 * How fast core reads what one gateway sends. Reading is what costs: a report of 50 000 peers is 5 MB to parse. What comes
 * faster waits at the gateway, by the flow control of HTTP/2, and nothing of it is lost.
 */
export interface GatewayPace {
  /** Whether one more stream may begin; the last ones count. */
  mayConnect(): boolean;
  /** The messages of a stream, no faster than the gateway may send them. `reportSeconds` is what core asks for now. `return` also ends a delay. */
  throttle(requests: AsyncIterator<ControlRequest>, reportSeconds: () => number): AsyncIterator<ControlRequest>;
  /** To be called for each message to the gateway: what answers it is read without delay. */
  sent(response: ControlResponse): void;
}

/** Of all gateways of this core. The streams of one gateway share its pace, so that a reconnection gains nothing. */
export type PaceOf = (gatewayId: string) => GatewayPace;

/** A budget may be overdrawn by one message, because only its content tells what it costs. */
interface Budget {
  readonly burst: number;
  tokens: number;
  filledAt: number;
}

/** A report at the start, when the interval becomes shorter, and after each interval; clocks and networks jitter. */
const reportBurst = 10;
/** Heartbeats come every 10 s, retries of what could not be applied once a minute. */
const messages = { burst: 200, perSecond: 1 };
/** What a message of that many characters costs more than an empty one. */
const charactersPerToken = 16_384;
/** A gateway on a bad link reconnects every second or two, core's restarts included. */
const connections = { burst: 30, perSecond: 0.5 };
const answered = new Set<ControlResponse['message']['case']>(['full', 'change', 'reportContent']);
/** Bounds memory: budgets that are full again say nothing. */
const maxIdle = 1_000;
const longestWaitMilliseconds = 25_000;

export function createPaces(now = () => performance.now()): PaceOf {
  const paces = new Map<string, { readonly pace: GatewayPace; isIdle(): boolean }>();
  return (gatewayId) => {
    const found = paces.get(gatewayId);
    if (found) return found.pace;
    if (paces.size >= maxIdle) for (const [id, { isIdle }] of paces) if (isIdle()) paces.delete(id);
    const made = createPace(now);
    paces.set(gatewayId, made);
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

  const pace: GatewayPace = {
    mayConnect() {
      fill(ofConnections, connections.perSecond);
      if (ofConnections.tokens < 1) return false;
      ofConnections.tokens -= 1;
      return true;
    },
    throttle(requests, reportSeconds) {
      const returned = Promise.withResolvers<void>();
      let isReturned = false;
      return {
        async next() {
          // twice as often as core asked for
          reportsPerSecond = 2 / reportSeconds();
          const milliseconds = delayMilliseconds();
          if (milliseconds > 0) await delay(milliseconds, returned.promise);
          if (isReturned) return { done: true, value: undefined };
          const next = await requests.next();
          if (next.done) return next;
          if (next.value.message.case === 'traffic') ofReports.tokens -= 1;
          else ofMessages.tokens -= 1 + charactersIn(next.value) / charactersPerToken;
          return next;
        },
        async return() {
          isReturned = true;
          returned.resolve();
          return (await requests.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
    sent({ message }) {
      if (answered.has(message.case)) ofMessages.tokens += 1;
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

/** Of what a hostile gateway can make long. */
function charactersIn({ message }: ControlRequest): number {
  switch (message.case) {
    case 'applied':
      return message.value.problems.reduce((sum, { length }) => sum + length + 1, 0);
    case 'rejected':
      return message.value.reason.length;
    case 'hello':
      return message.value.hostname.length + message.value.capabilities.length;
    default:
      return 0;
  }
}
