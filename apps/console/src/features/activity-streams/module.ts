import { activityStreamActivity } from '@gatewarden/contract/activity-streams.names';
import { IconTransfer } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, HomeItems, PaletteEntry, SettingsTab } from '../../modules/module.ts';
import { settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'activity-streams': typeof english;
  }
}

const streamsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/streams',
  loader: texts('activity-streams', 'delivery', 'errors'),
  component: screen(() => import('./screens/streams-screen.tsx'), 'StreamsScreen'),
});

export const routes = { settings: [streamsRoute] } as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'log', to: '/settings/streams', label: 'settings:tabs.streams' },
];

export const eventAreas = { system: activityStreamActivity } as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    activity_stream_failing: {
      icon: IconTransfer,
      text: ({ details }) => (details['stopped'] === true ? 'home:item.streams.stopped' : 'home:item.streams.failing'),
      action: () => ({ to: '/settings/streams', label: 'home:item.streams.view' }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'settings:tabs.streams',
    icon: IconTransfer,
    link: { to: '/settings/streams' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.streams',
  },
];
