import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from '../features/auth/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';
import { setupQuery } from '../features/setup/index.ts';
import { isApiError } from '../lib/api-error.ts';
import type { RouteContext } from '../modules/parent-routes.ts';

export function createRouteContext(queryClient: QueryClient): RouteContext {
  return {
    queryClient,
    loadInstance: async () => {
      await queryClient.ensureQueryData(essentialsQuery());
    },
    requireSession: async (href) => {
      try {
        await queryClient.ensureQueryData(meQuery());
      } catch (error) {
        if (!isApiError(error, 'unauthenticated')) throw error;
        if (await needsSetup(queryClient)) throw redirect({ to: '/setup' });
        throw redirect({ to: '/sign-in', search: href === '/' ? {} : { return_to: href } });
      }
    },
  };
}

/** Without an administrator no user can sign in. If the state is unknown, sign-in is the better guess. */
async function needsSetup(queryClient: QueryClient): Promise<boolean> {
  const setup = await queryClient.ensureQueryData(setupQuery()).catch(() => undefined);
  return setup?.required === true;
}
