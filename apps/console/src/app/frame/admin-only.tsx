import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../features/auth/index.ts';
import { ForbiddenState } from '../../ui/forbidden-state.tsx';

/** Shows the page to administrators. Other users see that they have no access, also after they lose the role. */
export function AdminOnly() {
  return useMe().is_admin ? <Outlet /> : <ForbiddenState asPage />;
}
