import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { CrashState } from './crash-state.tsx';

/** Shown when the console could not start, usually because the server is unreachable. */
export function StartError({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  return (
    <FullPage>
      {error instanceof ApiError ? (
        <ErrorState asPage error={error} title={t('error.start_title')} onRetry={() => void router.invalidate()} />
      ) : (
        <CrashState />
      )}
    </FullPage>
  );
}
