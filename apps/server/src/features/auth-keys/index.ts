export { createAuthKeys } from './auth-keys.feature.ts';
export type { AuthKeysService, KeyPair, ParsedKey } from './auth-keys.service.ts';
