import { FullPage } from '../../ui/full-page.tsx';
import { PageNotFound } from './page-not-found.tsx';

/** Full page for an unknown address outside the signed-in frame. */
export function RootNotFound() {
  return (
    <FullPage>
      <PageNotFound />
    </FullPage>
  );
}
