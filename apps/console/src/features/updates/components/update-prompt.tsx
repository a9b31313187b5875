import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { updateQuery } from '../updates.queries.ts';

// most of the time there is no update
const UpdateToast = lazy(async () => {
  const [file] = await Promise.all([import('./update-toast.tsx'), loadTexts('updates')]);
  return { default: file.UpdateToast };
});

/** Announces a newer release to administrators. */
export function UpdatePrompt() {
  const { data: update } = useQuery(updateQuery());
  return update ? (
    <Suspense>
      <UpdateToast update={update} />
    </Suspense>
  ) : null;
}
