import { homeActivity } from '@gatewarden/contract/home.names';
import { IconHome } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { EventAreas, NavigationEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { homeQuery } from './home.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    home: typeof english;
  }
}

const homeRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/home',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, homeQuery());
    return loadTexts('home');
  },
  component: screen(() => import('./screens/home-screen.tsx'), 'HomeScreen'),
});

export const routes = { admin: [homeRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'start', to: '/home', label: 'navigation.home', icon: IconHome },
];

export const eventAreas = {
  system: homeActivity,
} as const satisfies EventAreas;
