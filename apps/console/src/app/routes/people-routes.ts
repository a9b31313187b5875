import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ActivitySearch } from '../../features/activity-log/index.ts';
import { factorStates, userKinds, userStates } from '../../features/users/list-users.ts';
import { screen, texts } from './screen.ts';
import { adminRoute, signedInRoute } from './signed-in-routes.ts';

const text = z.coerce.string().max(254).optional().catch(undefined);

const myProfileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me',
  loader: texts('users', 'devices', 'auth-keys', 'mfa', 'sessions', 'api-tokens', 'emergency-stop'),
  component: screen(() => import('../../features/users/screens/my-profile-screen.tsx'), 'MyProfileScreen'),
});

const addOwnDeviceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/devices/new',
  loader: texts('devices'),
  component: screen(() => import('../../features/devices/screens/add-own-device-screen.tsx'), 'AddOwnDeviceScreen'),
});

const ownActivityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/activity',
  validateSearch: ActivitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('../../features/activity-log/screens/own-activity-screen.tsx'), 'OwnActivityScreen'),
});

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: z.object({
    q: text,
    show: z.enum(userKinds).optional().catch(undefined),
    state: z.enum(userStates).optional().catch(undefined),
    factor: z.enum(factorStates).optional().catch(undefined),
    group: text,
    sort: text,
    /** The form for a new person is open. */
    add: z.boolean().optional().catch(undefined),
  }),
  loader: texts('users', 'mfa', 'emergency-stop'),
  component: screen(() => import('../../features/users/screens/users-screen.tsx'), 'UsersScreen'),
});

// below another name than people's pages: somebody may be called `import`
const importUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/import/users',
  loader: texts('users'),
  component: screen(() => import('../../features/users/screens/import-users-screen.tsx'), 'ImportUsersScreen'),
});

const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username',
  loader: texts('users', 'devices', 'groups', 'auth-keys', 'mfa', 'emergency-stop'),
  component: screen(() => import('../../features/users/screens/user-frame.tsx'), 'UserFrame'),
});

const userDetailsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/',
  component: screen(() => import('../../features/users/screens/user-details-screen.tsx'), 'UserDetailsScreen'),
});

const userDevicesRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/devices',
  component: screen(() => import('../../features/devices/screens/user-devices-screen.tsx'), 'UserDevicesScreen'),
});

const userSessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/sessions',
  loader: texts('sessions'),
  component: screen(() => import('../../features/sessions/screens/user-sessions-screen.tsx'), 'UserSessionsScreen'),
});

const userKeysRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/keys',
  component: screen(() => import('../../features/auth-keys/screens/user-keys-screen.tsx'), 'UserKeysScreen'),
});

const userTokensRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/tokens',
  loader: texts('api-tokens'),
  component: screen(() => import('../../features/users/screens/user-tokens-screen.tsx'), 'UserTokensScreen'),
});

const userGroupsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/groups',
  component: screen(() => import('../../features/groups/screens/user-groups-screen.tsx'), 'UserGroupsScreen'),
});

const addUserDeviceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username/devices/new',
  loader: texts('devices'),
  component: screen(() => import('../../features/devices/screens/add-user-device-screen.tsx'), 'AddUserDeviceScreen'),
});

const groupsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups',
  validateSearch: z.object({ q: text, sort: text }),
  loader: texts('groups'),
  component: screen(() => import('../../features/groups/screens/groups-screen.tsx'), 'GroupsScreen'),
});

const addGroupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups/new',
  loader: texts('groups', 'users'),
  component: screen(() => import('../../features/groups/screens/add-group-screen.tsx'), 'AddGroupScreen'),
});

const groupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups/$groupId',
  loader: texts('groups', 'users'),
  component: screen(() => import('../../features/groups/screens/group-screen.tsx'), 'GroupScreen'),
});

/** Below `signedInRoute`. */
export const ownRoutes = [myProfileRoute, addOwnDeviceRoute, ownActivityRoute] as const;

/** Below `adminRoute`. */
export const peopleRoutes = [
  usersRoute,
  importUsersRoute,
  userRoute.addChildren([
    userDetailsRoute,
    userDevicesRoute,
    userGroupsRoute,
    userKeysRoute,
    userTokensRoute,
    userSessionsRoute,
  ]),
  addUserDeviceRoute,
  groupsRoute,
  addGroupRoute,
  groupRoute,
] as const;
