/** How a device connects: with the VPN client, or with the WireGuard app and a configuration file. */
export const deviceWays = ['client', 'wireguard'] as const;
export type DeviceWay = (typeof deviceWays)[number];
