import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { addProvider, Provider, ProviderKind } from '@gatewarden/contract/identity-providers';
import type { z } from 'zod';
import type { ProviderFields } from './provider.schema.ts';

export type Fields = z.input<typeof ProviderFields>;

/** Name and address of each kind; upper case marks what the administrator replaces. */
export const presets = {
  google: { name: 'Google', base_url: 'https://accounts.google.com' },
  microsoft: { name: 'Microsoft', base_url: 'https://login.microsoftonline.com/TENANT/v2.0' },
  okta: { name: 'Okta', base_url: 'https://COMPANY.okta.com' },
  jumpcloud: { name: 'JumpCloud', base_url: 'https://oauth.id.jumpcloud.com/' },
  custom: { name: '', base_url: '' },
} as const satisfies Record<ProviderKind, { name: string; base_url: string }>;

export const kinds = Object.keys(presets) as ProviderKind[];

export function toForm(provider: Provider | undefined): Fields {
  if (!provider) {
    return {
      kind: 'google',
      ...presets.google,
      ...{ display_name: '', client_id: '', client_secret: '', enabled: true, link_by_email: false },
      ...{ trust_second_factor: false, acr_values: [], group_claim: '', group_mapping: [] },
    };
  }
  const { kind, name, base_url, client_id, client_secret, enabled, link_by_email, trust_second_factor } = provider;
  const { display_name, acr_values, group_claim, group_mapping } = provider;
  const plain = { kind, name, base_url, client_id, client_secret, enabled, link_by_email, trust_second_factor };
  return {
    ...plain,
    display_name: display_name ?? '',
    acr_values,
    group_claim: group_claim ?? '',
    group_mapping,
  };
}

/** Leaves directory sync as it is. An empty secret is unchanged. */
export function toRequest(fields: Fields, provider: Provider | undefined): BodyInputOf<typeof addProvider> {
  const sync = provider && {
    directory_sync_enabled: provider.directory_sync_enabled,
    directory_sync_interval: provider.directory_sync_interval,
    directory_sync_user_behavior: provider.directory_sync_user_behavior,
    directory_sync_admin_behavior: provider.directory_sync_admin_behavior,
    directory_sync_target: provider.directory_sync_target,
    directory_sync_group_match: provider.directory_sync_group_match.join(','),
    google_service_account_email: provider.google_service_account_email,
    admin_email: provider.admin_email,
    okta_dirsync_client_id: provider.okta_dirsync_client_id,
  };
  return { ...sync, ...fields, display_name: fields.display_name || null, group_claim: fields.group_claim || null };
}

/** Name and address for another kind: those of the preset, where the field has that of the former kind. */
export function switchKind(
  { name, base_url }: Pick<Fields, 'name' | 'base_url'>,
  from: ProviderKind,
  to: ProviderKind,
) {
  return {
    name: name === '' || name === presets[from].name ? presets[to].name : name,
    base_url: base_url === '' || base_url === presets[from].base_url ? presets[to].base_url : base_url,
  };
}
