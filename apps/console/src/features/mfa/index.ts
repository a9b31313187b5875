export { ResetFactorsDialog } from './components/reset-factors-dialog.tsx';
export { SecondFactors } from './components/second-factors.tsx';
export { SuspendedSecurityKeys } from './components/suspended-security-keys.tsx';
