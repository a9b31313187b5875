export { acceptClock } from './accept-clock.command.ts';
export { issueKey } from './issue-key.ts';
export { createLicence, type Licence } from './licence.feature.ts';
export type { LicenceService } from './licence.service.ts';
export { type Issuer, readIssuers } from './read-issuers.ts';
export { describeKey, verifyKey } from './verify-key.ts';
