import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { StartFailure } from './start-failure.tsx';

/** Shown when the console could not start, usually because the server is unreachable. */
export function StartError({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <StartFailure error={error} onRetry={() => void router.invalidate()} />;
}
