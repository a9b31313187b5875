import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { AppScope } from '@gatewarden/contract/openid-apps.names';
import type { decideInteraction, Interaction as WireInteraction } from '@gatewarden/contract/openid-interactions';
import type { Provider } from 'oidc-provider';
import type { Origin } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import { cookieValues } from '../../../platform/http/cookie-values.ts';
import type { Clock } from '../../../ports/clock.ts';
import { findConsent } from '../consents.queries.ts';
import type { AppRow } from '../openid-apps.queries.ts';
import { customClaims, describeClaim, scopeClaims, toClaims } from './account-claims.ts';
import { type AccountRow, findAccount } from './accounts.queries.ts';
import { acr } from './adapter.ts';
import type { AppCache } from './app-cache.ts';
import type { CurrentProvider } from './current-provider.ts';
import { interactionPath } from './endpoints.ts';
import { isRedirectAllowed } from './is-redirect-allowed.ts';
import { cookieNames } from './openid-provider.ts';
import { ownPrompts } from './policy.ts';
import type { ReadSession } from './read-session.ts';
import { runInRequest, type SignedInSession } from './request-context.ts';
import { requestedScopes } from './requested-scopes.ts';
import type { StoreConsent } from './store-consent.ts';

type Interaction = InstanceType<Provider['Interaction']>;
type Step = WireInteraction['step'];

/** What a browser sends with each call about its interaction. */
export interface InteractionCall {
  readonly uid: string;
  readonly cookies: string | undefined;
}

export interface Interactions {
  /** Where the browser goes: on with the request, or to the page of the missing step. */
  proceed(call: InteractionCall): Promise<string>;
  /** @throws openid_interaction_expired */
  describe(call: InteractionCall): Promise<WireInteraction>;
  /**
   * Stores the consent, or ends the request with `access_denied`. Returns where the browser goes.
   * @throws openid_interaction_expired, openid_interaction_changed if another step comes first
   */
  decide(origin: Origin, call: InteractionCall, decision: BodyOf<typeof decideInteraction>): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly storeConsent: StoreConsent;
  readonly clock: Clock;
  readonly provider: CurrentProvider;
  readonly apps: AppCache;
  readonly readSession: ReadSession;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
}

interface Found {
  readonly interaction: Interaction;
  readonly app: AppRow;
  readonly session: SignedInSession | undefined;
  readonly account: AccountRow | undefined;
  /** Whether the user signed in after the step was found, such as with *Not you?*: the steps begin again. */
  readonly isOtherSession: boolean;
  readonly step: Step | 'done';
}

export function createInteractions(dependencies: Dependencies): Interactions {
  const { db, storeConsent, clock, provider, apps, readSession, address } = dependencies;

  /** Only the browser that began the request has the cookie: a link to another person's request is refused. */
  async function find({ uid, cookies }: InteractionCall): Promise<Found> {
    const isOwn = cookieValues(cookies, cookieNames.interaction).includes(uid);
    const library = await provider.get();
    const interaction = isOwn ? await library.Interaction.find(uid) : undefined;
    const clientId = interaction?.params['client_id'];
    const app = typeof clientId === 'string' ? await apps.find(clientId) : undefined;
    if (!interaction || !app || !(await isRedirectAllowed(library, interaction.params))) {
      throw new DomainError('openid_interaction_expired');
    }
    const session = await readSession(cookies);
    const account = session && (await findAccount(db, session.subject, app.client_id));
    const isOtherSession = session !== undefined && isBoundToOther(interaction, session);
    const step = account && isOtherSession ? 'done' : stepOf(interaction, session, account);
    return { interaction, app, session, account, isOtherSession, step };
  }

  async function finish(found: Found, result: NonNullable<Interaction['result']>): Promise<string> {
    const { interaction, session, isOtherSession } = found;
    const context = { session, ip: undefined, device: undefined, acceptLanguage: undefined };
    interaction.result = { ...(!isOtherSession && interaction.lastSubmission), ...result };
    // the library continues only in the session that it bound
    if (isOtherSession && session) interaction.session = describeSession(session);
    await runInRequest(context, () => interaction.save(Math.max(interaction.exp - epoch(clock), 1)));
    return interaction.returnTo;
  }

  function login({ subject, authenticatedAt, hasSecondFactor }: SignedInSession) {
    const ts = Math.floor(authenticatedAt.getTime() / 1000);
    return { login: { accountId: subject, ts, acr: hasSecondFactor ? acr.secondFactor : acr.password } };
  }

  return {
    async proceed(call) {
      const found = await find(call).catch((error: unknown) => {
        if (error instanceof DomainError) return undefined;
        throw error;
      });
      if (!found) return `${address.url}/consent/${call.uid}`;
      const { step, session } = found;
      if (step === 'sign_in' || !session) {
        const back = encodeURIComponent(`${address.url}${interactionPath(call.uid)}`);
        return `${address.url}/sign-in?r=${back}`;
      }
      if (step !== 'done') return `${address.url}/consent/${call.uid}`;
      return finish(found, isSignInDone(found) ? login(session) : {});
    },
    async describe(call) {
      const found = await find(call);
      const { app, session, step, interaction } = found;
      return {
        app: {
          client_id: app.client_id,
          name: app.name,
          description: app.description,
          logo_url: app.logo_url,
          start_url: app.start_url,
          return_to: placeOf(interaction.params['redirect_uri']),
        },
        // a request that can continue does so at the address that the sign-in page returns to
        step: step === 'done' ? 'sign_in' : step,
        username: session?.username ?? null,
        scopes: step === 'consent' ? await describeScopes(db, found) : [],
      };
    },
    async decide(origin, call, { accept, scopes: shown }) {
      const found = await find(call);
      const { app, session, account, interaction } = found;
      if (!accept) {
        return finish(found, { error: 'access_denied', error_description: 'the user declined' });
      }
      if (found.step !== 'consent' || !session || !account) throw new DomainError('openid_interaction_changed');
      const scopes = requestedScopes(interaction.params, app);
      // the application may have changed since the page was shown
      if (!isDeepStrictEqual(scopes.toSorted(), [...shown].toSorted()))
        throw new DomainError('openid_interaction_changed');
      await storeConsent(origin, session, app, scopes);
      return finish(found, { consent: {} });
    },
  };
}

