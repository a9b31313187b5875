import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { isLdapComplete } from '../ldap/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { countManaged, hasValidScimToken, type ManagedCount } from './managed.queries.ts';

interface Provider extends Pick<IdentitySource, 'name'> {
  readonly id: number;
  readonly name: string;
  readonly display_name: string | null;
  readonly kind: NonNullable<IdentitySource['provider_kind']>;
  readonly is_enabled: boolean;
}

export interface SourcesDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly identityProviders: { readonly list: () => Promise<readonly Provider[]> };
}

const none: ManagedCount = { users: 0, groups: 0 };

/** Reads all sources, first this instance, then LDAP, the providers in the order in which they were added, and SCIM. */
export function createListSources({ db, clock, settings, identityProviders }: SourcesDependencies) {
  return async (): Promise<IdentitySource[]> => {
    const [managed, current, providers, hasToken] = await Promise.all([
      countManaged(db),
      settings.get(),
      identityProviders.list(),
      hasValidScimToken(db, clock.now()),
    ]);
    const unnamed = { name: null, provider_kind: null } as const;
    const isDirectoryUsed =
      (current.ldap_sync_enabled && current.ldap_is_authoritative) || current.ldap_sign_in_enabled;
    const stateOf = (isSetUp: boolean, isOn: boolean) => (isOn ? 'on' : isSetUp ? 'off' : 'not_set_up');
    const countOf = (id: string | null) => managed.get(id) ?? none;
    return [
      { id: 'local', kind: 'local', ...unnamed, state: 'on', ...countOf(null) },
      {
        ...{ id: 'ldap', kind: 'ldap', ...unnamed },
        state: stateOf(isLdapComplete(current), isLdapComplete(current) && current.ldap_enabled && isDirectoryUsed),
        ...countOf('ldap'),
      },
      ...providers.map((provider): IdentitySource => {
        const id = `openid-${provider.id}`;
        const name = provider.display_name ?? provider.name;
        const state = provider.is_enabled ? 'on' : 'off';
        return { id, kind: 'openid', name, provider_kind: provider.kind, state, ...countOf(id) };
      }),
      {
        ...{ id: 'scim', kind: 'scim', ...unnamed },
        state: stateOf(countOf('scim') !== none, hasToken),
        ...countOf('scim'),
      },
    ];
  };
}
