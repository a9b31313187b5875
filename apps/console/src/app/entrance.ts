import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../features/auth/index.ts';
import { setupQuery } from '../features/setup/index.ts';
import { isApiError } from '../lib/api-error.ts';

/** The page that a user who is not signed in has to start with; undefined for a signed-in user. */
export async function requiredEntrance(queryClient: QueryClient): Promise<'/setup' | '/sign-in' | undefined> {
  try {
    await queryClient.ensureQueryData(meQuery());
    return undefined;
  } catch (error) {
    if (!isApiError(error, 'unauthenticated')) throw error;
    return (await needsSetup(queryClient)) ? '/setup' : '/sign-in';
  }
}

/** Without an administrator no user can sign in. If the state is unknown, sign-in is the better guess. */
async function needsSetup(queryClient: QueryClient): Promise<boolean> {
  const setup = await queryClient.ensureQueryData(setupQuery()).catch(() => undefined);
  return setup?.required === true;
}
