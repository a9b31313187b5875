export { createLocationMfa } from './location-mfa.feature.ts';
export { derivePresharedKey } from './preshared-key.ts';
