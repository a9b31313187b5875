export { NewRecoveryCodes } from './components/new-recovery-codes.tsx';
export { ReauthenticationForm } from './components/reauthentication-form.tsx';
export { ResetFactorsDialog } from './components/reset-factors-dialog.tsx';
export { SecondFactors } from './components/second-factors.tsx';
export { UserSecurityKeys } from './components/user-security-keys.tsx';
export { otpauthUri } from './otpauth-uri.ts';
export { SixDigitCode } from './six-digit-code.ts';
