import { apiTokenActivity } from '@gatewarden/contract/api-tokens.names';
import { IconCode, IconKey } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import type { EventAreas, HomeItems, PaletteEntry, Tab } from '../../modules/module.ts';
import { userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'api-tokens': typeof english;
  }
}

const userKeysRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/keys',
  loader: texts('api-tokens'),
  component: screen(() => import('./screens/user-keys-screen.tsx'), 'UserKeysScreen'),
});

/** Bookmarks of the time when tokens had a page of their own. */
const userTokensRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/tokens',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/users/$username/keys', params, replace: true });
  },
});

export const routes = { user: [userKeysRoute, userTokensRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/keys', label: 'users:page.keys' }];

export const eventAreas = {
  keys: apiTokenActivity,
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    token_expires: {
      icon: IconKey,
      text: () => 'home:item.api_tokens.expires',
      action: ({ details }) => ({
        to: '/users/$username/keys',
        params: { username: String(details['username']) },
        label: 'home:item.api_tokens.view',
      }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'setting',
    label: 'api-tokens:list.title',
    icon: IconCode,
    link: { to: '/me' },
    access: 'user',
    within: 'shell.profile',
    words: 'search:words.tokens',
  },
];
