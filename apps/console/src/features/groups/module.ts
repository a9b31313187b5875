import { groupActivity } from '@gatewarden/contract/groups.names';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { searchOf, text } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, groupRoute, userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { groupsQuery } from './groups.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    groups: typeof english;
  }
}

const groupsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups',
  validateSearch: searchOf({ q: text(254), sort: text(254) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, groupsQuery());
    return loadTexts('groups', 'errors');
  },
  component: screen(() => import('./screens/groups-screen.tsx'), 'GroupsScreen'),
});

const addGroupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups/new',
  loader: texts('groups', 'users', 'errors'),
  component: screen(() => import('./screens/add-group-screen.tsx'), 'AddGroupScreen'),
});

groupRoute.update({ component: screen(() => import('./screens/group-frame.tsx'), 'GroupFrame') });

const membersRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: '/',
  validateSearch: searchOf({ q: text(254) }),
  component: screen(() => import('./screens/group-members-screen.tsx'), 'GroupMembersScreen'),
});

const groupLocationsRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: '/locations',
  component: screen(() => import('./screens/group-locations-screen.tsx'), 'GroupLocationsScreen'),
});

const groupSettingsRoute = createRoute({
  getParentRoute: () => groupRoute,
  path: '/settings',
  component: screen(() => import('./screens/group-settings-screen.tsx'), 'GroupSettingsScreen'),
});

const userGroupsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/groups',
  component: screen(() => import('./screens/user-groups-screen.tsx'), 'UserGroupsScreen'),
});

export const routes = {
  admin: [groupsRoute, addGroupRoute],
  group: [membersRoute, groupLocationsRoute, groupSettingsRoute],
  user: [userGroupsRoute],
} as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'people', to: '/groups', label: 'navigation.groups', icon: IconUsersGroup },
];

export const userTabs: readonly Tab[] = [{ to: '/users/$username/groups', label: 'users:page.groups' }];

export const eventAreas = {
  people: groupActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'groups:add.action',
    icon: IconPlus,
    link: { to: '/groups/new' },
    access: 'admin',
    words: 'search:words.add_group',
    createsOn: ['/groups'],
  },
];
