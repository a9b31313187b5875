export { createIdentitySources } from './identity-sources.feature.ts';
