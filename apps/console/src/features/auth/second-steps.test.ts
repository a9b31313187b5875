import { expect, it } from 'vitest';
import { secondStepsOf } from './second-steps.ts';

const both = { totp_available: true, webauthn_available: true, email_available: false };

it('offers the chosen method first, and a recovery code last', () => {
  expect(secondStepsOf({ ...both, mfa_method: 'OneTimePassword' })).toEqual(['totp', 'webauthn', 'recovery']);
  expect(secondStepsOf({ ...both, mfa_method: 'Webauthn' })).toEqual(['webauthn', 'totp', 'recovery']);
});

it('omits methods that are not available', () => {
  const onlyApp = { ...both, webauthn_available: false, mfa_method: 'Webauthn' } as const;
  expect(secondStepsOf(onlyApp)).toEqual(['totp', 'recovery']);
});
