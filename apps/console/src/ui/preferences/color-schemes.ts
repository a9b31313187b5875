import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

/** Available color schemes; `auto` follows the system. */
export const colorSchemes = [
  { value: 'light', label: 'shell.light', icon: IconSun },
  { value: 'dark', label: 'shell.dark', icon: IconMoon },
  { value: 'auto', label: 'shell.system', icon: IconDeviceDesktop },
] as const;
