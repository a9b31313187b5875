import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Database } from '../../platform/database/database.ts';
import { createKeyedQueues } from '../../platform/limits/keyed-queues.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FlowPurpose, Flows, OpenFlow } from './flows.ts';
import type { OpenidClient } from './openid-client.ts';
import { ProviderFailure, toDomainError } from './provider-failure.ts';
import { providerSecretKinds } from './provider-secrets.ts';
import { findProviderById, type ProviderRow } from './providers.queries.ts';
import type { ExternalAccount } from './read-claims.ts';
import { claimState } from './used-states.queries.ts';

/** What the console received from a provider. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
  /** The secret of the browser, from its cookie. */
  readonly browser: string | undefined;
  /** Of the caller. */
  readonly ip: string | undefined;
}

export interface RedeemedAnswer {
  readonly flow: OpenFlow;
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

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly flows: Flows;
  readonly client: OpenidClient;
  readonly redirectUri: () => string;
}

/** Of an address, behind which may be an office whose people all sign in at nine. */
const rate: Rate = { burst: 60, perSecond: 2 };
/** Calls to providers at the same time, of one address and of all. */
const perAddress = { inFlight: 8, maxWaiting: 50, waitMilliseconds: 5_000 };
const inTotal = { inFlight: 32, maxWaiting: 200, waitMilliseconds: 5_000 };

export function createRedeemAnswer(dependencies: Dependencies): RedeemAnswer {
  const { db, clock, log, secrets, flows, client, redirectUri } = dependencies;
  const buckets = createTokenBuckets(clock.elapsedMilliseconds);
  const queues = createKeyedQueues(perAddress);
  const total = createKeyedQueues(inTotal);

  async function redeem(
    provider: ProviderRow,
    flow: OpenFlow,
    { code, iss }: ProviderAnswer,
  ): Promise<ExternalAccount> {
    const secret = await secrets.get(db, { kind: providerSecretKinds.client_secret, owner: provider.id });
    try {
      return await client.redeem(provider, secret ?? '', { answer: { code, iss }, flow, redirectUri: redirectUri() });
    } catch (error) {
      throw explainFailure(log, provider.name, error);
    }
  }

  return async (purpose, answer) => {
    const block = addressBlockOf(answer.ip);
    const waitSeconds = buckets.take(block, rate);
    if (waitSeconds > 0) throw new DomainError('rate_limited', { retry_after_seconds: Math.ceil(waitSeconds) });
    const flow = flows.read(answer.state, answer.browser, purpose);
    // before the exchange: of two concurrent calls with the same answer, one is refused
    if (!flow || !(await claimState(db, flow.stateHash, flow.expiresAt))) throw new DomainError('openid_state_invalid');
    const provider = await findProviderById(db, flow.providerId);
    if (!provider?.is_enabled) throw new DomainError('openid_provider_not_found');
    const account = await queues.run(block, () => total.run('all', () => redeem(provider, flow, answer)));
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
