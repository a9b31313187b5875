import { useMe } from '../../auth/index.ts';
import { AddDeviceScreen } from './add-device-screen.tsx';

/** The wizard for the reader's own device. */
export function AddOwnDeviceScreen() {
  const { username } = useMe();
  return <AddDeviceScreen username={username} doneTo="/me" />;
}
