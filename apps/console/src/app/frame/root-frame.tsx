import { Outlet } from '@tanstack/react-router';
import { InstanceFrame } from './instance-frame.tsx';

/** Wraps every page, signed in or not. */
export function RootFrame() {
  return (
    <InstanceFrame>
      <Outlet />
    </InstanceFrame>
  );
}
