import { Outlet } from '@tanstack/react-router';
import { useEssentials } from '../../features/settings/index.ts';
import { InstanceNameProvider } from '../../ui/page-title.tsx';

/** Wraps every page, signed in or not. */
export function RootFrame() {
  const { instance_name } = useEssentials();
  return (
    <InstanceNameProvider value={instance_name}>
      <Outlet />
    </InstanceNameProvider>
  );
}
