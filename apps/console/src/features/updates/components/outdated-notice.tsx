import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { loadTexts } from '../../../i18n/i18n.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { outdatedQuery } from '../updates.queries.ts';

// most of the time there is nothing to report
const OutdatedBanner = lazy(async () => {
  const [file] = await Promise.all([import('./outdated-banner.tsx'), loadTexts('updates')]);
  return { default: file.OutdatedBanner };
});

/** Tells administrators about gateways and edges that are older than the server, above every page. */
export function OutdatedNotice() {
  const { data } = useQuery(outdatedQuery());
  return data && data.gateways.length + data.edges.length > 0 ? (
    <Suspense>
      <OutdatedBanner outdated={data} />
    </Suspense>
  ) : null;
}
