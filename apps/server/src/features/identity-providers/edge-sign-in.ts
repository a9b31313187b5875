import type { OpenidCookies } from '@gatewarden/contract/edge-endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { OpenidType } from '@gatewarden/contract/openid.edge';
import { createTokenBuckets, type Rate } from '@gatewarden/listener/token-buckets';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isStorable } from '../../platform/http/input.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import { createRedeemCode, explainFailure, type RedeemedAnswer } from './answers.ts';
import type { IdentifiedUser, IdentifyAccount } from './identify-account.ts';
import type { OpenidClient } from './openid-client.ts';
import { createProviderQueues, type ProviderLimits } from './provider-queues.ts';
import { findProviderById, findProviderForUser, type ProviderRow } from './providers.queries.ts';
import { createSealedFlows, type SealedFlow } from './sealed-flows.ts';

type EdgeFlow = SealedFlow<OpenidType>;

/** What a page of the edge received from a provider. */
export interface EdgeAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
  readonly openid: OpenidCookies | undefined;
  /** Of the caller. */
  readonly ip: string | undefined;
}

export interface BegunSignIn {
  /** Where the browser signs in. */
  readonly url: string;
  readonly provider: Pick<ProviderRow, 'display_name'>;
  readonly openid: OpenidCookies;
}

/** Sign-in at providers for people at the edge, with the rules of the console's. Interface reference, wire §12.2, §16.4. */
export interface EdgeSignIn extends IdentifyAccount {
  /**
   * Begins a sign-in at the provider with this name; otherwise at the first one to which the user is linked, or the first.
   * @throws openid_provider_not_found, openid_provider_unreachable, openid_answer_invalid, rate_limited, edge_disabled
   */
  begin(wanted: {
    readonly type: OpenidType;
    readonly provider: string | undefined;
    /** Of the attempt to connect; empty without one. */
    readonly token: string;
    readonly userId: number | undefined;
    readonly ip: string | undefined;
  }): Promise<BegunSignIn>;
  /** What the answer belongs to. @throws openid_state_invalid */
  read(type: OpenidType, answer: EdgeAnswer): EdgeFlow;
  /**
   * Exchanges the answer for the account that signed in. Each answer counts once.
   * @throws openid_state_invalid, openid_provider_not_found, openid_provider_unreachable, openid_answer_invalid,
   * openid_code_refused, openid_sign_in_stale with `mfa`, rate_limited, edge_disabled
   */
  redeem(flow: EdgeFlow, answer: EdgeAnswer): Promise<RedeemedAnswer<EdgeFlow>>;
  /** Whether the console would ask for a second factor, because the provider did not verify one or is not trusted. */
  requiresSecondFactor(tx: Tx, found: IdentifiedUser, redeemed: RedeemedAnswer<EdgeFlow>): Promise<boolean>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: Signer;
  readonly secrets: Pick<Secrets, 'get'>;
  readonly client: OpenidClient;
  readonly accounts: IdentifyAccount;
  readonly auth: Pick<AuthService, 'external'>;
  /** Where people reach the edge, as configured; ends with a slash. @throws edge_disabled */
  readonly edgeUrl: () => string;
}

/** Pages to which providers send the browser (wire §14). */
const pages = { enrollment: 'openid/callback', mfa: 'openid/mfa/callback' } as const;
/**
 * An edge passes on 64 calls at a time: a slow provider occupies at most 16 of them, those that wait included, and three of them
 * leave room for others. Apart from the console's limits, so that strangers at the edge delay no sign-in there.
 */
const limits: ProviderLimits = {
  perAddress: { inFlight: 4, maxWaiting: 4, waitMilliseconds: 3_000 },
  perProvider: { inFlight: 10, maxWaiting: 6, waitMilliseconds: 3_000 },
  inTotal: { inFlight: 40, maxWaiting: 8, waitMilliseconds: 3_000 },
};
/** An edge waits ten seconds for core. */
const maxMilliseconds = 9_000;

/** To register at providers. */
export function edgeRedirectUris(edgeUrl: string): string[] {
  return Object.values(pages).map((page) => `${edgeUrl}${page}`);
}

export function createEdgeSignIn(dependencies: Dependencies): EdgeSignIn {
  const { db, log, client, accounts, auth, edgeUrl } = dependencies;
  const inTime = createDeadline(dependencies);
  const flows = createSealedFlows(dependencies);
  const run = createProviderQueues(limits);
  const redeemCode = createRedeemCode(dependencies, run);
  const redirectUri = (type: OpenidType) => `${edgeUrl()}${pages[type]}`;
  return {
    ...accounts,
    async begin({ type, provider: name, token, userId, ip }) {
      const target = redirectUri(type);
      const provider = isStorable(name ?? '') ? await findProviderForUser(db, { name, userId }) : undefined;
      if (!provider) throw new DomainError('openid_provider_not_found');
      const { secrets, cookies } = flows.begin({ type, token, providerId: provider.id });
      const build = () =>
        client
          .authorizationUrl(provider, secrets, { redirectUri: target, fresh: type === 'mfa' })
          .catch((error: unknown) => Promise.reject(explainFailure(log, provider.name, error)));
      const url = client.isKnown(provider)
        ? await build()
        : await inTime(provider, run({ providerId: provider.id, ip }, build));
      return { url, provider, openid: cookies };
    },
    read(type, { state, openid }) {
      const flow = flows.read(state, openid, type);
      if (!flow) throw new DomainError('openid_state_invalid');
      return flow;
    },
    async redeem(flow, { code, iss, ip }) {
      const received = { code, iss, ip, redirectUri: redirectUri(flow.type) };
      // a device must not connect with a browser that someone left signed in at the provider
      const since = flow.type === 'mfa' ? { signedInSince: flow.begunAt } : {};
      return inTime({ id: flow.providerId }, redeemCode(flow, { ...received, ...since }));
    },
    requiresSecondFactor: (tx, { user, provider }, { account }) =>
      auth.external.requiresSecondFactor(tx, user.id, provider.trusts_second_factor && account.hasSecondFactor),
  };
}

/** Of one provider: a line in a minute, because strangers cause the calls. */
const timeoutLines: Rate = { burst: 1, perSecond: 1 / 60 };

/**
 * The work goes on within its own limits, but its result is not used, and its own failure may be logged too.
 * @throws openid_provider_unreachable
 */
function createDeadline({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>) {
  const lines = createTokenBuckets(clock.elapsedMilliseconds);

  async function logTimeout(providerId: number): Promise<void> {
    if (lines.take(`${providerId}`, timeoutLines) > 0) return;
    const provider = await findProviderById(db, providerId).catch(() => undefined);
    const facts = { provider: provider?.name ?? providerId, seconds: maxMilliseconds / 1000 };
    log.warn(facts, 'an OpenID provider did not answer a sign-in in time');
  }

  return async <T>(provider: Pick<ProviderRow, 'id'>, work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const refuse = () => {
      void logTimeout(provider.id);
      reject(new DomainError('openid_provider_unreachable', { reason: 'timeout' }));
    };
    const timer = setTimeout(refuse, maxMilliseconds);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