/** The library binds a step to the session in which it was found, if there was one. */
function isBoundToOther({ session: bound }: Interaction, session: SignedInSession): boolean {
  return bound?.uid !== undefined && bound.uid !== String(session.sessionId);
}

function describeSession({ sessionId, subject }: SignedInSession) {
  return { accountId: subject, uid: String(sessionId), cookie: String(sessionId) };
}

/** Whether the user has signed in for this request. */
function isSignInDone({ interaction, session, isOtherSession }: Found): boolean {
  if (isOtherSession) return session !== undefined && isSignInAfter(session, interaction.iat);
  return interaction.prompt.name === 'login';
}

/** Both in seconds: a sign-in in the second of the request may precede it. */
function isSignInAfter({ authenticatedAt }: SignedInSession, seconds: number): boolean {
  return Math.floor(authenticatedAt.getTime() / 1000) > seconds;
}

function stepOf(
  { prompt, iat }: Interaction,
  session: SignedInSession | undefined,
  account: AccountRow | undefined,
): Found['step'] {
  if (!session || !account) return 'sign_in';
  if (prompt.name === 'login') {
    const needsFresh = prompt.reasons.some((reason) => reason !== 'no_session' && reason !== 'other_session');
    return needsFresh && !isSignInAfter(session, iat) ? 'confirm_identity' : 'done';
  }
  if (prompt.name === ownPrompts.access) return account.may_use ? 'done' : 'no_access';
  if (prompt.name === ownPrompts.secondFactor) return session.hasSecondFactor ? 'done' : 'second_factor';
  return 'consent';
}

async function describeScopes(db: Database, { interaction, app, session, account }: Found) {
  if (!session || !account) return [];
  const agreed = (await findConsent(db, session.userId, app.id))?.scopes ?? [];
  const claims: Readonly<Record<string, unknown>> = toClaims(account, app);
  return requestedScopes(interaction.params, app).map((scope) => ({
    scope,
    is_new: !agreed.includes(scope),
    values: [
      ...namesOf(scope).flatMap((claim) => toValue(claims, claim)),
      ...(scope === 'openid' ? customValues(claims) : []),
    ],
  }));
}

function namesOf(scope: AppScope): readonly string[] {
  return scope === 'offline_access' ? [] : scopeClaims[scope];
}

function toValue(claims: Readonly<Record<string, unknown>>, claim: string) {
  const value = describeClaim(claims, claim);
  return value === undefined ? [] : [{ claim, value }];
}

function customValues(claims: Readonly<Record<string, unknown>>) {
  const custom = claims[customClaims] as Readonly<Record<string, unknown>>;
  return Object.keys(custom).flatMap((claim) => toValue(custom, claim));
}

/** The host that the browser returns to; the scheme of an application on a phone or a desktop. */
function placeOf(redirectUri: unknown): string {
  const url = URL.parse(String(redirectUri));
  return url?.host || url?.protocol || '';
}

const epoch = (clock: Clock) => Math.floor(clock.now().getTime() / 1000);
