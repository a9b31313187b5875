import { authActivity } from '@gatewarden/contract/auth.names';
import { createRoute } from '@tanstack/react-router';
import { searchOf, text } from '../../lib/search.ts';
import type { EventAreas } from '../../modules/module.ts';
import { rootRoute } from '../../modules/parent-routes.ts';
import { texts } from '../../modules/screen.ts';
import { isReturnPath } from './return-path.ts';
import { SignInScreen } from './screens/sign-in-screen.tsx';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    auth: typeof english;
  }
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: searchOf({
    /** Page to open afterwards; addresses outside the console are dropped. */
    return_to: (raw) => (typeof raw === 'string' && isReturnPath(raw) ? raw : undefined),
    /** Address of an application behind a reverse proxy; the server decides whether it redirects there. */
    r: text(4096),
  }),
  loader: texts('auth'),
  // Part of the main bundle, so that the first screen needs no further file; most of its code is shared with other
  // forms.
  component: SignInScreen,
});

export const routes = { root: [signInRoute] } as const;

export const eventAreas = {
  sign_in: authActivity,
  enrollment: ['password_changed', 'password_removed', 'password_changed_by_admin', 'password_reset'],
} as const satisfies EventAreas;
