import { listAccessAliases, listAccessRules, listRuleHits } from '@gatewarden/contract/access';
import { previewStop } from '@gatewarden/contract/emergency-stop';
import { listGroups } from '@gatewarden/contract/groups';
import { getHealth } from '@gatewarden/contract/info';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { type SearchResult, search } from '@gatewarden/contract/search';
import { getSettings } from '@gatewarden/contract/settings';
import { getTrafficStorage } from '@gatewarden/contract/traffic-history';
import { getUser, listUsers } from '@gatewarden/contract/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { clearRecents, readRecents } from '../../features/search/index.ts';

const owner = { username: 'emma.walker', first_name: 'Emma', last_name: 'Walker' };
const user = { kind: 'user', match: 'start', ...owner, email: 'emma@example.com', is_active: true } as const;
const group = { kind: 'group', match: 'exact', id: 2, name: 'Engineering' } as const;
const device = {
  kind: 'device' as const,
  match: 'exact' as const,
  id: 7,
  name: 'Travel laptop',
  public_key: 'kkkk',
  address: ['10.20.0.92'],
  owner,
} satisfies SearchResult;
const gateway = {
  kind: 'gateway',
  match: 'exact',
  id: '3f0c1c7e-7a0e-4a52-9c0e-6f0d2f8b9a11',
  name: 'waw-gw',
  ip: null,
  location_id: 1,
  location_name: 'Warsaw',
} as const;

const ended = {
  ...{ sessions: 0, tokens: 0, devices: 0, recent_devices: 0, keys: 0, recovery_codes: 0 },
  authenticator: false,
};

const rule = { kind: 'access_rule', match: 'exact', id: 4, name: 'NC web' } as const;
const alias = { kind: 'access_alias', match: 'exact', id: 5, name: 'Build servers' } as const;
const printer = {
  ...{ kind: 'network_device' as const, match: 'exact' as const, id: 9, name: 'Printer' },
  ...{ address: ['10.20.0.7'], location_name: 'Warsaw' },
} satisfies SearchResult;

/** Core finds these for their words. */
const objects: Readonly<Record<string, SearchResult>> = {
  engineering: group,
  'travel laptop': device,
  'waw-gw': gateway,
  '10.20.0.92': device,
  emma: user,
  'nc web': rule,
  'build servers': alias,
  printer,
};

async function openPalette(me = given.admin(), path = '/settings') {
  server.use(respond(search, ({ query }) => [objects[query.get('q') ?? '']].filter((each) => each !== undefined)));
  const { user: hands, router, unmount } = renderRoute(path, { me });
  await screen.findAllByRole('heading', { level: 1 });
  await hands.keyboard('{Control>}k{/Control}');
  return { hands, router, unmount, field: await screen.findByRole('combobox', { name: /^Search, or/ }) };
}

it.each([
  ['engineering', 'Engineering'],
  ['travel laptop', /^Travel laptop/],
  ['device', 'Add device'],
  ['waw-gw', /^waw-gw/],
  ['10.20.0.92', /^Travel laptop.*10\.20\.0\.92/],
  ['nc web', 'NC web'],
  ['build servers', 'Build servers'],
  ['printer', /^Printer.*Warsaw · 10\.20\.0\.7/],
  ['retention', /^Stored traffic/],
  ['dark', 'Appearance: Dark'],
  ['sign out', 'Sign out'],
  ['export', /^Export/],
  ['smtp', /^Email \(SMTP\)/],
  ['add group', 'Add group'],
  ['2fa', /^Two-factor authentication/],
  ['/connect', /^Connect a device/],
  ['logo', /^Logo at sign-in/],
  ['language', /한국어/],
])('finds "%s"', async (text, name) => {
  const { hands, field } = await openPalette();
  await hands.type(field, text);
  expect(await screen.findByRole('option', { name })).toBeVisible();
});

