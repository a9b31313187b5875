import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { DomainError } from '@gatewarden/contract/errors';
import {
  type Applied,
  type Content,
  type ControlRequest,
  type ControlResponse,
  ControlResponseSchema,
  type Correction,
  CorrectionSchema,
  type TrafficReport,
} from '@gatewarden/contract/gateway/v1';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { createBell } from './bell.ts';
import { missingCapabilities, protocolVersion, reportsContent } from './capabilities.ts';
import { createContentCheck } from './content-check.ts';
import { idOfBytes } from './gateway-state.ts';
import type { StateName } from './location-state.queries.ts';
import { toLine, toLines } from './reported-text.ts';
import type { StateFeed, Step } from './state-feed.ts';
import type { Standing, StreamStatus } from './stream-status.ts';

/** One gateway's stream, as the rest of core sees it. */
export interface ControlStream {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly streamId: string;
  /** The state may be another one than before. */
  stateMayHaveChanged(): void;
  /** Compares what the gateway has configured with the state, as soon as nothing else is being sent. */
  verify(): void;
  reportEvery(seconds: number): void;
  /** Where gateways reach core's replicas from now on. */
  coreAddresses(addresses: readonly string[]): void;
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
  /** As the gateway says; version 0 and an empty id when it holds nothing. */
  readonly held: StateName;
  /** Numbers of the protocol's `Capability`; those that this core does not know may be among them. */
  readonly capabilities: readonly number[];
  readonly reportSeconds: number;
  readonly coreAddresses: readonly string[];
  /** Everything after the greeting. */
  readonly requests: AsyncIterator<ControlRequest>;
  readonly feed: Pick<StateFeed, 'read'>;
  readonly status: Omit<StreamStatus, 'disconnected'>;
  readonly onTraffic: (report: TrafficReport) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

interface InFlight extends StateName {
  readonly changedAt: Date;
  readonly digest: string | undefined;
  /** Capabilities that the state needs and the agent lacks: whatever it says, the state is not in force completely. */
  readonly missing: readonly string[];
}

/** Three heartbeats. */
const silenceMilliseconds = 30_000;
const retryMilliseconds = 1_000;

/**
 * At most one state is on its way at a time, and what changes meanwhile is sent as one difference, so a slow gateway
 * costs no memory, and after a rejection the next difference starts from what is really in force. While a gateway
 * reads its interface it is sent no state, so that its answer can be compared with what it should have.
 */
export function openControlStream(options: ControlStreamOptions): ControlStream {
  const { gatewayId, locationId, streamId, capabilities, requests, feed, status, clock, log } = options;
  const connectedAt = clock.now();
  const bell = createBell();
  const content = createContentCheck({
    isSupported: reportsContent(capabilities),
    onDue: bell.ring,
    onSilence: () => end(),
  });
  let ended: { readonly reason: Error | undefined } | undefined;
  let { held } = options;
  /** Of the state held; empty where an earlier stream brought it, because it is not known then. */
  let missing: InFlight['missing'] = [];
  let inFlight: InFlight | undefined;
  let correction: Correction | undefined;
  let mayDiffer = true;
  let reportSeconds = options.reportSeconds;
  let coreAddresses = options.coreAddresses;
  let trafficAtHand: Promise<void> = Promise.resolve();
  let isConnected = false;
  const silence = setTimeout(() => end(), silenceMilliseconds);

  function end(reason?: Error): void {
    ended ??= { reason };
    clearTimeout(silence);
    content.stop();
    bell.ring();
  }

  /** The stream ends when it does not speak for its gateway any more. */
  function endUnlessActive(standing: Standing): void {
    if (standing === 'superseded') end();
    if (standing === 'credential-ended') end(new DomainError('gateway_credential_invalid'));
    if (standing === 'location-gone') end(new DomainError('location_not_found'));
  }

  function hasWork(): boolean {
    return !inFlight && !content.isAwaited() && (mayDiffer || content.isDue() || content.isReady());
  }

  async function nextMessage(): Promise<ResponseMessage | undefined> {
    if (!content.isReady()) return toMessage(await nextStep());
    content.ask();
    return { case: 'reportContent', value: {} };
  }

  async function nextStep(): Promise<Step | undefined> {
    mayDiffer = false;
    try {
      return await feed.read(locationId, { held, full: content.needsRepair(), withDigest: content.isDue() });
    } catch (error) {
      log.warn({ err: error }, 'the state of a location is read later');
      mayDiffer = true;
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
      return undefined;
    }
  }

  function toMessage(step: Step | undefined): ResponseMessage | undefined {
    if (step?.kind === 'gone') end(new DomainError('location_not_found'));
    if (step?.kind === 'current') content.expect(step.digest);
    if (step?.kind !== 'full' && step?.kind !== 'change') return undefined;
    const { version, stateId, requiredCapabilities } = step.message;
    const { changedAt, digest } = step;
    const name = { version: Number(version), stateId: idOfBytes(stateId) };
    inFlight = { ...name, changedAt, digest, missing: missingCapabilities(capabilities, requiredCapabilities) };
    return step.kind === 'full' ? { case: 'full', value: step.message } : { case: 'change', value: step.message };
  }

  async function* outgoing(): AsyncGenerator<ControlResponse, void, void> {
    isConnected = true;
    listen().catch((error: unknown) => end(error as Error));
    let toldSeconds: number | undefined;
    let toldAddresses: readonly string[] | undefined;
    try {
      yield toResponse({ case: 'welcome', value: { protocolVersion } });
      while (!ended) {
        if (toldSeconds !== reportSeconds) {
          toldSeconds = reportSeconds;
          yield toResponse({ case: 'reportEvery', value: { seconds: toldSeconds } });
        } else if (toldAddresses !== coreAddresses && coreAddresses.length > 0) {
          toldAddresses = coreAddresses;
          yield toResponse({ case: 'coreAddresses', value: { addresses: [...toldAddresses] } });
        } else if (hasWork()) {
          const message = await nextMessage();
          if (message && !ended) yield toResponse(message);
        } else await bell.rung();
      }
      if (ended.reason) throw ended.reason;
    } finally {
      end();
      // else one that is delayed stays until the delay is over
      requests.return?.().catch(() => undefined);
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
        return applied(message.value);
      case 'rejected':
        return rejected(Number(message.value.version), message.value.reason);
      case 'content':
        return compare(message.value);
      case 'traffic':
        return takeTraffic(message.value);
      case 'heartbeat':
        return endUnlessActive(await status.seen());
      // a greeting comes once, and a later agent may say what this core does not know
      case 'hello':
      case undefined:
        return undefined;
    }
  }

  async function applied(message: Applied): Promise<void> {
    const version = Number(message.version);
    const problems = toLines(message.problems);
    const isRepeated = !inFlight && version === held.version && idOfBytes(message.stateId) === held.stateId;
    if (isRepeated) return reapplied(problems, message.correction);
    if (inFlight?.version !== version) return;
    const { stateId, changedAt, digest } = inFlight;
    const since = Math.max(changedAt.getTime(), connectedAt.getTime());
    held = { version, stateId };
    missing = inFlight.missing;
    inFlight = undefined;
    if (content.needsRepair()) correction = message.correction ?? create(CorrectionSchema);
    const isPartial = problems.length > 0 || missing.length > 0;
    const unverified = isPartial ? correction : undefined;
    if (isPartial) {
      // what is known to be missing is no drift
      content.postpone();
      // published only by the write below: if it fails, the log has no entry on these removals
      correction = undefined;
    } else content.expect(digest);
    bell.ring();
    const milliseconds = Math.max(0, clock.now().getTime() - since);
    endUnlessActive(await status.applied({ ...held, milliseconds, problems, missing, unverified }));
  }

  /** The gateway retried what it could not do before. */
  async function reapplied(problems: readonly string[], repaired: Correction | undefined): Promise<void> {
    if (problems.length === 0 && missing.length === 0) content.request();
    endUnlessActive(await status.reapplied(held.version, { problems, missing, unverified: repaired }));
  }

  async function rejected(version: number, reason: string): Promise<void> {
    if (inFlight?.version !== version) return;
    inFlight = undefined;
    content.postpone();
    bell.ring();
    endUnlessActive(await status.rejected(version, toLine(reason)));
  }

  async function compare({ version, stateId, digest }: Content): Promise<void> {
    if (!content.isAwaited()) return;
    const isHeld = Number(version) === held.version && idOfBytes(stateId) === held.stateId;
    const isAsWanted = content.answer(isHeld ? Buffer.from(digest).toString('hex') : undefined);
    bell.ring();
    if (isAsWanted) {
      const repaired = correction;
      correction = undefined;
      return endUnlessActive(await status.verified(repaired, missing));
    }
    log.warn({ version: held.version }, 'the gateway has something else configured than its state');
    endUnlessActive(await status.drifted(correction));
  }

  /** Acknowledgements overtake a report that is being counted; a second report waits for the first. */
  async function takeTraffic(report: TrafficReport): Promise<void> {
    await trafficAtHand;
    trafficAtHand = options.onTraffic(report).catch((error: unknown) => {
      log.warn({ err: error }, 'a traffic report was lost');
    });
    endUnlessActive(await status.seen());
  }

  return {
    gatewayId,
    locationId,
    streamId,
    stateMayHaveChanged() {
      mayDiffer = true;
      bell.ring();
    },
    verify: content.request,
    reportEvery(seconds) {
      reportSeconds = seconds;
      bell.ring();
    },
    coreAddresses(addresses) {
      coreAddresses = addresses;
      bell.ring();
    },
    end,
    async check() {
      if (isConnected) endUnlessActive(await status.standing());
    },
    outgoing,
  };
}

type ResponseMessage = NonNullable<Exclude<MessageInitShape<typeof ControlResponseSchema>, ControlResponse>['message']>;

function toResponse(message: ResponseMessage): ControlResponse {
  return create(ControlResponseSchema, { message });
}
