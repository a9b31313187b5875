import { getRouteApi } from '@tanstack/react-router';
import { DeviceList } from '../components/device-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/devices');

/** Devices of a user, for administrators. */
export function UserDevicesScreen() {
  const { username } = route.useParams();
  return <DeviceList username={username} addLink={{ to: '/users/$username/devices/new', params: { username } }} />;
}
