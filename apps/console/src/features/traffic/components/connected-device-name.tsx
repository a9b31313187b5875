import type { DeviceStats } from '@gatewarden/contract/traffic';
import type { UserInfo } from '@gatewarden/contract/users';
import { TextLink } from '../../../ui/links.tsx';

interface Props {
  device: DeviceStats;
  /** Absent for a network device, which has no page. */
  user: UserInfo | undefined;
}

/** Link to the page of a device of a user. */
export function ConnectedDeviceName({ device: { id, name }, user }: Props) {
  if (!user) return name;
  return (
    <TextLink
      to="/users/$username/devices/$deviceId"
      params={{ username: user.username, deviceId: String(id) }}
      inherit
    >
      {name}
    </TextLink>
  );
}
