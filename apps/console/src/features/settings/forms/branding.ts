import type { Branding } from '@gatewarden/contract/settings';
import type { z } from 'zod';

export type BrandingFields = z.infer<typeof Branding>;

/** The product's own logos among the console's files: what the server names while no other is set. */
export const productLogos = { main: '/svg/gatewarden-logo.svg', nav: '/svg/gatewarden-nav-logo.svg' } as const;

/** How an instance presents itself that nobody has changed. */
export const defaultBranding: BrandingFields = { instance_name: 'Gatewarden', main_logo_url: '', nav_logo_url: '' };

/** The product's own logos are no addresses that somebody entered. */
export function toForm({ instance_name, main_logo_url, nav_logo_url }: BrandingFields): BrandingFields {
  return {
    instance_name,
    main_logo_url: main_logo_url === productLogos.main ? '' : main_logo_url,
    nav_logo_url: nav_logo_url === productLogos.nav ? '' : nav_logo_url,
  };
}
