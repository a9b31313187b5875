import { Suspense } from 'react';
import { lazy } from '../lib/lazy.tsx';
import type { RenameProps } from './rename-form.tsx';

// forms are a large part of a page that otherwise has none
const RenameForm = lazy(async () => ({ default: (await import('./rename-form.tsx')).RenameForm }));

/** Renames an item of a list. */
export function RenameDialog(props: RenameProps) {
  return (
    <Suspense>
      <RenameForm {...props} />
    </Suspense>
  );
}
