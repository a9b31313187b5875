export type { ConsoleAnswer, ConsoleProofs } from './console-proofs.ts';
export type { EdgeAnswer, EdgeSignIn } from './edge-sign-in.ts';
export { answerOfCall, type FindPendingConnection, openidRefusals } from './identity-providers.edge.ts';
export { createIdentityProviders, type IdentityProviders } from './identity-providers.feature.ts';
