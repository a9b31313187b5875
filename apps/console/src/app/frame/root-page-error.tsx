import type { ErrorComponentProps } from '@tanstack/react-router';
import { FullPage } from '../../ui/full-page.tsx';
import { PageError } from './page-error.tsx';

/** Replaces a page without the frame of the console, such as consent, that could not be shown. */
export function RootPageError(props: ErrorComponentProps) {
  return (
    <FullPage>
      <PageError {...props} />
    </FullPage>
  );
}
