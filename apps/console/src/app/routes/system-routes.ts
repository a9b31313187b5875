import { createRoute } from '@tanstack/react-router';
import { ActivitySearch } from '../../features/activity-log/index.ts';
import { screen, texts } from './screen.ts';
import { adminRoute } from './signed-in-routes.ts';

const activityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/activity',
  validateSearch: ActivitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('../../features/activity-log/screens/activity-screen.tsx'), 'ActivityScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  loader: texts('settings'),
  component: screen(() => import('../../features/settings/screens/settings-screen.tsx'), 'SettingsScreen'),
});

const mailSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/mail',
  loader: texts('settings'),
  component: screen(() => import('../../features/settings/screens/mail-settings-screen.tsx'), 'MailSettingsScreen'),
});

const securitySettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/security',
  loader: texts('settings'),
  component: screen(
    () => import('../../features/settings/screens/security-settings-screen.tsx'),
    'SecuritySettingsScreen',
  ),
});

/** Below `adminRoute`. */
export const systemRoutes = [activityRoute, settingsRoute, mailSettingsRoute, securitySettingsRoute] as const;
