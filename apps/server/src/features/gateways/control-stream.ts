import { create } from '@bufbuild/protobuf';
import { DomainError } from '@gatewarden/contract/errors';
import {
  type ControlRequest,
  type ControlResponse,
  ControlResponseSchema,
  type TrafficReport,
} from '@gatewarden/contract/gateway/v1';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { createBell } from './bell.ts';
import type { StateFeed, Step } from './state-feed.ts';
import type { Standing, StreamStatus } from './stream-status.ts';

/** One gateway's stream, as the rest of core sees it. */
export interface ControlStream {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly streamId: string;
  /** The state may be another one than before. */
  stateMayHaveChanged(): void;
  reportEvery(seconds: number): void;
  /** Ends the stream: with the reason, or so that the gateway just comes back. */
  end(reason?: Error): void;
  /** Ends the stream if it does not speak for its gateway any more. Does nothing before the first message is asked for. */
  check(): Promise<void>;
  /** What to send. Ends, or throws the reason, when the stream is to end. */
  outgoing(): AsyncGenerator<ControlResponse, void, void>;
}

export interface ControlStreamOptions {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly streamId: string;
  /** 0 when the gateway holds nothing. */
  readonly heldVersion: number;
  readonly reportSeconds: number;
  /** Everything after the greeting. */
  readonly requests: AsyncIterator<ControlRequest>;
  readonly feed: Pick<StateFeed, 'read'>;
  readonly status: Omit<StreamStatus, 'disconnected'>;
  readonly onTraffic: (report: TrafficReport) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Three heartbeats. */
const silenceMilliseconds = 30_000;
const retryMilliseconds = 1_000;
const maxReasonLength = 1_000;

/**
 * At most one version is on its way at a time, and what changes meanwhile is sent as one difference, so a slow gateway
 * costs no memory, and after a rejection the next difference starts from what is really in force.
 */
export function openControlStream(options: ControlStreamOptions): ControlStream {
  const { gatewayId, locationId, streamId, requests, feed, status, clock, log } = options;
  const connectedAt = clock.now();
  const bell = createBell();
  let ended: { readonly reason: Error | undefined } | undefined;
  let heldVersion = options.heldVersion;
  let underWay: { readonly version: number; readonly changedAt: Date } | undefined;
  let mayDiffer = true;
  let reportSeconds = options.reportSeconds;
  let trafficAtHand: Promise<void> = Promise.resolve();
  let isConnected = false;
  const silence = setTimeout(() => end(), silenceMilliseconds);

  function end(reason?: Error): void {
    ended ??= { reason };
    clearTimeout(silence);
    bell.ring();
  }

  function heed(standing: Standing): void {
    if (standing === 'superseded') end();
    if (standing === 'credential-ended') end(new DomainError('gateway_credential_invalid'));
  }

  async function nextStep(): Promise<Step | undefined> {
    mayDiffer = false;
    try {
      return await feed.read(locationId, heldVersion);
    } catch (error) {
      log.warn({ err: error }, 'the state of a location is read later');
      mayDiffer = true;
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
      return undefined;
    }
  }

  function toMessage(step: Step | undefined): ControlResponse | undefined {
    if (step?.kind === 'gone') end(new DomainError('location_not_found'));
    if (step?.kind !== 'full' && step?.kind !== 'change') return undefined;
    underWay = { version: Number(step.message.version), changedAt: step.changedAt };
    return create(ControlResponseSchema, {
      message: step.kind === 'full' ? { case: 'full', value: step.message } : { case: 'change', value: step.message },
    });
  }

  async function* outgoing(): AsyncGenerator<ControlResponse, void, void> {
    isConnected = true;
    listen().catch((error: unknown) => end(error as Error));
    let toldSeconds: number | undefined;
    try {
      while (!ended) {
        if (toldSeconds !== reportSeconds) {
          toldSeconds = reportSeconds;
          yield create(ControlResponseSchema, { message: { case: 'reportEvery', value: { seconds: toldSeconds } } });
        } else if (mayDiffer && !underWay) {
          const message = toMessage(await nextStep());
          if (message && !ended) yield message;
        } else await bell.rung();
      }
      if (ended.reason) throw ended.reason;
    } finally {
      end();
      await trafficAtHand;
    }
  }

  async function listen(): Promise<void> {
    for (let next = await requests.next(); !next.done && !ended; next = await requests.next()) {
      silence.refresh();
      await hear(next.value);
    }
    end();
    await requests.return?.();
  }

  async function hear({ message }: ControlRequest): Promise<void> {
    switch (message.case) {
      case 'applied':
        return applied(Number(message.value.version));
      case 'rejected':
        return rejected(Number(message.value.version), message.value.reason);
      case 'traffic':
        return takeTraffic(message.value);
      case 'heartbeat':
        return heed(await status.seen());
      // a greeting comes once, and a later agent may say what this core does not know
      case 'hello':
      case 'content':
      case undefined:
        return undefined;
    }
  }

  async function applied(version: number): Promise<void> {
    if (underWay?.version !== version) return;
    const since = Math.max(underWay.changedAt.getTime(), connectedAt.getTime());
    heldVersion = version;
    underWay = undefined;
    bell.ring();
    heed(await status.applied(version, Math.max(0, clock.now().getTime() - since)));
  }

  async function rejected(version: number, reason: string): Promise<void> {
    if (underWay?.version !== version) return;
    underWay = undefined;
    bell.ring();
    heed(await status.rejected(version, toLine(reason)));
  }

  /** Acknowledgements overtake a report that is being counted; a second report waits for the first. */
  async function takeTraffic(report: TrafficReport): Promise<void> {
    await trafficAtHand;
    trafficAtHand = options.onTraffic(report).catch((error: unknown) => {
      log.warn({ err: error }, 'a traffic report was lost');
    });
    heed(await status.seen());
  }

  return {
    gatewayId,
    locationId,
    streamId,
    stateMayHaveChanged() {
      mayDiffer = true;
      bell.ring();
    },
    reportEvery(seconds) {
      reportSeconds = seconds;
      bell.ring();
    },
    end,
    async check() {
      if (isConnected) heed(await status.standing());
    },
    outgoing,
  };
}

/** One line that may be stored and shown, whatever the other side sent. */
function toLine(text: string): string {
  // the cut may leave half of a character, which cannot be stored
  const whole = text.slice(0, maxReasonLength).toWellFormed();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return whole.replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ');
}
