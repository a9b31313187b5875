import { listActivity } from '@gatewarden/contract/activity-log';
import { listGroups } from '@gatewarden/contract/groups';
import { search } from '@gatewarden/contract/search';
import { getEssentials } from '@gatewarden/contract/settings';
import { getUser, listUsers } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { startPage } from './start-page.ts';

/** Opens an administrator page that needs no further requests. */
const openAsAdmin = (essentials = given.essentials()) => renderRoute('/settings', { me: given.admin(), essentials });

const pagesIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the navigation', () => {
  it('shows administrators all pages and marks the current one', async () => {
    openAsAdmin();
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(pagesIn(navigation)).toEqual([
      'Home',
      'VPN overview',
      'Locations',
      'Access control',
      'Devices',
      'Network devices',
      'Users',
      'Groups',
      'Identity sources',
      'Enrollment',
      'OpenID apps',
      'Webhooks',
      'YubiKeys',
      'Activity log',
      'Settings',
      'Versions',
      'Support',
    ]);
    expect(within(navigation).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows the current page in the list also when entries appear later', async () => {
    const resized: (() => void)[] = [];
    class Observer {
      constructor(callback: () => void) {
        resized.push(callback);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observer);
    onTestFinished(() => void vi.unstubAllGlobals());
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(() => shown.mockRestore());
    openAsAdmin();
    const current = within(await screen.findByRole('navigation', { name: 'Main navigation' })).getByRole('link', {
      name: 'Settings',
    });
    await waitFor(() => expect(shown.mock.contexts).toContain(current));
    shown.mockClear();
    for (const callback of resized) callback();
    expect(shown.mock.contexts).toContain(current);
  });

  it('omits disabled features', async () => {
    const off = { wireguard_enabled: false, openid_enabled: false, webhooks_enabled: false, worker_enabled: false };
    openAsAdmin(given.essentials(off));
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(pagesIn(navigation)).toEqual([
      'Home',
      'Users',
      'Groups',
      'Identity sources',
      'Enrollment',
      'Activity log',
      'Settings',
      'Versions',
      'Support',
    ]);
  });

  it('is absent for users without administrator rights', async () => {
    renderRoute('/settings', { me: given.user() });
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page', level: 1 })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Ada Lovelace/ })).toHaveAttribute('href', '/me');
  });

  it('collapses to icons with accessible names, and stays collapsed', async () => {
    const { user, unmount } = openAsAdmin();
    await user.click(await screen.findByRole('button', { name: 'Collapse the sidebar' }));
    expect(screen.getByRole('link', { name: 'Users' })).toBeInTheDocument();
    unmount();
    openAsAdmin();
    expect(await screen.findByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  });

  it.each([
    ['a page', 'Groups', '/groups'],
    ['the profile', /My profile/, '/me/security'],
    ['the logo', 'Gatewarden', '/home'],
    ['the logo on the start page', 'Gatewarden', '/home', '/home'],
  ])('is a drawer on a phone that closes after %s is chosen', async (_, name, path, from = '/settings') => {
    setWindowWidth(360);
    const me = given.admin();
    server.use(respond(listGroups, []), respond(listUsers, [me]), respond(getUser, given.details(me)));
    server.use(respond(listActivity, givenActivity.page([])));
    const essentials = given.essentials({ wireguard_enabled: false });
    const { user, router } = renderRoute(from, { me, essentials });
    await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('a page of the VPN module while it is off', () => {
  const essentials = given.essentials({ wireguard_enabled: false });
  const title = { name: 'The VPN module is off', level: 1 };

  it.each(['/overview', '/locations', '/locations/1/gateways', '/me/devices/new'])(
    'leads administrators from %s to the setting',
    async (path) => {
      renderRoute(path, { me: given.admin(), essentials });
      expect(await screen.findByRole('heading', title)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Open module settings' })).toHaveAttribute('href', '/settings#modules');
    },
  );

  it('does not exist for other users', async () => {
    renderRoute('/me/devices/new', { me: given.user(), essentials });
    expect(await screen.findByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    expect(screen.queryByRole('heading', title)).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  });

  it('shows users without access only that', async () => {
    renderRoute('/overview', { me: given.user(), essentials });
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  });
});

describe('startPage', () => {
  it('is the home page for administrators, and the profile for other users', () => {
    expect(startPage(given.admin())).toBe('/home');
    expect(startPage(given.user())).toBe('/me');
  });
});

describe('the command palette', () => {
  it('finds a user by any of their names', async () => {
    const grace = given.user({
      id: 2,
      username: 'grace',
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'gh@navy.mil',
    });
    const result = {
      kind: 'user',
      match: 'word',
      username: 'grace',
      first_name: 'Grace',
      last_name: 'Hopper',
    } as const;
    server.use(respond(search, [{ ...result, email: 'gh@navy.mil', is_active: true }]));
    server.use(respond(getUser, given.details(grace)));
    const { user, router } = openAsAdmin();
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /^Search, or/ }), 'navy');
    await user.click(await screen.findByRole('option', { name: /Grace Hopper/ }));
    expect(await screen.findByRole('heading', { name: 'Grace Hopper', level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toBe('/users/grace');
  });

  it('does not request the users without administrator rights', async () => {
    const asked: string[] = [];
    server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
    const { user } = renderRoute('/settings', { me: given.user() });
    await screen.findByRole('heading', { name: 'You don’t have access to this page', level: 1 });
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('option', { name: 'My profile' })).toBeVisible();
    server.events.removeAllListeners();
    expect(asked).not.toContain('/api/v1/user');
  });
});

describe('keyboard shortcuts', () => {
  it('open a page with g and a letter, but not while typing', async () => {
    server.use(respond(listGroups, []), respond(listUsers, [given.admin()]));
    const { user, router } = openAsAdmin();
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await user.keyboard('gu');
    await screen.findByRole('heading', { name: 'Users', level: 1 });
    await user.keyboard('/');
    expect(await screen.findByRole('searchbox')).toHaveFocus();
    await user.keyboard('gs');
    expect(router.state.location.pathname).toBe('/users');
  });

  it('open the palette with a slash on a page without a search field', async () => {
    server.use(respond(search, []));
    const { user } = openAsAdmin();
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await user.keyboard('/');
    await user.type(await screen.findByRole('combobox', { name: /^Search, or/ }), 'dark');
    expect(await screen.findByRole('option', { name: 'Appearance: Dark' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Settings' })).toBeNull();
  });
});

describe('the list of shortcuts', () => {
  it('opens with a question mark', async () => {
    const { user } = openAsAdmin();
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    await user.keyboard('{Shift>}?{/Shift}');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText('Search pages, people and actions')).toBeVisible();
  });
});

describe('a page that cannot be shown', () => {
  it('reports an unknown address and links to the home page', async () => {
    renderRoute('/no/such/page', { me: given.admin() });
    expect(await screen.findByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
  });

  it('reports an unreachable server and retries', async () => {
    server.use(refuse(getEssentials, 429, 'rate_limited'));
    const { user } = openAsAdmin();
    expect(await screen.findByRole('alert')).toHaveTextContent('The console cannot start');
    server.resetHandlers();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });
});
