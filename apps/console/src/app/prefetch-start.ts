import type { QueryClient } from '@tanstack/react-query';
import { meQuery, signInProvidersQuery } from '../features/auth/index.ts';
import { homeQuery } from '../features/home/index.ts';
import { preferencesQuery } from '../features/preferences/preferences.queries.ts';
import { essentialsQuery } from '../features/settings/index.ts';
import { prefetchTexts } from '../i18n/i18n.ts';
import { fetchAhead } from '../lib/fetch-ahead.ts';
import { startPage } from './shell/start-page.ts';

/** Pages for users who are not signed in. */
const publicPages = ['/sign-in', '/setup', '/auth/callback'];

/**
 * Requests at once what the page needs, as far as its address tells: on a slow line each wait that follows another is a
 * fifth of a second. The page handles failures when it reads the same itself.
 */
export function prefetchStart(queryClient: QueryClient, path: string): void {
  void queryClient.prefetchQuery(essentialsQuery());
  if (path === '/sign-in') void queryClient.prefetchQuery(signInProvidersQuery());
  if (publicPages.includes(path)) return;
  void queryClient.prefetchQuery(meQuery());
  void queryClient.prefetchQuery(preferencesQuery());
  prefetchConsole();
  prefetchStartPage(queryClient, path).catch(() => undefined);
}

/** Fetches the code of the console beyond sign-in. */
export function prefetchConsole(): void {
  ignoreFailure(import('./create-console.tsx'), import('./shell/signed-in-frame.tsx'));
}

/** The router knows the screen of an address, but it arrives with the code of the console. */
async function prefetchStartPage(queryClient: QueryClient, path: string): Promise<void> {
  const start = startPage(await queryClient.ensureQueryData(meQuery()));
  if (path !== '/' && path !== start) return;
  if (start === '/home') {
    fetchAhead(queryClient, homeQuery());
    prefetchTexts('home');
    ignoreFailure(import('../features/home/screens/home-screen.tsx'));
  }
  if (start === '/me') {
    prefetchTexts('profile', 'users', 'devices', 'mfa');
    ignoreFailure(
      import('../features/profile/screens/profile-frame.tsx'),
      import('../features/profile/screens/my-devices-screen.tsx'),
    );
  }
}

function ignoreFailure(...files: readonly Promise<unknown>[]): void {
  for (const file of files) file.catch(() => undefined);
}
