import { gatewayActivity } from '@gatewarden/contract/gateways.names';
import type { AttentionItem } from '@gatewarden/contract/home';
import { locationMfaActivity } from '@gatewarden/contract/location-mfa.names';
import { trafficActivity } from '@gatewarden/contract/traffic.names';
import { IconCertificate, IconRouteOff, IconRouter } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { searchOf, text } from '../../lib/search.ts';
import type { EventAreas, HomeItems, LinkTarget, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, locationRoute, requireLocationId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { allGatewaysQuery } from './gateways.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    gateways: typeof english;
  }
}

const allGatewaysRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/gateways',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ q: text(128), sort: text(128) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage('wireguard_enabled')) fetchAhead(queryClient, allGatewaysQuery());
    return loadTexts('gateways', 'locations');
  },
  component: screen(() => import('./screens/all-gateways-screen.tsx'), 'AllGatewaysScreen'),
});

const gatewaysRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/gateways',
  loader: texts('gateways', 'devices'),
  component: screen(() => import('./screens/gateways-screen.tsx'), 'GatewaysScreen'),
});

// not below `locationRoute`: a gateway has a header of its own
const gatewayRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/$locationId/gateways/$gatewayId',
  staticData: { flag: 'wireguard_enabled' },
  beforeLoad: ({ params }) => requireLocationId({ params }),
  loader: texts('gateways', 'locations', 'traffic', 'activity-log'),
  component: screen(() => import('./screens/gateway-screen.tsx'), 'GatewayScreen'),
});

export const routes = { admin: [allGatewaysRoute, gatewayRoute], location: [gatewaysRoute] } as const;

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId/gateways', label: 'locations:menu.gateways' },
];

export const eventAreas = {
  network: gatewayActivity,
  connections: [...trafficActivity, ...locationMfaActivity],
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'gateways:list',
    within: 'locations:title',
    icon: IconRouter,
    link: { to: '/locations/gateways' },
    access: 'admin',
    words: 'search:words.gateways',
    flag: 'wireguard_enabled',
  },
];

function gatewaysOf(locationId: string): LinkTarget {
  return { to: '/locations/$locationId/gateways', params: { locationId } };
}

/** The page of the gateway that a condition is about. */
function pageOf({ details, subject }: AttentionItem): LinkTarget {
  return {
    to: '/locations/$locationId/gateways/$gatewayId',
    params: { locationId: String(details['location_id']), gatewayId: subject?.id ?? '' },
  };
}

export const homeItems: HomeItems = {
  attention: {
    gateway_down: {
      icon: IconRouter,
      text: ({ details }) => (details['is_last'] ? 'home:item.gateways.last_down' : 'home:item.gateways.down'),
      action: (item) => ({ ...pageOf(item), label: 'home:item.gateways.view' }),
    },
    forwarding_off: {
      icon: IconRouteOff,
      text: () => 'home:item.gateways.forwarding',
      action: (item) => ({ ...pageOf(item), label: 'home:item.gateways.forwarding_action' }),
    },
    certificate_expires: {
      icon: IconCertificate,
      text: () => 'home:item.gateways.certificate',
      action: () => ({ to: '/locations', label: 'home:item.gateways.view_locations' }),
    },
  },
  checklist: {
    gateway: {
      icon: IconRouter,
      label: 'home:item.gateways.step',
      text: 'home:item.gateways.step_text',
      action: 'home:item.gateways.step_action',
      link: ({ attention }) => {
        const location = attention.find(({ kind }) => kind === 'location_without_gateway')?.subject;
        return location ? gatewaysOf(location.id) : { to: '/locations' };
      },
      resolves: ({ kind }) => kind === 'location_without_gateway',
    },
  },
};
