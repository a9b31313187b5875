import { createRoute } from '@tanstack/react-router';
import { screen, texts } from './screen.ts';
import { adminRoute } from './signed-in-routes.ts';

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

/** Below `adminRoute`. */
export const systemRoutes = [settingsRoute, mailSettingsRoute] as const;
