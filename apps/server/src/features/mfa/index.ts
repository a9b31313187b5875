export { chooseMethod } from './factors.ts';
export { createMfa } from './mfa.feature.ts';
export type { RemovedFactors } from './mfa.queries.ts';
export type { MfaService } from './mfa.service.ts';
export { type Passkeys, passkeyMinutes } from './passkeys.ts';
export { presentSecurityKey } from './security-keys.routes.ts';
export type { SecurityKeys } from './security-keys.ts';
export type { KeyRefusal } from './webauthn.ts';
export { deleteOldChallenges } from './webauthn-challenges.queries.ts';
