import { enrollmentActivity } from '@gatewarden/contract/enrollment.names';
import { IconUserPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { searchOf, text } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { invitationsQuery } from './enrollment.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    enrollment: typeof english;
  }
}

const enrollmentRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/enrollment',
  validateSearch: searchOf({ sort: text(64) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, invitationsQuery());
    return loadTexts('enrollment', 'errors');
  },
  component: screen(() => import('./screens/enrollment-screen.tsx'), 'EnrollmentScreen'),
});

export const routes = { admin: [enrollmentRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'people',
    to: '/enrollment',
    label: 'navigation.enrollment',
    icon: IconUserPlus,
    words: 'search:words.enrollment',
  },
];

export const eventAreas = {
  enrollment: enrollmentActivity,
} as const satisfies EventAreas;
