import type { Assertion } from '@gatewarden/contract/security-keys';
import type { CodeStepName } from './second-steps.ts';

/** What a form of second factors does with them, such as completing a sign-in. */
export interface FactorVerification<Answer> {
  code(typed: { step: CodeStepName; code: string }): Promise<Answer>;
  /** The response of a security key or passkey to the challenge of the session. */
  key(response: Assertion): Promise<Answer>;
}
