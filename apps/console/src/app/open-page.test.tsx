import { signIn } from '@gatewarden/contract/auth';
import { getEssentials } from '@gatewarden/contract/settings';
import { getSetup } from '@gatewarden/contract/setup';
import { getUser } from '@gatewarden/contract/users';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { given } from '../../test/given.ts';
import { refuse, respond } from '../../test/respond.ts';
import { server, setSession } from '../../test/server.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { openPage } from './open-page.tsx';

const bob = given.user({ username: 'bob' });
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const address = () => window.location.pathname + window.location.search;

/** Opens the address as the browser would. */
async function open(path: string): Promise<ReturnType<typeof userEvent.setup>> {
  window.history.replaceState(null, '', path);
  // pages of earlier tests still listen to the window
  let isOpen = true;
  onTestFinished(() => {
    isOpen = false;
    window.history.replaceState(null, '', '/');
  });
  const { rerender } = render(<p>Loading</p>);
  const show = (page: ReactNode) => isOpen && act(() => rerender(page));
  await openPage({ queryClient: createQueryClient(), show, env: 'test' });
  return userEvent.setup();
}

async function signInAsBob(user: Awaited<ReturnType<typeof open>>): Promise<void> {
  server.use(respond(signIn, { user: bob, url: null }), respond(getUser, given.details(bob)));
  await user.type(await screen.findByRole('textbox', { name: 'Username or email' }), 'bob');
  await user.type(screen.getByLabelText('Password'), 'Secret-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('the page at an address', () => {
  beforeEach(() => {
    setSession(undefined);
    server.use(respond(getSetup, { required: false, token_valid: false }));
  });

  it('is sign-in for users who are not signed in, and leads to the page that they asked for', async () => {
    const user = await open('/me?q=1#top');
    expect(await heading('Sign in')).toBeVisible();
    await signInAsBob(user);
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
    expect(window.location.pathname).toBe('/me');
  });

  it('is sign-in in place of the start page', async () => {
    await open('/');
    expect(await heading('Sign in')).toBeVisible();
    expect(address()).toBe('/sign-in');
  });

  it('never leads to another host', async () => {
    const user = await open('/sign-in?return_to=//evil.example');
    await signInAsBob(user);
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
    expect(window.location.pathname).toBe('/me');
  });

  it('is the one that the browser goes back to', async () => {
    await open('/sign-in');
    setSession(bob);
    server.use(respond(getUser, given.details(bob)));
    window.history.replaceState(null, '', '/me');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
  });

  it('is an error where there is no page', async () => {
    await open('/no/such/page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('is setup while there is no administrator', async () => {
    server.use(respond(getSetup, { required: true, token_valid: false }));
    await open('/users');
    expect(await heading('Create the first administrator')).toBeVisible();
    expect(window.location.pathname).toBe('/setup');
  });

  it('is shown once the server answers again', async () => {
    server.use(refuse(getEssentials, 429, 'rate_limited'));
    const user = await open('/sign-in');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.resetHandlers();
    await user.click(retry);
    expect(await heading('Sign in')).toBeVisible();
  });
});
