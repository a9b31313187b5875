import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { UserInfo } from '@gatewarden/contract/users';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createConsole } from '../src/app/create-console.tsx';
import { createQueryClient } from '../src/lib/query-client.ts';
import { setSession } from './server.ts';

interface Options {
  /** The signed-in user; absent: signed out. */
  me?: UserInfo;
  essentials?: SettingsEssentials;
}

/** Opens the console at a path. The test adds handlers for requests other than `me` and the essentials. */
export function renderRoute(path: string, { me, essentials }: Options = {}) {
  setSession(me, essentials);
  const history = createMemoryHistory({ initialEntries: [path] });
  const queryClient = createQueryClient();
  const { element, router } = createConsole({ queryClient, history, env: 'test' });
  return { ...render(element), router, queryClient, user: userEvent.setup() };
}
