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
import { enforcesAccess, missingCapabilities, reportsContent } from './capabilities.ts';
import { createContentCheck } from './content-check.ts';
import { idFromBytes } from './gateway-state.ts';
import type { GatewayStatus } from './gateway-status.ts';
import type { StateName } from './location-state.queries.ts';
import { toLine, toLines } from './reported-text.ts';
import type { StateFeed, StateUpdate } from './state-feed.ts';

export type ResponseMessage = NonNullable<
  Exclude<MessageInitShape<typeof ControlResponseSchema>, ControlResponse>['message']
>;

/** Sends the state of its location to one gateway, and verifies what the gateway has configured. */
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
  /** As the gateway reports; version 0 and an empty id if it holds no state. */
  readonly held: StateName;
  /** Numbers of the protocol's `Capability`; may include numbers that this core does not know. */
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
  /** Capabilities that the state needs and the agent lacks, so that the state is not completely active. */
  readonly missing: readonly string[];
}

const retryMilliseconds = 1_000;

/**
 * At most one state is in flight at a time. Changes in the meantime are sent as one difference, so a slow gateway costs
 * no memory, and after a rejection the next difference starts from the active state. While a gateway reads its
 * interface, no state is sent, so that its answer can be compared with the expected content.
 */
export function createStateExchange(options: StateExchangeOptions): StateExchange {
  const { locationId, capabilities, stream, feed, status, clock, log } = options;
  const content = createContentCheck({
    isSupported: reportsContent(capabilities),
    onDue: stream.wake,
    onTimeout: () => stream.end(),
  });
  let { held } = options;
  /** Of the state held; empty if an earlier stream sent it, because they are unknown then. */
  let missing: InFlight['missing'] = [];
  let inFlight: InFlight | undefined;
  let correction: Correction | undefined;
  let mayDiffer = true;
  /** Whether the agent acknowledged a state in this stream. */
  let hasAcknowledged = false;

  function hasWork(): boolean {
    return !inFlight && !content.isAwaited() && (mayDiffer || content.isDue() || content.isReady());
  }

  async function nextMessage(): Promise<ResponseMessage | undefined> {
    if (!content.isReady()) return toMessage(await readUpdate());
    content.ask();
    return { case: 'reportContent', value: {} };
  }

  async function readUpdate(): Promise<StateUpdate | undefined> {
    mayDiffer = false;
    try {
      return await feed.read(locationId, {
        held,
        hasAcknowledged,
        full: content.needsRepair(),
        withDigest: content.isDue(),
        enforcesAccess: enforcesAccess(capabilities),
      });
    } catch (error) {
      log.warn({ err: error }, 'reading the state of a location failed; retrying');
      mayDiffer = true;
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
      return undefined;
    }
  }

  function toMessage(update: StateUpdate | undefined): ResponseMessage | undefined {
    if (update?.kind === 'gone') stream.end(new DomainError('location_not_found'));
    if (update?.kind === 'current') content.expect(update.digest);
    if (update?.kind !== 'full' && update?.kind !== 'change') return undefined;
    const { version, stateId, requiredCapabilities } = update.message;
    const { changedAt, digest } = update;
    const name = { version: Number(version), stateId: idFromBytes(stateId) };
    inFlight = { ...name, changedAt, digest, missing: missingCapabilities(capabilities, requiredCapabilities) };
    return update.kind === 'full' ? { case: 'full', value: update.message } : { case: 'change', value: update.message };
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
      hasAcknowledged = true;
      missing = inFlight.missing;
      inFlight = undefined;
      if (content.needsRepair()) correction = message.correction ?? create(CorrectionSchema);
      const isPartial = problems.length > 0 || missing.length > 0;
      const unverified = isPartial ? correction : undefined;
      if (isPartial) {
        // a known problem is not drift
        content.postpone();
        // only the write below publishes it: if that fails, the log has no entry on these removals
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
      log.warn({ version: held.version }, 'the configuration of the gateway differs from its state');
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
