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
  network: [
    'gateway_joined',
    'gateway_connected',
    'gateway_disconnected',
    'gateway_revoked',
    'gateway_removed',
    'gateway_token_rotated',
    'gateway_refused',
    'gateway_state_rejected',
    'gateway_state_partially_applied',
    'gateway_drift_repaired',
    'gateway_drift_persisted',
    'gateway_entries_omitted',
  ],
  connections: [
    'vpn_client_connected',
    'vpn_client_disconnected',
    'vpn_client_connected_mfa',
    'vpn_client_disconnected_mfa',
    'vpn_client_mfa_failed',
  ],
} as const satisfies EventAreas;
