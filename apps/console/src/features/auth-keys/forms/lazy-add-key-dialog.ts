import { lazy } from 'react';

/** Loaded on first use. */
export const AddKeyDialog = lazy(async () => ({ default: (await import('./add-key-dialog.tsx')).AddKeyDialog }));
