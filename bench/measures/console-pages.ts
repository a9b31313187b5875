import type { World } from '../world.ts';

/** Pages of the console that show each of its screens once, to an administrator. */
export async function consolePages(_world: World): Promise<{ name: string; path: string }[]> {
  return [
    { name: 'my profile', path: '/me' },
    { name: 'new device', path: '/me/devices/new' },
    { name: 'settings', path: '/settings' },
  ];
}
