export { createAuthKeys } from './auth-keys.feature.ts';
export type { AuthKeysService } from './auth-keys.service.ts';
