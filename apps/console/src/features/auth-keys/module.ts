import { authKeyActivity } from '@gatewarden/contract/auth-keys.names';
import { IconKey } from '@tabler/icons-react';
import type { EventAreas, PaletteEntry } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'auth-keys': typeof english;
  }
}

export const eventAreas = {
  keys: authKeyActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'setting',
    label: 'auth-keys:list.title',
    icon: IconKey,
    link: { to: '/me' },
    access: 'user',
    within: 'shell.profile',
    words: 'search:words.keys',
  },
];
