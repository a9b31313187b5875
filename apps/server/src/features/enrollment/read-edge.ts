import type { EdgeResponseOf } from '@gatewarden/contract/edge-endpoint';
import type { readEdge as contract } from '@gatewarden/contract/enrollment.edge';
import type { IdentityProviders } from '../identity-providers/index.ts';
import { defaultLogos, type InlineLogo, type SettingsService } from '../settings/index.ts';

interface Sources {
  readonly settings: Pick<SettingsService, 'get'> & InlineLogo;
  readonly listProviders: IdentityProviders['listEnabled'];
  readonly consoleUrl: string;
}

/** What every page of the edge shows. */
export async function readEdge({
  settings,
  listProviders,
  consoleUrl,
}: Sources): Promise<EdgeResponseOf<typeof contract>> {
  const { instance_name, main_logo_url, client_download_url, wireguard_enabled } = await settings.get();
  return {
    instance_name,
    main_logo_url: (await settings.inlineLogo(main_logo_url)) || defaultLogos.main,
    console_url: consoleUrl,
    client_download_url,
    // a sign-in at one leads to a token for a client
    openid_providers: wireguard_enabled ? await listProviders() : [],
  };
}
