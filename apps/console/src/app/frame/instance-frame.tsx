import type { ReactNode } from 'react';
import { useEssentials } from '../../features/settings/index.ts';
import { InstanceNameProvider } from '../../ui/page-title.tsx';

/** Around every page, signed in or not. */
export function InstanceFrame({ children }: { children: ReactNode }) {
  const { instance_name } = useEssentials();
  return <InstanceNameProvider value={instance_name}>{children}</InstanceNameProvider>;
}
