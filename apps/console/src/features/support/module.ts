import { supportActivity } from '@gatewarden/contract/support.names';
import { IconDownload, IconLifebuoy, IconMail } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { EventAreas, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { supportQuery } from './support.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    support: typeof english;
  }
}

const supportRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/support',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, supportQuery());
    return loadTexts('support', 'errors');
  },
  component: screen(() => import('./screens/support-screen.tsx'), 'SupportScreen'),
});

export const routes = { admin: [supportRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'system', to: '/support', label: 'navigation.support', icon: IconLifebuoy, words: 'search:words.support' },
];

export const eventAreas = { system: supportActivity } as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'support:log.title',
    icon: IconDownload,
    link: { to: '/support' },
    access: 'admin',
    within: 'support:title',
    words: 'search:words.support',
  },
  {
    kind: 'page',
    label: 'support:mail.title',
    icon: IconMail,
    link: { to: '/support' },
    access: 'admin',
    within: 'support:title',
    words: 'search:words.support',
  },
];
