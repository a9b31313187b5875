import { Outlet, useMatches } from '@tanstack/react-router';
import { useMe } from '../../features/auth/index.ts';
import { useEssentials } from '../../features/settings/index.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { ModuleOff } from './module-off.tsx';

/** Shows the page, unless it belongs to a module that is switched off and the user would have access to it. */
export function EnabledOutlet() {
  const essentials = useEssentials();
  const { is_admin } = useMe();
  const flag = useMatches({
    select: (matches) => {
      const isForbidden = !is_admin && matches.some(({ routeId }) => routeId === adminRoute.id);
      return isForbidden ? undefined : matches.find(({ staticData }) => staticData.flag)?.staticData.flag;
    },
  });
  return flag && !essentials[flag] ? <ModuleOff flag={flag} isAdmin={is_admin} /> : <Outlet />;
}
