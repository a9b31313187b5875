import { create } from '@bufbuild/protobuf';
import { type Answer, CallSchema, type ServeRequest, type WaitBegun, type WaitEnd } from '@gatewarden/contract/edge/v1';
import type { Outbox } from '@gatewarden/link/outbox';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { type EdgeCalls, type EdgeOutcome, type EdgeRequest, refusal } from '@gatewarden/listener/edge-calls';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import { notConnected, outcomeOf, toRequest } from './messages.ts';
import { createRemoteWaits } from './remote-waits.ts';

/** The calls of the edge, answered by the core that it has a stream to. */
export interface RemoteCalls extends EdgeCalls {
  readonly isConnected: boolean;
  /** From now on, calls are sent to this stream. */
  begin(outbox: Outbox<ServeRequest>): void;
  receive(answer: Answer): void;
  receiveBegun(begun: WaitBegun): void;
  receiveEnd(end: WaitEnd): void;
  /** The stream has ended: callers whose calls are not answered are told so. */
  end(): void;
}

interface Options {
  readonly elapsedMilliseconds: () => number;
  /** How long a caller waits for core. */
  readonly answerMilliseconds?: number;
}

/** Core limits each address too; what is refused here does not reach it. */
const requestRate: Rate = { burst: 200, perSecond: 20 };
const answerMilliseconds = 10_000;
/** Bounds memory: a call has up to 16 KiB. */
const maxPending = 1_000;
const maxId = 0xffff_ffff;

export function createRemoteCalls({ elapsedMilliseconds, ...options }: Options): RemoteCalls {
  const requests = createTokenBuckets(elapsedMilliseconds);
  const pending = new Map<number, (outcome: EdgeOutcome) => void>();
  const timeout = options.answerMilliseconds ?? answerMilliseconds;
  const waits = createRemoteWaits();
  let outbox: Outbox<ServeRequest> | undefined;
  let lastId = 0;

  function nextId(): number {
    do lastId = lastId >= maxId ? 1 : lastId + 1;
    while (pending.has(lastId));
    return lastId;
  }

  return {
    get isConnected() {
      return outbox !== undefined;
    },
    waits: waits.waits,
    receiveBegun: waits.receiveBegun,
    receiveEnd: waits.receiveEnd,
    begin(given) {
      outbox = given;
      waits.begin(given);
    },
    receive(answer) {
      pending.get(answer.id)?.(outcomeOf(answer));
    },
    end() {
      outbox = undefined;
      waits.end();
      for (const resolve of [...pending.values()]) resolve(notConnected());
    },
    refuse(_, ip) {
      if (requests.take(addressBlockOf(ip), requestRate) <= 0) return undefined;
      return refusal(429, 'too many requests', 'rate_limited');
    },
    async answer(request) {
      if (!outbox) return notConnected();
      if (pending.size >= maxPending) return refusal(429, 'too many requests', 'rate_limited');
      const id = nextId();
      const { promise, resolve } = Promise.withResolvers<EdgeOutcome>();
      pending.set(id, resolve);
      const timer = setTimeout(() => resolve(notConnected()), timeout);
      outbox.push(toRequest({ case: 'call', value: callOf(id, request) }));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        pending.delete(id);
      }
    },
  };
}

function callOf(id: number, { path, body, sessions, openid, ip = '', userAgent = '', ifNoneMatch = '' }: EdgeRequest) {
  const { enrollment, password_reset } = sessions;
  return create(CallSchema, {
    ...{ id, path, ip, userAgent, ifNoneMatch },
    body: new TextEncoder().encode(JSON.stringify(body ?? null)),
    ...(enrollment !== undefined && { enrollmentSession: enrollment }),
    ...(password_reset !== undefined && { passwordResetSession: password_reset }),
    ...(openid && { openid }),
  });
}
