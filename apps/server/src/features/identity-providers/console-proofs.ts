import type { CookieSerializeOptions } from '@fastify/cookie';
import { signInIdOf } from '@gatewarden/contract/edge-endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Cookies } from '../../platform/http/router.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SessionCookie } from '../auth/index.ts';
import { explainFailure, type RedeemCode, type RedeemedAnswer } from './answers.ts';
import { flowMinutes } from './flows.ts';
import type { IdentifyAccount } from './identify-account.ts';
import type { OpenidClient } from './openid-client.ts';
import { findProviderForUser, type ProviderRow } from './providers.queries.ts';
import { createSealedFlows, type SealedFlow } from './sealed-flows.ts';

/** What the console received from a provider. */
export interface ConsoleAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
  /** Of the caller. */
  readonly ip: string | undefined;
}

type ProofFlow = SealedFlow<'connect'>;

/**
 * Users of the console who prove who they are with a fresh sign-in at a provider, because their session and a browser that is
 * signed in there prove nothing. What the proof is for is in a cookie of each sign-in.
 */
export interface ConsoleProofs extends IdentifyAccount {
  /** Where the user would sign in; undefined if no provider is enabled. */
  providerOf(userId: number): Promise<ProviderRow | undefined>;
  /**
   * Returns where the browser signs in. `subject` is what the proof is for.
   * @throws openid_provider_not_found, openid_provider_unreachable, openid_answer_invalid
   */
  begin(cookies: Cookies, proof: { readonly userId: number; readonly subject: string }): Promise<string>;
  /** What `begin` was called for; `token` is the subject. @throws openid_state_invalid */
  read(cookies: Cookies, answer: Pick<ConsoleAnswer, 'state'>): ProofFlow;
  /**
   * Exchanges the answer for the account that signed in. Each answer counts once.
   * @throws openid_state_invalid, openid_provider_not_found, openid_provider_unreachable, openid_answer_invalid,
   * openid_code_refused, openid_sign_in_stale, rate_limited
   */
  redeem(flow: ProofFlow, answer: ConsoleAnswer): Promise<RedeemedAnswer<ProofFlow>>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: Signer;
  readonly client: Pick<OpenidClient, 'authorizationUrl'>;
  readonly redeemCode: RedeemCode;
  readonly accounts: IdentifyAccount;
  readonly auth: { readonly sessionCookie: Pick<SessionCookie, 'options'> };
  readonly redirectUri: () => string;
}

/** With which the state begins, so that the page to which the provider leads knows what to do. */
const statePrefix = 'connect.';
const separator = '~';
/** Of one browser, in different tabs. */
const maxSignIns = 4;

export function createConsoleProofs(dependencies: Dependencies): ConsoleProofs {
  const { db, log, client, redeemCode, accounts, auth, redirectUri } = dependencies;
  const flows = createSealedFlows(dependencies);
  const secure = auth.sessionCookie.options.secure ?? false;
  // with https, other hosts of the domain cannot set it (RFC 6265bis §4.1.3)
  const cookiePrefix = `${secure ? '__Host-' : ''}gatewarden_connect_`;
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure };
  const nameOf = (state: string) => `${cookiePrefix}${signInIdOf(state.slice(statePrefix.length))}`;

  function store(cookies: Cookies, name: string, value: string): void {
    cookies.set(name, value, { ...options, maxAge: flowMinutes * 60 });
    // RFC 6265 §5.4: browsers send the oldest first
    const names = (cookies.header ?? '').split(/;\s*/).map((pair) => pair.slice(0, pair.indexOf('=')));
    const others = names.filter((other) => other.startsWith(cookiePrefix));
    for (const oldest of others.slice(0, Math.max(0, others.length - maxSignIns + 1))) cookies.clear(oldest, options);
  }

  const providerOf = (userId: number) => findProviderForUser(db, { name: undefined, userId });

  return {
    ...accounts,
    providerOf,
    async begin(cookies, { userId, subject }) {
      const provider = await providerOf(userId);
      if (!provider) throw new DomainError('openid_provider_not_found');
      const { secrets, cookies: sealed } = flows.begin(
        { type: 'connect', token: subject, providerId: provider.id },
        statePrefix,
      );
      const url = await client
        .authorizationUrl(provider, secrets, { redirectUri: redirectUri(), fresh: true })
        .catch((error: unknown) => Promise.reject(explainFailure(log, provider.name, error)));
      store(cookies, nameOf(secrets.state), `${sealed.csrf}${separator}${sealed.nonce}`);
      return url;
    },
    read(cookies, { state }) {
      const [csrf, nonce] = (state.startsWith(statePrefix) && cookies.get(nameOf(state))?.split(separator)) || [];
      const sealed = csrf !== undefined && nonce !== undefined ? { csrf, nonce } : undefined;
      const flow = flows.read(state, sealed, 'connect');
      if (!flow) throw new DomainError('openid_state_invalid');
      return flow;
    },
    redeem: (flow, { code, iss, ip }) =>
      redeemCode(flow, { code, iss, ip, redirectUri: redirectUri(), signedInSince: flow.begunAt }),
  };
}
