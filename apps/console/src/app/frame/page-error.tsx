import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { CrashState } from './crash-state.tsx';

/** Replaces a page that could not be shown. The frame around it remains. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (!(error instanceof ApiError)) return <CrashState />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState asPage error={error} onRetry={retry} />;
}
