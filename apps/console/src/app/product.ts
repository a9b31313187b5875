/** Name and logo until those of the instance have loaded. */
export const productName = 'Gatewarden';
export const productLogo = '/svg/gatewarden-nav-logo.svg';
