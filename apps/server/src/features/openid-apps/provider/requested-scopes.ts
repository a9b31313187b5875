import { type AppScope, appScopes } from '@gatewarden/contract/openid-apps.names';
import type { AppRow } from '../openid-apps.queries.ts';
import { scopeClaims } from './account-claims.ts';

/** Parameters of an authorization request. */
interface RequestParameters {
  readonly scope?: unknown;
  /** JSON; invalid JSON counts as absent. */
  readonly claims?: unknown;
}

/**
 * The scopes of a request that the application is registered with, in the order of the contract. A claim that the request
 * names individually (OpenID Connect Core §5.5) needs the same registration and consent as its scope.
 */
export function requestedScopes({ scope, claims }: RequestParameters, app: Pick<AppRow, 'scopes'>): AppScope[] {
  const names = [...String(scope ?? '').split(' '), ...claimNames(claims).map(scopeOfClaim)];
  return appScopes.filter((each) => app.scopes.includes(each) && names.includes(each));
}

/** The scope that has the claim; undefined for claims about the sign-in itself, and for unknown ones. */
export function scopeOfClaim(claim: string): AppScope | undefined {
  const { openid: _, ...scopes } = scopeClaims;
  return (Object.keys(scopes) as (keyof typeof scopes)[]).find((scope) => scopes[scope].includes(claim));
}

function claimNames(claims: unknown): string[] {
  try {
    const { userinfo, id_token: idToken } = Object(JSON.parse(String(claims)));
    return [...Object.keys(Object(userinfo)), ...Object.keys(Object(idToken))];
  } catch {
    return [];
  }
}
