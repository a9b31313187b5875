import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/error-state.tsx';
import { FullPage } from '../ui/full-page.tsx';
import { InstanceNameProvider } from '../ui/page-title.tsx';
import { type ProviderOptions, Providers } from '../ui/providers.tsx';
import { useAddress } from './address.ts';
import { edgeQuery } from './edge.queries.ts';
import { EdgeProvider } from './edge-context.ts';
import { ClientPage } from './pages/client-page.tsx';
import { EnrollmentPage } from './pages/enrollment-page.tsx';
import { EntryPage } from './pages/entry-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { OpenidCallbackPage } from './pages/openid-callback-page.tsx';
import { OpenidConnectedPage, OpenidConnectPage } from './pages/openid-connect-page.tsx';
import { PasswordResetPage } from './pages/password-reset-page.tsx';
import { TimeOverPage } from './pages/time-over-page.tsx';
import type english from './texts/en.json';

declare module '../i18n/resources.ts' {
  interface Texts {
    edge: typeof english;
  }
}

const pages: Readonly<Record<string, typeof EntryPage>> = {
  '/': EntryPage,
  '/client': ClientPage,
  '/enrollment': EnrollmentPage,
  '/password-reset': PasswordResetPage,
  '/timeout': TimeOverPage,
  '/openid/callback': OpenidCallbackPage,
  '/openid/mfa': OpenidConnectPage,
  '/openid/mfa/callback': OpenidConnectedPage,
};

/** The pages for people who are not signed in: enrollment, clients, password reset. */
export function EdgeApp(options: ProviderOptions) {
  return (
    <Providers {...options}>
      <EdgeFrame />
    </Providers>
  );
}

function EdgeFrame() {
  const { t } = useTranslation(['edge', 'common']);
  const { path } = useAddress();
  const edge = useQuery(edgeQuery());
  if (edge.isPending) {
    return (
      <FullPage>
        <Loader size={70} role="status" aria-label={t('common:loading')} />
      </FullPage>
    );
  }
  if (edge.isError) {
    return (
      <FullPage>
        <ErrorState
          asPage
          title={t('unavailable')}
          error={edge.error}
          onRetry={() => void edge.refetch()}
          retrying={edge.isFetching}
        />
      </FullPage>
    );
  }
  const Page = pages[path] ?? NotFoundPage;
  return (
    <InstanceNameProvider value={edge.data.instance_name}>
      <EdgeProvider value={edge.data}>
        <Page />
      </EdgeProvider>
    </InstanceNameProvider>
  );
}
