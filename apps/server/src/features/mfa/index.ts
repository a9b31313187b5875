export { addMfaRoutes } from './mfa.routes.ts';
export { createMfaService, type MfaService } from './mfa.service.ts';
