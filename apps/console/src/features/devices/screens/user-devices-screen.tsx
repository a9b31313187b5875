import { getRouteApi } from '@tanstack/react-router';
import { DeviceList } from '../components/device-list.tsx';

const route = getRouteApi('/signed-in/admin/users/$username/devices');

/** The devices of a person, for an administrator. */
export function UserDevicesScreen() {
  const { username } = route.useParams();
  return <DeviceList username={username} addLink={{ to: '/users/$username/devices/new', params: { username } }} />;
}
