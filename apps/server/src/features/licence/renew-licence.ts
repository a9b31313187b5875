import { DomainError } from '@gatewarden/contract/errors';
import { z } from 'zod';
import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { findOutboundError } from '../../platform/outbound/outbound-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { toLicenceSnapshot } from './licence.events.ts';
import * as queries from './licence.queries.ts';
import type { LicenceService } from './licence.service.ts';
import { lastValidMoment } from './licence-state.ts';
import type { Issuer } from './read-issuers.ts';
import { type VerifiedKey, verifyKey } from './verify-key.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly outbound: Pick<Outbound, 'request' | 'isListedHost'>;
  readonly issuers: readonly Issuer[];
  readonly licence: Pick<LicenceService, 'findKey' | 'store'>;
}

const hourMilliseconds = 3_600_000;
/** Domain rules §11.2. */
const windowMilliseconds = 24 * hourMilliseconds;
/** After the grace period: the issuer or the network may return. */
const lateIntervalMilliseconds = 24 * hourMilliseconds;
/** Runs are not exactly an hour apart. */
const slackMilliseconds = 5 * 60_000;

const Answer = z.object({ license: z.string().min(1).max(16_384) });

/** A renewal that failed, with what administrators see. */
class RenewalError extends Error {}

/**
 * Has the issuer renew a subscription that ends within a day. Call it every hour: outside of this window it does nothing,
 * so it replaces the longer intervals of the domain rules. A failure or a refusal keeps the old key. Safe to repeat.
 */
export function createRenewal({ db, events, clock, outbound, issuers, licence }: Dependencies) {
  async function fetchKey(
    url: URL,
    old: VerifiedKey & { readonly text: string },
  ): Promise<VerifiedKey & { text: string }> {
    if (url.protocol !== 'https:' && !outbound.isListedHost(url.hostname))
      throw new RenewalError('the address is not https');
    const { body } = await outbound.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ license: old.text }),
      maxBytes: 32_768,
      totalMilliseconds: 10_000,
    });
    const { data } = Answer.safeParse(parseJson(body));
    if (!data) throw new RenewalError('the answer has no license');
    const key = await verifyKey(data.license, issuers);
    if (key.issuer.kid !== old.issuer.kid && key.issuer.name !== old.issuer.name)
      throw new RenewalError('the new license is of another issuer');
    if (key.claims.lic_id !== old.claims.lic_id) throw new RenewalError('the new license has another lic_id');
    const [end, oldEnd] = [lastValidMoment(key.claims), lastValidMoment(old.claims)];
    if (end && oldEnd && end <= oldEnd) throw new RenewalError('the new license does not end later');
    return { ...key, text: data.license };
  }

  async function recordFailure(error: string): Promise<void> {
    await inTransaction(db, async (tx) => {
      const { renewal_error } = await queries.lockRow(tx);
      await queries.setRow(tx, { renewal_attempted_at: clock.now(), renewal_error: error });
      if (renewal_error === null) await events.publish(tx, 'license.renewal-failed', bySystem, { error });
    });
  }

  async function isDue({ claims }: VerifiedKey): Promise<boolean> {
    const now = clock.now().getTime();
    const end = lastValidMoment(claims);
    if (claims.type !== 'subscription' || claims.valid_until === null || !end) return false;
    if (now < Date.parse(claims.valid_until) - windowMilliseconds) return false;
    const { renewal_attempted_at } = await queries.getRow(db);
    const interval = now <= end.getTime() ? hourMilliseconds : lateIntervalMilliseconds;
    return renewal_attempted_at === null || now - renewal_attempted_at.getTime() >= interval - slackMilliseconds;
  }

  return async function renew(): Promise<void> {
    const old = issuers.length === 0 ? undefined : await findUsable(licence);
    const url = old?.issuer.renewalUrl;
    if (!old || !url || !(await isDue(old))) return;
    try {
      const key = await fetchKey(url, old);
      await inTransaction(db, async (tx) => {
        await queries.lockRow(tx);
        // an administrator stored or removed a key meanwhile
        if ((await findUsable(licence, tx))?.text !== old.text) return;
        await licence.store(tx, key.text);
        await queries.setRow(tx, { renewal_attempted_at: clock.now(), renewal_error: null });
        const license = toLicenceSnapshot(key.claims, key.issuer.name);
        await events.publish(tx, 'license.renewed', bySystem, { license });
      });
    } catch (error) {
      const reason = describeFailure(error);
      if (reason === undefined) throw error;
      await recordFailure(reason);
    }
  };
}

/** Undefined if there is no key, or one that this build does not accept. */
async function findUsable(licence: Dependencies['licence'], reader?: Parameters<LicenceService['findKey']>[0]) {
  try {
    return await licence.findKey(reader);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Undefined for an error that is not about the issuer. */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof RenewalError) return error.message;
  if (error instanceof DomainError && error.code.startsWith('license_')) return error.code;
  const outbound = findOutboundError(error);
  return outbound && `${outbound.host}: ${outbound.reason} ${outbound.detail}`.slice(0, 300);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
