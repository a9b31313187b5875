import type { Branding } from '@gatewarden/contract/settings';
import type { z } from 'zod';

export type BrandingFields = z.infer<typeof Branding>;

/** Default logos in the files of the console; the server sends their addresses when no other logo is set. */
export const productLogos = { main: '/svg/gatewarden-logo.svg', nav: '/svg/gatewarden-nav-logo.svg' } as const;

/** Branding of a new instance. */
export const defaultBranding: BrandingFields = { instance_name: 'Gatewarden', main_logo_url: '', nav_logo_url: '' };

/** Shows the default logos as empty fields. */
export function toForm({ instance_name, main_logo_url, nav_logo_url }: BrandingFields): BrandingFields {
  return {
    instance_name,
    main_logo_url: main_logo_url === productLogos.main ? '' : main_logo_url,
    nav_logo_url: nav_logo_url === productLogos.nav ? '' : nav_logo_url,
  };
}
