export { addAuthKeysRoutes } from './auth-keys.routes.ts';
export { createAuthKeysService } from './auth-keys.service.ts';
