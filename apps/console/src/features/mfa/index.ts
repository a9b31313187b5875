export { ReauthenticationForm } from './components/reauthentication-form.tsx';
export { ResetFactorsDialog } from './components/reset-factors-dialog.tsx';
export { SecondFactors } from './components/second-factors.tsx';
export { UserSecurityKeys } from './components/user-security-keys.tsx';
