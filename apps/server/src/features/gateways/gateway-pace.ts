import type { ControlRequest, ControlResponse } from '@gatewarden/contract/gateway/v1';
import type { Received } from '../../platform/grpc/received-messages.ts';

/**
 * How fast core reads what one gateway sends. Reading is what costs. What comes faster waits at the gateway, by the flow
 * control of HTTP/2, and nothing of it is lost.
 */
export interface GatewayPace {
  /** Whether one more stream may begin; the last ones count. */
  mayConnect(): boolean;
  /**
   * The messages of a stream, no faster than the gateway may send them. `reportSeconds` is what core asks for now. `return`
   * also ends a delay.
   */
  throttle(requests: Incoming, reportSeconds: () => number): AsyncIterator<ControlRequest>;
  /** To be called for each message to the gateway: what answers it is read without delay. */
  sent(response: ControlResponse): void;
}

/** The messages of a stream, and what was received of it in all. */
export interface Incoming extends AsyncIterator<ControlRequest> {
  readonly received: Received;
}

/** Of all gateways of this core. The streams of one gateway share its pace, so that a reconnection gains nothing. */
export type PaceOf = (gatewayId: string) => GatewayPace;

/** A budget may be overdrawn by one message, which is bounded before it is decoded (`messageLimits`). */
interface Budget {
  readonly burst: number;
  tokens: number;
  filledAt: number;
}

/** A report at the start, when the interval becomes shorter, and after each interval; clocks and networks jitter. */
const reportBurst = 10;
/** A further part of a measurement is a twelfth of a report: a location of 20 000 peers stays below twice a report. */
const partsPerReport = 12;
/** Heartbeats come every 10 s, retries of what could not be applied once a minute. */
const messages = { burst: 200, perSecond: 1 };
/** What a message of that many bytes, or that many fields, costs more than an empty one. */
const bytesPerToken = 16_384;
const fieldsPerToken = 100;
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
          const before = { ...requests.received };
          const next = await requests.next();
          if (next.done) return next;
          const { message } = next.value;
          if (message.case === 'traffic') ofReports.tokens -= message.value.continues ? 1 / partsPerReport : 1;
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

/** In tokens: of what was received on the wire, so that nothing which is ignored later is free. */
function costSince(before: Received, now: Received): number {
  return (now.bytes - before.bytes) / bytesPerToken + (now.fields - before.fields) / fieldsPerToken;
}
