import { gatewayActivity } from '@gatewarden/contract/gateways.names';
import { plannedActivity } from '@gatewarden/contract/planned.names';
import { trafficActivity } from '@gatewarden/contract/traffic.names';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, Tab } from '../../modules/module.ts';
import { locationRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    gateways: typeof english;
  }
}

const gatewaysRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/gateways',
  loader: texts('gateways', 'devices'),
  component: screen(() => import('./screens/gateways-screen.tsx'), 'GatewaysScreen'),
});

export const routes = { location: [gatewaysRoute] } as const;

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId/gateways', label: 'locations:menu.gateways' },
];

export const eventAreas = {
  network: gatewayActivity,
  connections: [...trafficActivity, ...plannedActivity.clientFactors],
} as const satisfies EventAreas;
