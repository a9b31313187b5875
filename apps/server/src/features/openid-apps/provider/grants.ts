import type { ClientMetadata, Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { findConsent, recordConsentUse } from '../consents.queries.ts';
import type { AppRow } from '../openid-apps.queries.ts';
import type { Account } from './accounts.ts';
import { appOf } from './policy.ts';
import { requestContext } from './request-context.ts';
import { requestedScopes, scopeOfClaim } from './requested-scopes.ts';
import type { StoreConsent } from './store-consent.ts';

export interface GrantDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly storeConsent: StoreConsent;
}

/**
 * What the application may do for the user now: the scopes that it asks for, is registered with and the user agreed to.
 * Scopes that it is not registered with are refused silently, as the interface specifies. Undefined if there is nothing
 * to grant yet. A grant belongs to one sign-in to the application, so that ending it does not end those of other browsers.
 */
export async function loadGrant(dependencies: GrantDependencies, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, params = {} } = ctx.oidc;
  const account = ctx.oidc.account as Account | undefined;
  // without the session of this request, nothing is granted; the policy asks to sign in
  if (requestContext().session?.subject !== account?.accountId) return undefined;
  if (!client || !session || !account?.row.may_use) return undefined;
  const app = appOf(client as unknown as ClientMetadata);
  const granted = await agreedScopes(dependencies, app, account.row.id, requestedScopes(params, app));
  const existing = session.grantIdFor(client.clientId);
  const stored = existing ? await provider.Grant.find(existing) : undefined;
  if (!stored && granted.length === 0) return undefined;
  const grant = stored ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  const before = contentOf(grant);
  addScopes(grant, ctx, app, granted);
  addClaims(grant, ctx, app, granted);
  if (!stored || before !== contentOf(grant)) await grant.save();
  return grant;
}

function addScopes(grant: Grant, { oidc }: KoaContextWithOIDC, app: AppRow, granted: readonly string[]): void {
  const requested = [...oidc.requestParamOIDCScopes];
  const accepted = requested.filter((scope) => granted.includes(scope));
  const refused = requested.filter((scope) => !app.scopes.includes(scope));
  if (accepted.length > 0) grant.addOIDCScope(accepted.join(' '));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
}

/** Those that the request names individually. Neither granted nor refused are those that the user has to be asked about. */
function addClaims(grant: Grant, { oidc }: KoaContextWithOIDC, app: AppRow, granted: readonly string[]): void {
  for (const claim of oidc.requestParamClaims) {
    const scope = scopeOfClaim(claim);
    if (scope === undefined) continue;
    if (granted.includes(scope)) grant.addOIDCClaims([claim]);
    else if (!app.scopes.includes(scope)) grant.rejectOIDCClaims([claim]);
  }
}

const contentOf = (grant: Grant) =>
  JSON.stringify([
    ...[grant.getOIDCScope(), grant.getRejectedOIDCScope()],
    ...[grant.getOIDCClaims(), grant.getRejectedOIDCClaims()],
  ]);

/** Those of the scopes that the user agreed to, or the company for its own application. Records the use. */
async function agreedScopes(
  { db, clock, storeConsent }: GrantDependencies,
  app: AppRow,
  userId: number,
  allowed: readonly string[],
): Promise<readonly string[]> {
  const consent = await findConsent(db, userId, app.id);
  const agreed = allowed.filter((scope) => consent?.scopes.includes(scope));
  if (consent && (!app.skips_consent || agreed.length === allowed.length)) {
    await recordConsentUse(db, userId, app.id, clock.now());
    return agreed;
  }
  const { session, ip, device } = requestContext();
  if (!app.skips_consent || !session) return agreed;
  const by = { userId: session.userId, username: session.username };
  await storeConsent({ by, ip, device, sessionId: session.sessionId }, session, app, allowed);
  return allowed;
}
