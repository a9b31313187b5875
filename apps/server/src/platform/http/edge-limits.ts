import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Clock } from '../../ports/clock.ts';
import { hashToken } from '../crypto/tokens.ts';
import type { Database } from '../database/database.ts';
import { createFailureLimit } from '../grpc/failure-limit.ts';
import { type SharedLimit, takeSharedLimits } from '../limits/shared-limits.queries.ts';

/** Who calls, as far as limits concern it. */
export interface LimitedCall {
  readonly ip: string | undefined;
  /** Id of the edge that passed it on; undefined: core received it itself. */
  readonly edge: string | undefined;
  /** Whether programs repeat it for ever (`isRepeated` of endpoints). */
  readonly isRepeated: boolean;
}

/** Why a call is refused. */
export type Refusal = 'requests' | 'guesses';

/**
 * Limits of calls by address (IPv6: a /64), token and edge. What this process refuses by itself costs no work of the database;
 * what passes is counted across all cores, except for calls that programs repeat, of which only the refused ones are counted.
 */
export interface EdgeLimits {
  /** Counts the call in this process. */
  refuse(call: LimitedCall): Refusal | undefined;
  /** Counts the call across all cores. `token` is what it shows, if it shows one. */
  refuseShared(call: LimitedCall, token: string | undefined): Promise<Refusal | undefined>;
  /** Counts a token that was refused. Of those that arrive together, the ones above the limit are refused like later ones. */
  countGuess(call: LimitedCall): Promise<Refusal | undefined>;
}

/** Of one address, in this process: 600 clients ask every 30 seconds. */
const requestsHere: Rate = { burst: 200, perSecond: 20 };
/** Of one address, other than repeated ones: a company behind it begins a working day. */
const requests: Rate = { burst: 1_200, perSecond: 20 };
/** With one token: an enrollment takes a dozen calls, and pages are reloaded. */
const perToken: Rate = { burst: 60, perSecond: 1 };
/** Of an edge, which can name any addresses: ten thousand people connect in a few minutes. */
const perEdge: Rate = { burst: 2_000, perSecond: 200 };
/** Tokens of an address that are refused. */
const guesses: Rate = { burst: 20, perSecond: 1 / 3 };
/** The same of repeated calls: clients of deleted devices share the address with others. */
const refusedRepeats: Rate = { burst: 300, perSecond: 5 };
/** Refused repeated calls that this process counts across cores. */
const countedRepeats: Rate = { burst: 500, perSecond: 50 };
/** For so long, the address of too many refused repeats is refused without work of the database. */
const repeatsMilliseconds = 10_000;

/**
 * Tokens are counted in so many rows, because a stranger can show any number of different ones. To delay others, a stranger would
 * have to show 65,536 in a second.
 */
const tokenRows = 65_536;

export function createEdgeLimits(clock: Clock, db: Database, { maxTokenRows = tokenRows } = {}): EdgeLimits {
  const addresses = createTokenBuckets(clock.elapsedMilliseconds);
  const edges = createTokenBuckets(clock.elapsedMilliseconds);
  const counted = createTokenBuckets(clock.elapsedMilliseconds);
  const failures = createFailureLimit(clock);
  const repeating = createRefusedUntil(clock.elapsedMilliseconds);
  const guessesOf = (address: string): SharedLimit => ({ key: `guess ${address}`, ...guesses });

  return {
    refuse({ ip, edge, isRepeated }) {
      const address = addressBlockOf(ip);
      if (addresses.take(address, requestsHere) > 0) return 'requests';
      if (isRepeated) return repeating.has(address) ? 'guesses' : undefined;
      if (edge !== undefined && edges.take(edge, perEdge) > 0) return 'requests';
      return failures.isReached(address) ? 'guesses' : undefined;
    },
    async refuseShared({ ip, edge, isRepeated }, token) {
      if (isRepeated) return undefined;
      const address = addressBlockOf(ip);
      const check = guessesOf(address);
      const take: SharedLimit[] = [{ key: `address ${address}`, ...requests }];
      if (token !== undefined)
        take.push({ key: `token ${hashToken(token).readUInt32BE() % maxTokenRows}`, ...perToken });
      if (edge !== undefined) take.push({ key: `edge ${edge}`, ...perEdge });
      const reached = await takeSharedLimits(db, { take, check: [check], now: clock.now() });
      if (reached.length === 0) return undefined;
      return reached.includes(check.key) ? 'guesses' : 'requests';
    },
    async countGuess({ ip, isRepeated }) {
      const address = addressBlockOf(ip);
      if (!isRepeated) {
        failures.count(address);
        const used = await takeSharedLimits(db, { take: [guessesOf(address)], now: clock.now() });
        return used.length > 0 ? 'guesses' : undefined;
      }
      if (counted.take('', countedRepeats) > 0) return undefined;
      const take = [{ key: `repeat ${address}`, ...refusedRepeats }];
      const reached = await takeSharedLimits(db, { take, now: clock.now() });
      if (reached.length > 0) repeating.add(address, repeatsMilliseconds);
      return undefined;
    },
  };
}

/** Limits memory. */
const maxRefused = 10_000;

/** Keys for some time, in this process. */
function createRefusedUntil(now: () => number) {
  const until = new Map<string, number>();
  return {
    has: (key: string) => (until.get(key) ?? Number.NEGATIVE_INFINITY) > now(),
    add(key: string, milliseconds: number) {
      if (until.size >= maxRefused) until.clear();
      until.set(key, now() + milliseconds);
    },
  };
}
