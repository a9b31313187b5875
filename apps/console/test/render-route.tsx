import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createConsole } from '../src/app/create-console.tsx';
import { setSession } from './server.ts';

interface Options {
  /** Who is signed in; nobody when absent. */
  me?: UserInfo;
  essentials?: SettingsEssentials;
}

/** Opens the console at a path, as a browser would. What the page asks for beyond `me` and the essentials, the test answers. */
export function renderRoute(path: string, { me, essentials }: Options = {}) {
  setSession(me, essentials);
  const history = createMemoryHistory({ initialEntries: [path] });
  const { element, router, queryClient } = createConsole({ history, env: 'test' });
  return { ...render(element), router, queryClient, user: userEvent.setup() };
}
