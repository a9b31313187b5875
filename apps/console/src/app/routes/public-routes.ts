import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { isReturnPath } from '../../features/auth/index.ts';
import { SignInScreen } from '../../features/auth/screens/sign-in-screen.tsx';
import { rootRoute } from './root-route.ts';
import { screen, texts } from './screen.ts';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: z.object({
    /** Where to go afterwards; what is no page of ours is dropped. */
    return_to: z.string().refine(isReturnPath).optional().catch(undefined),
    /** Where an application behind a reverse proxy waits; the server decides whether anybody is sent there. */
    r: z.string().max(4096).optional().catch(undefined),
  }),
  loader: texts('auth'),
  // The first screen that people meet waits for no file of its own; nearly all of it is shared with every form.
  component: SignInScreen,
});

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: z.object({ token: z.coerce.string().max(128).optional().catch(undefined) }),
  loader: texts('setup'),
  component: screen(() => import('../../features/setup/screens/setup-screen.tsx'), 'SetupScreen'),
});
