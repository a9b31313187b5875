import { IconPlus, IconShieldOff, IconUpload, IconUsers } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { flag, oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { factorStates, seenStates, userKinds, userStates } from './filter-users.ts';
import type english from './texts/en.json';
import { usersQuery } from './users.queries.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    users: typeof english;
  }
}

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: searchOf({
    q: text(254),
    show: oneOf(userKinds),
    state: oneOf(userStates),
    factor: oneOf(factorStates),
    seen: oneOf(seenStates),
    group: text(254),
    source: text(64),
    sort: text(254),
    /** The form for a new user is open. */
    add: flag,
  }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, usersQuery());
    return loadTexts('users', 'mfa', 'auth-keys', 'yubikeys', 'emergency-stop');
  },
  component: screen(() => import('./screens/users-screen.tsx'), 'UsersScreen'),
});

// not under `/users`: a user may be named `import`
const importUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/import/users',
  loader: texts('users', 'errors'),
  component: screen(() => import('./screens/import-users-screen.tsx'), 'ImportUsersScreen'),
});

userRoute.update({ component: screen(() => import('./screens/user-frame.tsx'), 'UserFrame') });

const userOverviewRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/',
  component: screen(() => import('./screens/user-overview-screen.tsx'), 'UserOverviewScreen'),
});

export const routes = { admin: [usersRoute, importUsersRoute], user: [userOverviewRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'people', to: '/users', label: 'navigation.users', icon: IconUsers, words: 'search:words.users' },
];

export const userTabs: readonly Tab[] = [{ to: '/users/$username', label: 'users:page.overview' }];

export const eventAreas = {
  people: ['user_added', 'user_removed', 'user_modified', 'user_groups_modified'],
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  checklist: {
    people: {
      icon: IconUsers,
      label: 'home:item.users.step',
      text: 'home:item.users.step_text',
      action: 'home:item.users.step_action',
      link: () => ({ to: '/users', search: { add: true } }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'users:add.action',
    icon: IconPlus,
    link: { to: '/users', search: { add: true } },
    access: 'admin',
    words: 'search:words.add_user',
    createsOn: ['/users'],
  },
  {
    kind: 'page',
    label: 'users:import.title',
    icon: IconUpload,
    link: { to: '/import/users' },
    access: 'admin',
    words: 'search:words.import',
  },
  {
    kind: 'page',
    label: 'users:view.no_factor',
    within: 'users:list.title',
    icon: IconShieldOff,
    link: { to: '/users', search: { factor: 'off' } },
    access: 'admin',
    words: 'search:words.two_factor',
  },
];
