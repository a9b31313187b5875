export { createScim } from './scim.feature.ts';
export type { ScimSummary } from './scim-summary.ts';
