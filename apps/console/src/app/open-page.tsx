import type { ReactNode } from 'react';
import { parseSignInSearch, SignIn } from '../features/auth/index.ts';
import { clearRecents } from '../features/search/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { loadCode } from '../lib/load-code.ts';
import { type ProviderOptions, Providers } from '../ui/providers.tsx';
import { requiredEntrance } from './entrance.ts';
import { InstanceFrame } from './frame/instance-frame.tsx';
import { StartFailure } from './frame/start-failure.tsx';
import { prefetchConsole } from './prefetch-start.ts';

interface Options extends ProviderOptions {
  show: (page: ReactNode) => void;
}

/**
 * Shows the page at the browser's address. Sign-in is shown without the router and the features of the console, which are
 * fetched when the user starts to type; the console itself has the same sign-in for sessions that end in it.
 */
export async function openPage(options: Options): Promise<void> {
  try {
    await options.queryClient.ensureQueryData(essentialsQuery());
    await ((await isAtSignIn(options)) ? showSignIn(options) : showConsole(options));
  } catch (error) {
    const retry = () => void openPage(options);
    options.show(
      <Providers {...options}>
        <StartFailure error={error} onRetry={retry} />
      </Providers>,
    );
  }
}

/** Redirects the start page to sign-in without a session. Only the router knows which other addresses exist. */
async function isAtSignIn({ queryClient }: Options): Promise<boolean> {
  const { pathname } = window.location;
  if (pathname !== '/') return pathname === '/sign-in';
  if ((await requiredEntrance(queryClient)) !== '/sign-in') return false;
  window.history.replaceState(null, '', '/sign-in');
  return true;
}

async function showSignIn(options: Options): Promise<void> {
  // of a session that ended while no tab was open
  clearRecents();
  await loadTexts('auth');
  const left = new AbortController();
  const { signal } = left;
  const leave = () => {
    left.abort();
    void openPage(options);
  };
  window.addEventListener('popstate', leave, { signal });
  document.addEventListener('input', prefetchConsole, { signal, once: true });
  const onSignedIn = (path: string) => {
    window.history.replaceState(null, '', path);
    leave();
  };
  const search = parseSignInSearch(window.location.search);
  options.show(
    <Providers {...options}>
      <InstanceFrame>
        <SignIn search={search} onSignedIn={onSignedIn} />
      </InstanceFrame>
    </Providers>,
  );
}

async function showConsole(options: Options): Promise<void> {
  const { createConsole } = await loadCode(() => import('./create-console.tsx'));
  options.show(createConsole(options).element);
}
