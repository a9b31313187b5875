import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ProviderKind } from './identity-providers.ts';

/** `local` is this instance; there are several sources of the kind `openid`, one of each other kind. */
const SourceKind = z.enum(['local', 'ldap', 'openid', 'scim']);

const count = z.int().min(0);

/** A system that accounts and groups come from, or with which people sign in. */
export const IdentitySource = z.object({
  /** As in `managed_by` of users and groups: `ldap`, `scim`, `openid-<id>`. `local` manages all others. */
  id: z.string(),
  kind: SourceKind,
  /** Of an OpenID provider, as on its button; null for the others. */
  name: z.string().nullable(),
  /** Of an OpenID provider. */
  provider_kind: ProviderKind.nullable(),
  /** `off`: it is set up, and neither changes accounts nor signs people in. */
  state: z.enum(['on', 'off', 'not_set_up']),
  /** Accounts and groups that it manages. */
  users: count,
  groups: count,
});
export type IdentitySource = z.infer<typeof IdentitySource>;

/** Ours. */
export const listIdentitySources = endpoint({
  method: 'GET',
  path: '/identity_sources',
  access: 'admin',
  area: 'settings',
  summary: 'List where accounts and groups come from: this instance, LDAP, OpenID providers in the order added, SCIM',
  response: z.array(IdentitySource),
});
