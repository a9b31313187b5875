import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createTokenBuckets } from '@gatewarden/listener/token-buckets';

/** Unfinished requests are stored, for anyone who asks. A company behind one address signs in at the same time. */
const perCaller = { burst: 200, perSecond: 20 };
/** Of all strangers: with the longest requests, about 1.5 GB until they expire. */
const ofStrangers = { burst: 5_000, perSecond: 50 };
/** Of each address while strangers together send more: those that send little can still sign in. */
const perAddressUnderPressure = { burst: 10, perSecond: 0.1 };

export interface RequestLimits {
  /** Seconds until the caller may store another request; 0: now. `sessionId` is undefined for a stranger. */
  take(sessionId: number | undefined, ip: string | undefined): number;
}

/** Limits the requests that this replica stores. `now` returns milliseconds. */
export function createRequestLimits(now: () => number): RequestLimits {
  const buckets = createTokenBuckets(now);
  // apart: no number of addresses displaces it
  const shared = createTokenBuckets(now);
  return {
    take(sessionId, ip) {
      if (sessionId !== undefined) return buckets.take(`session ${sessionId}`, perCaller);
      const address = addressBlockOf(ip);
      const wait = buckets.take(address, perCaller);
      if (wait > 0 || shared.take('strangers', ofStrangers) === 0) return wait;
      return buckets.take(`pressure ${address}`, perAddressUnderPressure);
    },
  };
}
