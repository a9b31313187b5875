export { followAddress } from './follow-address.ts';
export { addMailCodesRoutes } from './mail-codes.routes.ts';
export { addMfaRoutes } from './mfa.routes.ts';
export { createMfaService, type MfaService } from './mfa.service.ts';
export { addSecurityKeyRoutes, presentSecurityKey } from './security-keys.routes.ts';
export { createSecurityKeys, type SecurityKeys } from './security-keys.ts';
export { deleteOldChallenges } from './webauthn-challenges.queries.ts';
