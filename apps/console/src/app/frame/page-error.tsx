import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { Forbidden } from '../../lib/forbidden.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ForbiddenState } from '../../ui/forbidden-state.tsx';
import { CrashState } from './crash-state.tsx';

/** In the place of a page that could not be shown: the frame around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof Forbidden) return <ForbiddenState />;
  if (!(error instanceof ApiError)) return <CrashState />;
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={retry} />;
}
