import { activityLogActivity } from '@gatewarden/contract/activity-log.names';
import { IconHistory } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, NavigationEntry } from '../../modules/module.ts';
import { adminRoute, signedInRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { activitySearch } from './activity-search.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'activity-log': typeof english;
  }
}

const activityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/activity',
  validateSearch: activitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('./screens/activity-screen.tsx'), 'ActivityScreen'),
});

const ownActivityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/activity',
  validateSearch: activitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('./screens/own-activity-screen.tsx'), 'OwnActivityScreen'),
});

export const routes = { signedIn: [ownActivityRoute], admin: [activityRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'system', to: '/activity', label: 'navigation.activity', icon: IconHistory },
];

export const eventAreas = {
  system: [
    ...activityLogActivity,
    'activity_log_stream_created',
    'activity_log_stream_removed',
    'activity_log_stream_modified',
  ],
  // events of features without a folder in the console
  applications: [
    'open_id_app_added',
    'open_id_app_removed',
    'open_id_app_modified',
    'open_id_app_state_changed',
    'open_id_provider_modified',
    'open_id_provider_removed',
    'web_hook_added',
    'web_hook_removed',
    'web_hook_modified',
    'web_hook_state_changed',
  ],
  enrollment: [
    'enrollment_token_added',
    'enrollment_started',
    'enrollment_completed',
    'enrollment_device_added',
    'password_reset_requested',
    'password_reset_started',
    'password_reset_completed',
  ],
} as const satisfies EventAreas;
