import type { AuthResponse, MfaInfo } from '@gatewarden/contract/auth';
import { useSignInVerification } from '../auth.queries.ts';
import type { StepProps } from './code-step.tsx';
import { FactorForm } from './factor-form.tsx';

/** Completes a sign-in, or reauthenticates, with a second factor. */
export function SecondStepForm(props: Omit<StepProps<AuthResponse>, 'verification'> & { factors: MfaInfo }) {
  return <FactorForm verification={useSignInVerification()} {...props} />;
}
