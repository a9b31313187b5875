export { createIdentityProviders } from './identity-providers.feature.ts';
