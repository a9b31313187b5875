import type { SyncStatus } from '@gatewarden/contract/directory-sync';
import type { ProviderKind } from '@gatewarden/contract/identity-providers';
import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import type { Database } from '../../platform/database/database.ts';
import { providerSourceName } from '../directory-sync/index.ts';
import type { ExportSummary } from '../ldap-export/index.ts';
import type { ScimSummary } from '../scim/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { countLinkedAccounts, countManaged, type ManagedCount } from './managed.queries.ts';
import { exportAttention, presentScim, scimAttention, syncAttention } from './source-parts.ts';

interface Provider {
  readonly id: number;
  readonly name: string;
  readonly display_name: string | null;
  readonly kind: ProviderKind;
  readonly is_enabled: boolean;
}

export interface SourcesDependencies {
  readonly db: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly identityProviders: { readonly list: () => Promise<readonly Provider[]> };
  readonly directorySync: { readonly listStatuses: () => Promise<readonly SyncStatus[]> };
  readonly ldapExport: { readonly findSummary: () => Promise<ExportSummary | undefined> };
  readonly scim: { readonly findSummary: () => Promise<ScimSummary> };
}

const none: ManagedCount = { users: 0, groups: 0 };
/** What only some kinds of sources have. */
const others = {
  name: null,
  provider_kind: null,
  linked_accounts: null,
  synchronization: null,
  export: null,
  scim: null,
} as const;

/** Reads all sources: first this instance, then LDAP, the providers in the order in which they were added, and SCIM. */
export function createListSources(dependencies: SourcesDependencies): () => Promise<IdentitySource[]> {
  const { db, settings, identityProviders, directorySync, ldapExport, scim } = dependencies;
  return async () => {
    const [managed, linked, current, providers, statuses, written, clients] = await Promise.all([
      countManaged(db),
      countLinkedAccounts(db),
      settings.get(),
      identityProviders.list(),
      directorySync.listStatuses(),
      ldapExport.findSummary(),
      scim.findSummary(),
    ]);
    const countOf = (id: string | null) => managed.get(id) ?? none;
    const statusOf = (id: string) => statuses.find(({ source }) => source === id) ?? null;
    const ofProvider = (provider: Provider) =>
      presentProviderSource(provider, {
        ...countOf(providerSourceName(provider.id)),
        linked_accounts: linked.get(provider.id) ?? 0,
        status: statusOf(providerSourceName(provider.id)),
      });
    return [
      { ...others, ...countOf(null), id: 'local', kind: 'local', state: 'on', signs_in: true, attention: [] },
      presentLdap(countOf('ldap'), {
        status: statusOf('ldap'),
        isUsedForSignIn: current.ldap_enabled && current.ldap_sign_in_enabled,
        written,
      }),
      ...providers.map(ofProvider),
      presentScimSource(countOf('scim'), clients),
    ];
  };
}

interface LdapFacts {
  readonly status: SyncStatus | null;
  readonly isUsedForSignIn: boolean;
  readonly written: ExportSummary | undefined;
}

function presentLdap(managed: ManagedCount, { status, isUsedForSignIn, written }: LdapFacts): IdentitySource {
  const isSetUp = status?.is_configured ?? false;
  const signs_in = isSetUp && isUsedForSignIn;
  const exported = isSetUp ? written : undefined;
  const isOn = signs_in || (isSetUp && status?.is_enabled === true) || exported !== undefined;
  return {
    ...{ ...others, ...managed, id: 'ldap', kind: 'ldap', signs_in },
    state: isOn ? 'on' : isSetUp ? 'off' : 'not_set_up',
    synchronization: isSetUp ? status : null,
    export: exported ? { state: exported.state, users: exported.users, groups: exported.groups } : null,
    attention: [...syncAttention(status), ...exportAttention(exported)],
  };
}

interface ProviderFacts extends ManagedCount {
  readonly linked_accounts: number;
  readonly status: SyncStatus | null;
}

function presentProviderSource(provider: Provider, { status, ...facts }: ProviderFacts): IdentitySource {
  const isSynchronized = status?.is_configured;
  return {
    ...{ ...others, ...facts, id: providerSourceName(provider.id), kind: 'openid' },
    name: provider.display_name ?? provider.name,
    provider_kind: provider.kind,
    state: provider.is_enabled || (isSynchronized && status.is_enabled) ? 'on' : 'off',
    signs_in: provider.is_enabled,
    synchronization: isSynchronized ? status : null,
    attention: syncAttention(status),
  };
}

function presentScimSource(managed: ManagedCount, summary: ScimSummary): IdentitySource {
  const isSetUp = summary.tokens > 0 || managed.users + managed.groups > 0;
  return {
    ...{ ...others, ...managed, id: 'scim', kind: 'scim', signs_in: false },
    state: summary.hasValidToken ? 'on' : isSetUp ? 'off' : 'not_set_up',
    scim: isSetUp ? presentScim(summary) : null,
    attention: isSetUp ? scimAttention(summary) : [],
  };
}
