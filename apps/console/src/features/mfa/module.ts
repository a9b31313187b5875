import { mfaActivity } from '@gatewarden/contract/mfa.names';
import { IconShieldLock, IconShieldOff } from '@tabler/icons-react';
import type { EventAreas, HomeItems, PaletteEntry } from '../../modules/module.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    mfa: typeof english;
  }
}

export const eventAreas = {
  second_factors: mfaActivity,
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    users_without_2fa: {
      icon: IconShieldOff,
      text: ({ subject }, username) =>
        subject?.id === username ? 'home:item.mfa.own_without' : 'home:item.mfa.without',
      action: ({ subject }, username) =>
        subject?.id === username
          ? { to: '/me/security', label: 'home:item.mfa.set_up' }
          : { to: '/users/$username', params: { username: subject?.id ?? '' }, label: 'home:item.mfa.view_user' },
    },
  },
  checklist: {
    two_factor: {
      icon: IconShieldLock,
      label: 'home:item.mfa.step',
      text: 'home:item.mfa.step_text',
      action: 'home:item.mfa.set_up',
      link: () => ({ to: '/me/security' }),
      resolves: ({ kind, subject }, username) => kind === 'users_without_2fa' && subject?.id === username,
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'setting',
    label: 'mfa:title',
    icon: IconShieldLock,
    link: { to: '/me' },
    access: 'user',
    within: 'shell.profile',
    words: 'search:words.two_factor',
  },
  {
    kind: 'setting',
    label: 'mfa:key.title',
    icon: IconShieldLock,
    link: { to: '/me' },
    access: 'user',
    within: 'shell.profile',
    words: 'search:words.passkey',
  },
];
