import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type addProvider, ProviderKind } from '@gatewarden/contract/identity-providers';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { ProviderFields, ProviderRow } from './providers.queries.ts';

export type ProviderChange = BodyOf<typeof addProvider>;

/** At these addresses of Microsoft Entra, every account of every organization can sign in. */
const sharedTenants = /^\/(common|organizations|consumers)(\/|$)/i;

/** What the presets of the console leave to the administrator. */
const placeholder = /^https:\/\/(?:(COMPANY)\.okta\.com|login\.microsoftonline\.com\/(TENANT)\/)/;

/**
 * @throws openid_base_url_placeholder for the unchanged address of a preset
 * @throws openid_base_url_refused for an address without TLS of a host that is not listed, and for all tenants together
 */
export function requireCallableUrl(baseUrl: string, outbound: Pick<Outbound, 'isListedHost'>): void {
  const [, company, tenant] = placeholder.exec(baseUrl) ?? [];
  const left = company ?? tenant;
  if (left !== undefined)
    throw new DomainError('openid_base_url_placeholder', { field: 'base_url', placeholder: left });
  const url = new URL(baseUrl);
  const isPlain = url.protocol !== 'https:' && !outbound.isListedHost(url.hostname);
  const isShared = url.hostname === 'login.microsoftonline.com' && sharedTenants.test(url.pathname);
  if (isPlain || isShared) throw new DomainError('openid_base_url_refused', { field: 'base_url' });
}

/** The address that administrators often copy is that of the document below the issuer. */
function toIssuer(baseUrl: string): string {
  return baseUrl.replace(/\/\.well-known\/openid-configuration\/?$/, '');
}

/**
 * The provider after the change. Fields of ours that are absent retain their value, but trust is not passed on to another
 * issuer. Clients of the interface give the kind as the name.
 */
export function toFields(change: ProviderChange, before: ProviderRow | undefined): ProviderFields {
  const base_url = toIssuer(change.base_url);
  const former = before?.base_url === base_url ? before : undefined;
  const named = ProviderKind.safeParse(change.name.toLowerCase()).data;
  return {
    name: change.name,
    kind: change.kind ?? named ?? before?.kind ?? 'custom',
    base_url,
    client_id: change.client_id,
    display_name: change.display_name || null,
    is_enabled: change.enabled ?? before?.is_enabled ?? true,
    links_by_email: change.link_by_email ?? former?.links_by_email ?? false,
    trusts_second_factor: change.trust_second_factor ?? former?.trusts_second_factor ?? false,
    acr_values: change.acr_values ?? former?.acr_values ?? [],
    group_claim: change.group_claim === undefined ? (former?.group_claim ?? null) : change.group_claim || null,
    directory_sync_enabled: change.directory_sync_enabled,
    directory_sync_interval: change.directory_sync_interval,
    directory_sync_user_behavior: change.directory_sync_user_behavior,
    directory_sync_admin_behavior: change.directory_sync_admin_behavior,
    directory_sync_target: change.directory_sync_target,
    directory_sync_group_match: toList(change.directory_sync_group_match),
    directory_sync_removal_limit: change.directory_sync_removal_limit ?? before?.directory_sync_removal_limit ?? 10,
    google_service_account_email: change.google_service_account_email || null,
    admin_email: change.admin_email || null,
    okta_dirsync_client_id: change.okta_dirsync_client_id || null,
  };
}

function toList(names: string | null | undefined): string[] {
  return (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
