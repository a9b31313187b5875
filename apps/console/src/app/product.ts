/** What stands for the instance until its own name and logo are known. */
export const productName = 'Gatewarden';
export const productLogo = '/svg/gatewarden-nav-logo.svg';
