import type { EdgeResponseOf } from '@gatewarden/contract/edge-endpoint';
import type { readEdge as contract } from '@gatewarden/contract/enrollment.edge';
import { defaultLogos, type SettingsService } from '../settings/index.ts';

/** What every page of the edge shows. */
export async function readEdge(
  settings: Pick<SettingsService, 'get'>,
  consoleUrl: string,
): Promise<EdgeResponseOf<typeof contract>> {
  const { instance_name, main_logo_url, client_download_url } = await settings.get();
  return {
    instance_name,
    main_logo_url: main_logo_url || defaultLogos.main,
    console_url: consoleUrl,
    client_download_url,
  };
}
