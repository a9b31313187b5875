import { Outlet, useMatches } from '@tanstack/react-router';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { ModuleOff } from './module-off.tsx';
import { PageNotFound } from './page-not-found.tsx';

/**
 * Shows the page, unless it belongs to a module that is switched off. Administrators see how to switch it on; for other
 * users there is no such page.
 */
export function EnabledOutlet() {
  const essentials = useEssentials();
  const { is_admin } = useMe();
  const flag = useMatches({
    select: (matches) => {
      const isForbidden = !is_admin && matches.some(({ routeId }) => routeId === adminRoute.id);
      return isForbidden ? undefined : matches.find(({ staticData }) => staticData.flag)?.staticData.flag;
    },
  });
  if (!flag || essentials[flag]) return <Outlet />;
  return is_admin ? <ModuleOff flag={flag} /> : <PageNotFound />;
}
