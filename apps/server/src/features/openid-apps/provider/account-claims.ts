import type { ClaimSource, CustomClaim } from '@gatewarden/contract/openid-apps';
import type { z } from 'zod';
import type { AccountRow } from './accounts.queries.ts';

interface AppClaims {
  readonly subject: string;
  readonly claims: readonly CustomClaim[];
}

/** The key of `toClaims` with the `sub` of this application; the library itself always uses the same id. */
export const subjectClaim = 'gatewarden_sub';
/** The key of `toClaims` with the claims that an administrator defined, which no scope lists. */
export const customClaims = 'gatewarden_custom';

const fullName = (account: AccountRow) => `${account.first_name} ${account.last_name}`.trim();

/**
 * OpenID Connect Core §5.1. Values that the user does not have are absent. The library selects those that the scopes
 * grant.
 */
export function toClaims(account: AccountRow, app: AppClaims) {
  return {
    sub: account.subject,
    [subjectClaim]: app.subject === 'username' ? account.username : account.subject,
    name: fullName(account),
    given_name: account.first_name,
    ...(account.last_name !== '' && { family_name: account.last_name }),
    preferred_username: account.username,
    email: account.email,
    // users cannot change their address: administrators, directories and identity providers set it
    email_verified: account.is_email_verified,
    ...(account.phone !== null && { phone_number: account.phone }),
    groups: [...account.groups],
    [customClaims]: Object.fromEntries(app.claims.map((claim) => [claim.name, customValue(account, claim)])),
  };
}

/** The claims of each scope. https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims */
export const scopeClaims = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  email: ['email', 'email_verified'],
  phone: ['phone_number'],
  groups: ['groups'],
};

const customValues: Record<z.infer<typeof ClaimSource>, (account: AccountRow, text: string) => unknown> = {
  username: ({ username }) => username,
  email: ({ email }) => email,
  full_name: fullName,
  phone: ({ phone }) => phone ?? undefined,
  groups: ({ groups }) => [...groups],
  is_admin: (account) => account.is_admin,
  text: (_account, text) => text,
};

function customValue(account: AccountRow, { source, text }: CustomClaim): unknown {
  return customValues[source](account, text);
}

/** Claims whose values are in others, or say nothing to a person. */
const hiddenClaims = new Set(['sub', 'acr', 'amr', 'auth_time', 'email_verified', 'given_name', 'family_name']);

/** A claim in words: for the consent page. Undefined if the user has no value. */
export function describeClaim(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  const value = claims[claim];
  if (value === undefined || hiddenClaims.has(claim)) return undefined;
  return Array.isArray(value) ? value.join(', ') : String(value);
}
