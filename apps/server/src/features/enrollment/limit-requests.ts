import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf, widerBlockOf } from '@gatewarden/listener/address-block';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Database, Tx } from '../../platform/database/database.ts';
import { claimEntries, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import { takeSharedLimits } from '../../platform/limits/shared-limits.queries.ts';
import type { Clock } from '../../ports/clock.ts';

/** A company behind one address can have several people who need another password at the same time. */
const perAddress: Rate = { burst: 10, perSecond: 0.1 };
const perNetwork: Rate = { burst: 100, perSecond: 1 };

/**
 * Limits requests of strangers, each of which stores a job: in this process first, so that a flood costs no work of the
 * database, and what passes across all cores. @throws rate_limited
 */
export function createRequestLimit(clock: Clock, db: Database): (ip: string | undefined) => Promise<void> {
  const addresses = createTokenBuckets(clock.elapsedMilliseconds);
  const networks = createTokenBuckets(clock.elapsedMilliseconds);
  return async (ip) => {
    const [address, network] = [addressBlockOf(ip), widerBlockOf(ip)];
    const seconds = addresses.take(address, perAddress) || networks.take(network, perNetwork);
    if (seconds > 0) throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil(seconds) });
    const take = [
      { key: `reset ${address}`, ...perAddress },
      { key: `reset-network ${network}`, ...perNetwork },
    ];
    const reached = await takeSharedLimits(db, { take, now: clock.now() });
    if (reached.length > 0) throw new DomainError('rate_limited', { retry_after_seconds: 1 / perAddress.perSecond });
  };
}

/** Mails per hour that a person who is not an administrator can cause. */
const hourlyMails = {
  /** To a user, by strangers: enough for lost mails, too few to flood a mailbox. */
  password_reset: 3,
  /** By a user, to any address. */
  client_token: 10,
};

/** Whether one more mail about the user is allowed in this hour; counts it. */
export async function claimMail(tx: Tx, kind: keyof typeof hourlyMails, userId: number, now: Date): Promise<boolean> {
  // so that a new hour begins
  await takeOmitted(tx, [kind], now);
  return (await claimEntries(tx, { kind, subject: `${userId}`, limit: hourlyMails[kind], now })) > 0;
}
