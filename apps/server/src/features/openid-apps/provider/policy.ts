import { type ClientMetadata, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { AppRow } from '../openid-apps.queries.ts';
import type { Account } from './accounts.ts';
import { acr } from './adapter.ts';
import { appKey } from './client-metadata.ts';
import { currentSession } from './request-context.ts';

const { Check, Prompt, base } = interactionPolicy;

/** Names of the steps that the library may ask for, in this order, besides `login` and `consent`. */
export const ownPrompts = { access: 'access', secondFactor: 'second_factor' } as const;

/** The application of the request, as stored. */
export function appOf(client: ClientMetadata | undefined): AppRow {
  const app = client?.[appKey] as AppRow | undefined;
  if (!app) throw new Error('the request has no application');
  return app;
}

const clientOf = (ctx: KoaContextWithOIDC) => ctx.oidc.client as unknown as ClientMetadata | undefined;

/** The library's checks before a code is issued, and ours. */
export function createPolicy() {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('sign_in_too_old', 'the sign-in is older than this application accepts', 'login_required', (ctx) => {
      const { max_sign_in_age_minutes: minutes } = appOf(clientOf(ctx));
      const isTooOld = minutes !== null && ctx.oidc.session?.past(minutes * 60) === true;
      return isTooOld && !ctx.oidc.result?.login;
    }),
  );
  policy.get('login')?.checks.add(
    // the library signs in the user whom the interaction names; only the session of this request says who the user is
    new Check('other_session', 'the session has ended or belongs to another user', 'login_required', (ctx) => {
      return currentSession()?.subject !== ctx.oidc.session?.accountId;
    }),
  );
  const consent = policy.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check('native_app', 'other programs may claim the redirect URL', 'interaction_required', (ctx) => {
      const isNative = ctx.oidc.client?.applicationType === 'native';
      return isNative && !appOf(clientOf(ctx)).skips_consent && !ctx.oidc.result?.consent;
    }),
  );
  policy.add(
    new Prompt({ name: ownPrompts.access }, new Check('no_access', 'the user may not use it', needsAccess)),
    // before `login`: a user without access is not asked for a proof of identity first
    0,
  );
  policy.add(
    new Prompt(
      { name: ownPrompts.secondFactor },
      new Check('no_second_factor', 'the user has no second factor', needsSecondFactor),
    ),
    2,
  );
  return policy;
}

function needsAccess(ctx: KoaContextWithOIDC): boolean {
  const account = ctx.oidc.account as Account | undefined;
  // without the session of this request, the user signs in first
  if (currentSession()?.subject !== account?.accountId) return false;
  return account !== undefined && !account.row.may_use;
}

/** By configuration of the application, or because the request accepts nothing less. */
function needsSecondFactor(ctx: KoaContextWithOIDC): boolean {
  const accepted = String(ctx.oidc.params?.['acr_values'] ?? '')
    .split(' ')
    .filter((value) => value !== '');
  const isRequested = accepted.includes(acr.secondFactor) && !accepted.includes(acr.password);
  const isNeeded = appOf(clientOf(ctx)).requires_mfa || isRequested;
  return isNeeded && ctx.oidc.session?.acr !== acr.secondFactor;
}
