import type { Provider } from '@gatewarden/contract/identity-providers';
import { type EventRules, isAboutUser } from '../event-rules.ts';
import type { UserSnapshot } from '../users/index.ts';

/** A provider as stored in the activity log: without secrets. */
export type ProviderSnapshot = Omit<
  Provider,
  'client_secret' | 'google_service_account_key' | 'okta_private_jwk' | 'jumpcloud_api_key'
>;

interface IdentityProviderEvents {
  /** `before` is null for a new provider. `secrets` are the fields of the secrets that were sent. */
  'identity-provider.modified': {
    readonly before: ProviderSnapshot | null;
    readonly after: ProviderSnapshot;
    readonly secrets: readonly string[];
  };
  'identity-provider.removed': { readonly provider: ProviderSnapshot };
  /** `email`, `directory`: at a first sign-in, because the verified address or the directory says that it is the account. */
  'external-identity.linked': {
    readonly user: UserSnapshot;
    readonly provider: string;
    readonly email: string | null;
    readonly linked_by: 'user' | 'email' | 'directory';
  };
  'external-identity.unlinked': {
    readonly user: UserSnapshot;
    readonly provider: string;
    readonly provider_id: number;
  };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends IdentityProviderEvents {}
}

const providers = { admins: ['identity-providers', 'settings'] } as const;
const identities = { admins: ['users', 'identity-providers'], own: ['me', 'users', 'identity-providers'] } as const;

const linkedBy = { user: '', email: ' by email address', directory: ' by the directory' } as const;

export const identityProviderEvents = {
  'identity-provider.modified': {
    entry: ({ before, after, secrets }) => ({
      event: 'open_id_provider_modified',
      description: `OpenID provider ${after.name}${before ? '' : ': added'}`,
      metadata: { provider: after.name, before, after, ...(secrets.length > 0 && { secrets }) },
    }),
    stale: providers,
  },
  'identity-provider.removed': {
    entry: ({ provider }) => ({
      event: 'open_id_provider_removed',
      description: `OpenID provider ${provider.name}`,
      metadata: { provider },
    }),
    stale: providers,
  },
  'external-identity.linked': {
    entry: ({ user, provider, email, linked_by }) => ({
      event: 'external_identity_linked',
      user,
      description: `${user.username} linked to ${provider}${linkedBy[linked_by]}`,
      metadata: { user, provider, email, linked_by },
    }),
    stale: { ...identities, isAbout: isAboutUser },
  },
  'external-identity.unlinked': {
    entry: ({ user, provider }) => ({
      event: 'external_identity_unlinked',
      description: `${user.username} and ${provider}`,
      metadata: { user, provider },
    }),
    stale: { ...identities, isAbout: isAboutUser, changesRights: true },
  },
} as const satisfies EventRules<IdentityProviderEvents>;
