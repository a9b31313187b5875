import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { listAllGateways } from '@gatewarden/contract/gateways';
import { listLocations } from '@gatewarden/contract/locations';
import { getPreferences, Preferences, setPreferences } from '@gatewarden/contract/preferences';
import { getLocationStats, getStats } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user();
const colorScheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

/** Stores what the console saves; returns the requests. */
function storing(initial = given.preferences()) {
  const saved: object[] = [];
  let stored = initial;
  server.use(
    respond(getUser, given.details(me)),
    respond(getPreferences, () => stored),
    respond(setPreferences, ({ body }) => {
      saved.push(body);
      stored = Preferences.parse({ ...stored, ...body });
      return stored;
    }),
  );
  return saved;
}

describe('preferences', () => {
  it('apply in every browser of the user', async () => {
    storing(given.preferences({ language: 'pl', color_scheme: 'dark' }));
    renderRoute('/me', { me });
    expect(await screen.findByRole('button', { name: 'Wyloguj się' })).toBeVisible();
    await waitFor(() => expect(colorScheme()).toBe('dark'));
  });

  it('are stored when they are chosen, and apply immediately', async () => {
    const saved = storing();
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Preferences' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    await waitFor(() => expect(colorScheme()).toBe('dark'));
    await waitFor(() => expect(saved).toEqual([{ color_scheme: 'dark' }]));
    await user.click(screen.getByRole('menuitemradio', { name: 'Polski' }));
    expect(await screen.findByRole('button', { name: 'Wyloguj się' })).toBeVisible();
    await waitFor(() => expect(saved).toEqual([{ color_scheme: 'dark' }, { language: 'pl' }]));
  });

  it('return to the stored ones, with a message, if they cannot be stored', async () => {
    storing(given.preferences({ color_scheme: 'light' }));
    server.use(refuse(setPreferences, 503, 'database_read_only'));
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Preferences' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(await screen.findByText('Could not save your preference')).toBeVisible();
    await waitFor(() => expect(colorScheme()).toBe('light'));
  });

  it('decide whether times have 12 hours', async () => {
    storing(given.preferences({ time_format: '12h' }));
    server.use(respond(listApiTokens, [given.apiToken()]));
    const { user } = renderRoute('/me/keys', { me });
    const [time] = await screen.findAllByText(/in \d+ (months|years)/);
    if (time) await user.hover(time);
    expect(await screen.findByText(/^01\/31\/2030, \d\d:00:00 [AP]M /)).toBeVisible();
  });

  it('decide how the overview shows locations, unless its address does', async () => {
    const saved = storing(given.preferences({ location_view: 'list' }));
    server.use(
      respond(listLocations, [givenNetwork.location()]),
      respond(listAllGateways, {}),
      respond(getStats, givenNetwork.stats()),
      respond(getLocationStats, givenNetwork.stats()),
    );
    const essentials = given.essentials({ default_location_view: 'grid' });
    const { user } = renderRoute('/overview', { me: given.admin(), essentials });
    expect(await screen.findByRole('table', { name: 'Locations' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Grid' }));
    expect(await screen.findByRole('list', { name: 'Locations' })).toBeVisible();
    await waitFor(() => expect(saved).toEqual([{ location_view: 'grid' }]));
  });
});
