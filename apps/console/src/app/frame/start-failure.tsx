import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FullPage } from '../../ui/full-page.tsx';
import { CrashState } from './crash-state.tsx';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** The console could not start, mostly because the server is away. */
export function StartFailure({ error, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <FullPage>
      {error instanceof ApiError ? (
        <ErrorState asPage error={error} title={t('error.start_title')} onRetry={onRetry} />
      ) : (
        <CrashState />
      )}
    </FullPage>
  );
}
