/** Paths of the product's logos among the console's files. */
export const defaultLogos = { main: '/svg/gatewarden-logo.svg', nav: '/svg/gatewarden-nav-logo.svg' } as const;