it.each([
  ['nc web', 'NC web', '/access-rules/4'],
  ['build servers', 'Build servers', '/access-rules/aliases'],
  ['printer', /^Printer/, '/network-devices/9/traffic'],
  ['retention', /^Stored traffic/, '/settings/traffic'],
])('opens the page of what "%s" finds', async (text, name, path) => {
  server.use(
    ...[respond(listAccessRules, []), respond(listRuleHits, []), respond(listAccessAliases, [])],
    ...[respond(listNetworkDevices, []), respond(getSettings, givenSettings())],
    respond(getTrafficStorage, {
      ...{ bytes: 0, expected_bytes: null, detail_bytes_per_day: null, history_bytes_per_day: null },
    }),
  );
  const { hands, router, field } = await openPalette();
  await hands.type(field, text);
  await hands.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

it('is a dialog with a name', async () => {
  const { field } = await openPalette();
  expect(screen.getByRole('dialog', { name: 'Search' })).toContainElement(field);
});

it('highlights the first result, and opens another one with the keys', async () => {
  server.use(respond(listGroups, []));
  const { hands, router, field } = await openPalette();
  await hands.type(field, 'group');
  const options = await screen.findAllByRole('option', { name: /group/i });
  expect(options[0]).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id);
  await hands.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/groups/));
  expect(screen.queryByRole('combobox', { name: /^Search, or/ })).not.toBeInTheDocument();
});

it('does not move results that are shown once the highlight has moved', async () => {
  let answer = (_: SearchResult[]) => {};
  const { hands, field } = await openPalette();
  server.use(respond(search, () => new Promise((resolve) => (answer = resolve))));
  await hands.type(field, 'group');
  await screen.findAllByRole('option');
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  const before = names();
  await hands.keyboard('{ArrowDown}');
  await waitFor(() => {
    answer([{ ...group, name: 'group' }]);
    expect(names()).toHaveLength(before.length + 1);
  });
  expect(names()).toEqual([...before, 'group']);
});

it('shows the actions of an object with →, and goes back with Escape', async () => {
  const { hands, router, field } = await openPalette();
  await hands.type(field, 'emma');
  await screen.findByRole('option', { name: /Emma Walker/ });
  await hands.keyboard('{ArrowRight}');
  const actions = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(actions).toEqual([
    'Open',
    'Edit',
    'View devices',
    'Add device',
    'Disable account',
    'Revoke all access',
    'Copy email',
  ]);
  await hands.keyboard('{Escape}');
  expect(await screen.findByRole('combobox', { name: /^Search, or/ })).toHaveFocus();
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Search, or/ })).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/settings');
});

it('signs a person out, found by that word, in the dialog of their page', async () => {
  const details = given.details(
    given.user({ id: 7, username: owner.username, first_name: 'Emma', last_name: 'Walker' }),
  );
  server.use(respond(getUser, details), respond(previewStop, ended));
  const { hands, router, field } = await openPalette();
  await hands.type(field, 'emma');
  await screen.findByRole('option', { name: /Emma Walker/ });
  await hands.keyboard('{ArrowRight}');
  await hands.type(screen.getByRole('combobox', { name: 'Choose an action' }), 'sign out');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Revoke all access']);
  await hands.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Revoke all access for Emma Walker?' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/settings');
});

it('does not offer to revoke the own access', async () => {
  const { hands, field } = await openPalette(given.admin({ username: owner.username }));
  await hands.type(field, 'emma');
  await screen.findByRole('option', { name: /Emma Walker/ });
  await hands.keyboard('{ArrowRight}');
  await screen.findByRole('option', { name: 'Copy email' });
  expect(screen.queryByRole('option', { name: 'Revoke all access' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Disable account' })).toBeNull();
});

it('limits the results to actions after >, without a search for objects', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  const { hands, field } = await openPalette();
  await hands.type(field, '>add');
  await screen.findByRole('option', { name: 'Add group' });
  await screen.findByRole('option', { name: 'Add user' });
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['Add user', 'Add group']));
  expect(names.every((name) => name?.startsWith('Add'))).toBe(true);
  server.events.removeAllListeners();
  expect(asked).not.toContain('/api/v1/search');
});

