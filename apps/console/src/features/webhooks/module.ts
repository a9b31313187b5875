import { webhookActivity } from '@gatewarden/contract/webhooks.names';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { count, oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute, requireId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { conditions } from '../delivery/index.ts';
import type english from './texts/en.json';
import { webhooksQuery } from './webhooks.queries.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    webhooks: typeof english;
  }
}

const flag = 'webhooks_enabled';
const namespaces = ['webhooks', 'delivery', 'activity-log', 'errors'] as const;

const webhooksRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks',
  staticData: { flag },
  validateSearch: searchOf({ q: text(254), state: oneOf(conditions), sort: text(254) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage(flag)) fetchAhead(queryClient, webhooksQuery());
    return loadTexts(...namespaces);
  },
  component: screen(() => import('./screens/webhooks-screen.tsx'), 'WebhooksScreen'),
});

const newWebhookRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks/new',
  staticData: { flag },
  loader: texts(...namespaces),
  component: screen(() => import('./screens/new-webhook-screen.tsx'), 'NewWebhookScreen'),
});

const webhookRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/webhooks/$webhookId',
  staticData: { flag },
  beforeLoad: ({ params }) => requireId(params.webhookId),
  loader: texts(...namespaces),
  component: screen(() => import('./screens/webhook-frame.tsx'), 'WebhookFrame'),
});

const overviewRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/',
  component: screen(() => import('./screens/webhook-screen.tsx'), 'WebhookScreen'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/deliveries',
  /** The delivery whose details are shown. */
  validateSearch: searchOf({ delivery: count }),
  component: screen(() => import('./screens/deliveries-screen.tsx'), 'DeliveriesScreen'),
});

const settingsRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/settings',
  component: screen(() => import('./screens/webhook-settings-screen.tsx'), 'WebhookSettingsScreen'),
});

export const routes = {
  admin: [
    webhooksRoute,
    newWebhookRoute,
    webhookRoute.addChildren([overviewRoute, deliveriesRoute, settingsRoute] as const),
  ],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'applications',
    to: '/webhooks',
    label: 'navigation.webhooks',
    icon: IconWebhook,
    words: 'search:words.webhooks',
    flag,
  },
];

export const eventAreas = { applications: webhookActivity } as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    webhook_failing: {
      icon: IconWebhook,
      text: ({ details }) =>
        details['stopped'] === true ? 'home:item.webhooks.stopped' : 'home:item.webhooks.failing',
      action: ({ subject }) => ({
        label: 'home:item.webhooks.view',
        ...(subject ? { to: '/webhooks/$webhookId', params: { webhookId: subject.id } } : { to: '/webhooks' }),
      }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'webhooks:add.action',
    icon: IconPlus,
    link: { to: '/webhooks/new' },
    access: 'admin',
    words: 'search:words.add_webhook',
    flag,
    createsOn: ['/webhooks'],
  },
];
