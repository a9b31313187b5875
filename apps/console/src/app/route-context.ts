import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { essentialsQuery } from '../features/settings/index.ts';
import type { RouteContext } from '../modules/parent-routes.ts';
import { requiredEntrance } from './entrance.ts';

export function createRouteContext(queryClient: QueryClient): RouteContext {
  return {
    queryClient,
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
