import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../platform/database/database.ts';
import { findConsent } from '../consents.queries.ts';
import type { Account } from './accounts.ts';
import { appOf } from './policy.ts';

/**
 * What the application may do for the user now: the scopes that it asks for, is registered with and the user agreed to.
 * Scopes that it is not registered with are refused silently, as the interface specifies. Undefined if there is nothing to grant yet.
 * A grant belongs to one sign-in to the application, so that ending it does not end those of other browsers.
 */
export async function loadGrant(db: Database, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc;
  const account = ctx.oidc.account as Account | undefined;
  if (!client || !session || !account) return undefined;
  const app = appOf(client as never);
  const agreed = app.skips_consent ? app.scopes : ((await findConsent(db, account.row.id, app.id))?.scopes ?? []);
  const requested = [...requestParamOIDCScopes];
  const granted = requested.filter((scope) => app.scopes.includes(scope) && agreed.includes(scope));
  const refused = requested.filter((scope) => !app.scopes.includes(scope));
  const existing = session.grantIdFor(client.clientId);
  const stored = existing ? await provider.Grant.find(existing) : undefined;
  if (!stored && granted.length === 0) return undefined;
  const grant = stored ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  const before = `${grant.getOIDCScope()}|${grant.getRejectedOIDCScope()}`;
  if (granted.length > 0) grant.addOIDCScope(granted.join(' '));
  if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
  const after = `${grant.getOIDCScope()}|${grant.getRejectedOIDCScope()}`;
  if (!stored || before !== after) await grant.save();
  return grant;
}