it('lists what was opened last first, until sign-out', async () => {
  server.use(respond(listGroups, []), respond(listUsers, []));
  const { hands, field, unmount } = await openPalette();
  await hands.type(field, 'engineering');
  await hands.click(await screen.findByRole('option', { name: 'Engineering' }));
  unmount();
  await openPalette();
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('Engineering');
  expect(screen.getByText('Recent')).toBeVisible();
  clearRecents();
  expect(readRecents(given.admin().id)).toEqual([]);
});

it('says that the search failed, and retries', async () => {
  const { hands, field } = await openPalette();
  server.use(failNetwork(search));
  await hands.type(field, 'engineering');
  expect(await screen.findByText('Couldn’t search users, devices and locations.')).toBeVisible();
  server.use(respond(search, [group]));
  await hands.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: 'Engineering' })).toBeVisible();
});

it('finds pages and actions without a connection, says what cannot be searched, and searches when it is back', async () => {
  const { hands, field } = await openPalette();
  await hands.type(field, 'group');
  await screen.findByRole('option', { name: 'Add group' });
  server.use(http.all('*/api/v1/*', () => HttpResponse.error()));
  await act(async () => void window.dispatchEvent(new Event('offline')));
  await hands.clear(field);
  await hands.type(field, 'engineering');
  const unavailable = 'Can’t reach the server. You can’t search users, devices and locations right now.';
  expect(await screen.findByText(unavailable)).toBeVisible();
  await hands.clear(field);
  await hands.type(field, 'group');
  expect(await screen.findByRole('option', { name: 'Add group' })).toBeVisible();
  // the search waits for a pause in typing
  expect(await screen.findByText(unavailable)).toBeVisible();
  await hands.clear(field);
  await hands.type(field, 'engineering');
  server.use(respond(getHealth, 'alive'), respond(search, [group]));
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('option', { name: 'Engineering' })).toBeVisible();
  expect(screen.queryByText(unavailable)).toBeNull();
});

it('says that nothing was found', async () => {
  const { hands, field } = await openPalette();
  await hands.type(field, 'qqqq');
  expect(await screen.findByText('No results for “qqqq”')).toBeVisible();
  expect(screen.getByText('0 results')).toBeInTheDocument();
});

it('finds own pages and devices for users without administrator rights, and no others', async () => {
  const { hands, field } = await openPalette(given.user());
  await screen.findByRole('option', { name: 'My activity' });
  await screen.findByRole('option', { name: 'Add device' });
  const all = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(all).toEqual(expect.arrayContaining(['My profile', 'My activity', 'Add device', 'Sign out']));
  expect(all).not.toContain('Users');
  await hands.type(field, 'travel laptop');
  expect(await screen.findByRole('option', { name: /^Travel laptop/ })).toBeVisible();
});

it('does not end at a syllable that is being composed', async () => {
  const { field, router } = await openPalette();
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(field).toBeVisible();
  expect(router.state.location.pathname).toBe('/settings');
});

it('creates an object of the list with c, and elsewhere asks what to create', async () => {
  server.use(respond(listUsers, [given.admin()]), respond(listGroups, []));
  const { user: hands, router } = renderRoute('/settings', { me: given.admin() });
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  await hands.keyboard('c');
  const list = await screen.findByRole('listbox', { name: 'Results' });
  expect(await within(list).findByRole('option', { name: 'Add location' })).toBeVisible();
  expect(within(list).queryByRole('option', { name: 'Settings' })).toBeNull();
  await hands.keyboard('{Escape}gu');
  await screen.findByRole('heading', { name: 'Users', level: 1 });
  await hands.keyboard('c');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ add: true }));
});
