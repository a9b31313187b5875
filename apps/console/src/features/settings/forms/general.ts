import type { GeneralSettings, SettingsEssentials } from '@gatewarden/contract/settings';
import type { z } from 'zod';

export type GeneralFields = z.infer<typeof GeneralSettings>;

/** Default logos in the files of the console; the server sends their addresses when no other logo is set. */
export const productLogos = { main: '/svg/gatewarden-logo.svg', nav: '/svg/gatewarden-nav-logo.svg' } as const;

/** Branding of a new instance. */
export const defaultBranding = { instance_name: 'Gatewarden', main_logo_url: '', nav_logo_url: '' } as const;

/** The default logos are empty fields. */
export function withoutProductLogos(essentials: SettingsEssentials): SettingsEssentials {
  const { main_logo_url, nav_logo_url } = essentials;
  return {
    ...essentials,
    main_logo_url: main_logo_url === productLogos.main ? '' : main_logo_url,
    nav_logo_url: nav_logo_url === productLogos.nav ? '' : nav_logo_url,
  };
}

export function toForm(essentials: SettingsEssentials): GeneralFields {
  const { instance_name, main_logo_url, nav_logo_url, default_location_view } = withoutProductLogos(essentials);
  const { wireguard_enabled, openid_enabled, webhooks_enabled, worker_enabled } = essentials;
  return {
    ...{ instance_name, main_logo_url, nav_logo_url, default_location_view },
    ...{ wireguard_enabled, openid_enabled, webhooks_enabled, worker_enabled },
  };
}
