import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from '../features/auth/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';
import type { RouteContext } from '../modules/parent-routes.ts';
import { requiredEntrance } from './entrance.ts';

export function createRouteContext(queryClient: QueryClient): RouteContext {
  return {
    queryClient,
    canFetchAdminPage: (flag) =>
      queryClient.getQueryData(meQuery().queryKey)?.is_admin === true &&
      (!flag || queryClient.getQueryData(essentialsQuery().queryKey)?.[flag] === true),
    loadInstance: async () => {
      await queryClient.ensureQueryData(essentialsQuery());
    },
    requireSession: async (href) => {
      const entrance = await requiredEntrance(queryClient);
      if (entrance === '/setup') throw redirect({ to: entrance });
      if (entrance) throw redirect({ to: entrance, search: href === '/' ? {} : { return_to: href } });
    },
  };
}
