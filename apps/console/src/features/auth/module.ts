import { authActivity } from '@gatewarden/contract/auth.names';
import { IconLockExclamation } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, HomeItems } from '../../modules/module.ts';
import { rootRoute } from '../../modules/parent-routes.ts';
import { texts } from '../../modules/screen.ts';
import { SignInScreen } from './screens/sign-in-screen.tsx';
import { signInSearch } from './sign-in-search.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    auth: typeof english;
  }
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearch,
  loader: texts('auth'),
  component: SignInScreen,
});

export const routes = { root: [signInRoute] } as const;

export const eventAreas = {
  sign_in: authActivity,
  enrollment: ['password_changed', 'password_removed', 'password_changed_by_admin'],
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    failed_sign_ins: {
      icon: IconLockExclamation,
      text: ({ subject }) =>
        subject?.type === 'address' ? 'home:item.auth.failed_address' : 'home:item.auth.failed_user',
      action: ({ subject }) => ({
        to: '/activity',
        search: {
          time: '24h',
          event: ['user_login_failed', 'user_mfa_login_failed'],
          ...(subject?.type === 'address' ? { q: subject.id } : { person: [subject?.id] }),
        },
        label: 'home:item.auth.view_activity',
      }),
    },
  },
};
