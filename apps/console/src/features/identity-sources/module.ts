import { IconAddressBook } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { NavigationEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { identitySourcesQuery } from './identity-sources.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'identity-sources': typeof english;
  }
}

const sourcesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/sources',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, identitySourcesQuery());
    return loadTexts('identity-sources', 'directory-sync', 'errors');
  },
  component: screen(() => import('./screens/sources-screen.tsx'), 'SourcesScreen'),
});

export const routes = { admin: [sourcesRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'people',
    to: '/sources',
    label: 'navigation.sources',
    icon: IconAddressBook,
    words: 'search:words.sources',
  },
];
