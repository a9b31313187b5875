import type { LinkProps } from '@tanstack/react-router';

/** Link to the page of a device. */
export type DeviceLink = Pick<LinkProps, 'to' | 'params'>;

/** For its owner below their own pages, which need no permission; for administrators below the owner. */
export function deviceLink(deviceId: number, owner: string, { isOwn }: { isOwn: boolean }): DeviceLink {
  const id = String(deviceId);
  return isOwn
    ? { to: '/me/devices/$deviceId', params: { deviceId: id } }
    : { to: '/users/$username/devices/$deviceId', params: { username: owner, deviceId: id } };
}
