import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { DomainError } from '@gatewarden/contract/errors';
import {
  type Applied,
  type Content,
  type ControlResponse,
  type ControlResponseSchema,
  type Correction,
  CorrectionSchema,
} from '@gatewarden/contract/gateway/v1';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StreamControl } from '../links/index.ts';
import { missingCapabilities, reportsContent } from './capabilities.ts';
import { createContentCheck } from './content-check.ts';
import { idFromBytes } from './gateway-state.ts';
import type { GatewayStatus } from './gateway-status.ts';
import type { StateName } from './location-state.queries.ts';
import { toLine, toLines } from './reported-text.ts';
import type { StateFeed, StateUpdate } from './state-feed.ts';

export type ResponseMessage = NonNullable<
  Exclude<MessageInitShape<typeof ControlResponseSchema>, ControlResponse>['message']
>;

/** Brings one gateway to the state of its location, and verifies what it has configured. */
export interface StateExchange {
  /** The next message; undefined while there is none. */
  next(): Promise<ResponseMessage | undefined>;
  applied(message: Applied): Promise<void>;
  rejected(version: number, reason: string): Promise<void>;
  reported(content: Content): Promise<void>;
  /** The state may have changed. */
  invalidate(): void;
  /** Compares what the gateway has configured with the state, as soon as nothing else is being sent. */
  verify(): void;
  stop(): void;
}

export interface StateExchangeOptions {
  readonly locationId: number;
  /** As the gateway reports; version 0 and an empty id when it holds nothing. */
  readonly held: StateName;
  /** Numbers of the protocol's `Capability`; those that this core does not know may be among them. */
  readonly capabilities: readonly number[];
  readonly stream: Pick<StreamControl, 'startedAt' | 'isEnded' | 'wake' | 'end'>;
  readonly feed: Pick<StateFeed, 'read'>;
  readonly status: GatewayStatus;
  readonly clock: Clock;
  readonly log: Log;
}

interface InFlight extends StateName {
  readonly changedAt: Date;
  readonly digest: string | undefined;
  /** Capabilities that the state needs and the agent lacks: whatever it reports, the state is not in force completely. */
  readonly missing: readonly string[];
}

const retryMilliseconds = 1_000;

/**
 * At most one state is in flight at a time, and what changes meanwhile is sent as one difference, so a slow gateway
 * costs no memory, and after a rejection the next difference starts from what is really in force. While a gateway
 * reads its interface it is sent no state, so that its answer can be compared with what it should have.
 */
export function createStateExchange(options: StateExchangeOptions): StateExchange {
  const { locationId, capabilities, stream, feed, status, clock, log } = options;
  const content = createContentCheck({
    isSupported: reportsContent(capabilities),
    onDue: stream.wake,
    onTimeout: () => stream.end(),
  });
  let { held } = options;
  /** Of the state held; empty where an earlier stream brought it, because it is not known then. */
  let missing: InFlight['missing'] = [];
  let inFlight: InFlight | undefined;
  let correction: Correction | undefined;
  let mayDiffer = true;

  function hasWork(): boolean {
    return !inFlight && !content.isAwaited() && (mayDiffer || content.isDue() || content.isReady());
  }

  async function nextMessage(): Promise<ResponseMessage | undefined> {
    if (!content.isReady()) return toMessage(await nextStep());
    content.ask();
    return { case: 'reportContent', value: {} };
  }

  async function nextStep(): Promise<StateUpdate | undefined> {
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

  function toMessage(step: StateUpdate | undefined): ResponseMessage | undefined {
    if (step?.kind === 'gone') stream.end(new DomainError('location_not_found'));
    if (step?.kind === 'current') content.expect(step.digest);
    if (step?.kind !== 'full' && step?.kind !== 'change') return undefined;
    const { version, stateId, requiredCapabilities } = step.message;
    const { changedAt, digest } = step;
    const name = { version: Number(version), stateId: idFromBytes(stateId) };
    inFlight = { ...name, changedAt, digest, missing: missingCapabilities(capabilities, requiredCapabilities) };
    return step.kind === 'full' ? { case: 'full', value: step.message } : { case: 'change', value: step.message };
  }

  /** The gateway retried what it could not apply before. */
  async function reapplied(problems: readonly string[], repaired: Correction | undefined): Promise<void> {
    if (problems.length === 0 && missing.length === 0) content.request();
    await status.reapplied(held.version, { problems, missing, unverified: repaired });
  }

  return {
    async next() {
      while (!stream.isEnded() && hasWork()) {
        const message = await nextMessage();
        if (message) return message;
      }
      return undefined;
    },
    async applied(message) {
      const version = Number(message.version);
      const problems = toLines(message.problems);
      const isRepeated = !inFlight && version === held.version && idFromBytes(message.stateId) === held.stateId;
      if (isRepeated) return reapplied(problems, message.correction);
      if (inFlight?.version !== version) return;
      const { stateId, changedAt, digest } = inFlight;
      const since = Math.max(changedAt.getTime(), stream.startedAt.getTime());
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
      stream.wake();
      const milliseconds = Math.max(0, clock.now().getTime() - since);
      await status.applied({ ...held, milliseconds, problems, missing, unverified });
    },
    async rejected(version, reason) {
      if (inFlight?.version !== version) return;
      inFlight = undefined;
      content.postpone();
      stream.wake();
      await status.rejected(version, toLine(reason));
    },
    async reported({ version, stateId, digest }) {
      if (!content.isAwaited()) return;
      const isHeld = Number(version) === held.version && idFromBytes(stateId) === held.stateId;
      const isExpected = content.checkAnswer(isHeld ? Buffer.from(digest).toString('hex') : undefined);
      stream.wake();
      if (isExpected) {
        const repaired = correction;
        correction = undefined;
        return status.verified(repaired, missing);
      }
      log.warn({ version: held.version }, 'the gateway has something else configured than its state');
      await status.drifted(correction);
    },
    invalidate() {
      mayDiffer = true;
      stream.wake();
    },
    verify: content.request,
    stop: content.stop,
  };
}
