import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AnswerableFlow, FlowPurpose, Flows, OpenFlow } from './flows.ts';
import type { OpenidClient } from './openid-client.ts';
import { ProviderFailure, toDomainError } from './provider-failure.ts';
import { createProviderQueues, type ProviderLimits, type RunProviderCall } from './provider-queues.ts';
import { providerSecretKinds } from './provider-secrets.ts';
import { findProviderById, type ProviderRow } from './providers.queries.ts';
import type { ExternalAccount } from './read-claims.ts';
import { claimState } from './used-states.queries.ts';

/** What the console received from a provider. */
export interface ProviderAnswer extends Omit<ReceivedCode, 'redirectUri' | 'signedInSince'> {
  readonly state: string;
  /** The secret of the browser, from its cookie. */
  readonly browser: string | undefined;
}

export interface RedeemedAnswer<F = OpenFlow> {
  readonly flow: F;
  readonly provider: ProviderRow;
  readonly account: ExternalAccount;
}

/**
 * Exchanges the answer of a provider for the account that signed in there. Each answer counts once. Limited, because any
 * client can cause calls to providers.
 * @throws openid_state_invalid, openid_provider_not_found, openid_provider_unreachable, openid_answer_invalid,
 * openid_code_refused, rate_limited
 */
export type RedeemAnswer = (purpose: FlowPurpose, answer: ProviderAnswer) => Promise<RedeemedAnswer>;

interface ReceivedCode {
  readonly code: string;
  readonly iss: string | undefined;
  /** Of the caller. */
  readonly ip: string | undefined;
  /** Where the provider sent the browser. */
  readonly redirectUri: string;
  /** An earlier sign-in is refused; absent: a session at the provider is enough. */
  readonly signedInSince?: Date;
}

/** As `RedeemAnswer`, for a flow that was read; undefined: its state is invalid. */
export type RedeemCode = <F extends AnswerableFlow>(
  flow: F | undefined,
  received: ReceivedCode,
) => Promise<RedeemedAnswer<F>>;

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly client: Pick<OpenidClient, 'redeem'>;
}

/** Of an address, behind which may be an office whose people all sign in at nine. */
const rate: Rate = { burst: 60, perSecond: 2 };
const consoleLimits: ProviderLimits = {
  perAddress: { inFlight: 8, maxWaiting: 50, waitMilliseconds: 5_000 },
  perProvider: { inFlight: 16, maxWaiting: 100, waitMilliseconds: 5_000 },
  inTotal: { inFlight: 32, maxWaiting: 200, waitMilliseconds: 5_000 },
};

/** For all answers that the console receives, so that they share their limits. */
export function createConsoleRedeemCode(dependencies: Dependencies): RedeemCode {
  return createRedeemCode(dependencies, createProviderQueues(consoleLimits));
}

interface RedeemAnswerDependencies {
  readonly flows: Flows;
  readonly redeemCode: RedeemCode;
  readonly redirectUri: () => string;
}

export function createRedeemAnswer({ flows, redeemCode, redirectUri }: RedeemAnswerDependencies): RedeemAnswer {
  return async (purpose, { state, browser, ...received }) =>
    redeemCode(flows.read(state, browser, purpose), { ...received, redirectUri: redirectUri() });
}

export function createRedeemCode(dependencies: Dependencies, run: RunProviderCall): RedeemCode {
  const { db, clock, log, secrets, client } = dependencies;
  const buckets = createTokenBuckets(clock.elapsedMilliseconds);

  async function redeem(
    provider: ProviderRow,
    flow: AnswerableFlow,
    { code, iss, redirectUri, signedInSince }: ReceivedCode,
  ): Promise<ExternalAccount> {
    const secret = await secrets.get(db, { kind: providerSecretKinds.client_secret, owner: provider.id });
    try {
      return await client.redeem(provider, secret ?? '', {
        ...{ answer: { code, iss }, flow, redirectUri, signedInSince },
      });
    } catch (error) {
      throw explainFailure(log, provider.name, error);
    }
  }

  return async (flow, received) => {
    const waitSeconds = buckets.take(addressBlockOf(received.ip), rate);
    if (waitSeconds > 0) throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil(waitSeconds) });
    // before the exchange: of two concurrent calls with the same answer, one is refused
    if (!flow || !(await claimState(db, flow.stateHash, flow.expiresAt))) throw new DomainError('openid_state_invalid');
    const provider = await findProviderById(db, flow.providerId);
    if (!provider?.is_enabled) throw new DomainError('openid_provider_not_found');
    const account = await run({ providerId: provider.id, ip: received.ip }, () => redeem(provider, flow, received));
    return { flow, provider, account };
  };
}

/** Logs the failure with what only operators may see. */
export function explainFailure(log: Log, provider: string, error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  const { reason, host, detail } = error;
  log.warn({ provider, reason, host, detail }, 'a call to an OpenID provider failed');
  return toDomainError(error, { cause: error });
}
