import type { Settings } from '@gatewarden/contract/settings';

/** Paths of the product's logos among the console's files. */
export const defaultLogos = { main: '/svg/gatewarden-logo.svg', nav: '/svg/gatewarden-nav-logo.svg' } as const;

/** An empty logo address stands for the product's logo. */
export function withDefaultLogos(settings: Settings): Settings {
  return {
    ...settings,
    main_logo_url: settings.main_logo_url || defaultLogos.main,
    nav_logo_url: settings.nav_logo_url || defaultLogos.nav,
  };
}
