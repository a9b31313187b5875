import type { Platform } from './platform.ts';

/** Where to get the WireGuard app of a platform. */
export const appLinks = {
  macos: 'https://apps.apple.com/app/wireguard/id1451685025',
  windows: 'https://www.wireguard.com/install/',
  ios: 'https://apps.apple.com/app/wireguard/id1441195209',
  android: 'https://play.google.com/store/apps/details?id=com.wireguard.android',
  linux: 'https://www.wireguard.com/install/',
} as const satisfies Record<Platform, string>;
