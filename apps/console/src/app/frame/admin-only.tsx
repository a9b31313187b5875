import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../features/auth/index.ts';
import { ForbiddenState } from '../../ui/forbidden-state.tsx';

/** Shows the page to administrators; others, also who just ceased to be one, are told whom to ask. */
export function AdminOnly() {
  return useMe().is_admin ? <Outlet /> : <ForbiddenState asPage />;
}
