export { SignOutEverywhere } from './components/sign-out-everywhere.tsx';
export { StopDialog } from './components/stop-dialog.tsx';
