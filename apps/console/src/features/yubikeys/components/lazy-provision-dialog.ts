import { lazy } from '../../../lib/lazy.tsx';

/** Loaded on first use. */
export const ProvisionDialog = lazy(async () => ({
  default: (await import('./provision-dialog.tsx')).ProvisionDialog,
}));
