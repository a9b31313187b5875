import { lazy } from '../../../lib/lazy.tsx';

/** Loaded on first use. */
export const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}));
