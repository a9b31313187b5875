import { lazy } from '../../../lib/lazy.tsx';

/** Loaded on first use. */
export const AddKeyDialog = lazy(async () => ({ default: (await import('./add-key-dialog.tsx')).AddKeyDialog }));
