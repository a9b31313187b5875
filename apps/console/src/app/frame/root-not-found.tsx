import { FullPage } from '../../ui/full-page.tsx';
import { PageNotFound } from './page-not-found.tsx';

/** An address that is no page at all. */
export function RootNotFound() {
  return (
    <FullPage>
      <PageNotFound />
    </FullPage>
  );
}
