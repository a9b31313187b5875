import { IconDeviceDesktop } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { PaletteEntry, Tab } from '../../modules/module.ts';
import { userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    sessions: typeof english;
  }
}

const userSessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/sessions',
  loader: texts('sessions'),
  component: screen(() => import('./screens/user-sessions-screen.tsx'), 'UserSessionsScreen'),
});

export const routes = { user: [userSessionsRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/sessions', label: 'users:page.sessions' }];

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'setting',
    label: 'sessions:title',
    icon: IconDeviceDesktop,
    link: { to: '/me' },
    access: 'user',
    within: 'shell.profile',
    words: 'search:words.sessions',
  },
];
