import { endLocationSession, listLocationSessions } from '@gatewarden/contract/location-mfa';
import { getLocation } from '@gatewarden/contract/locations';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const path = '/locations/1/two-factor';

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  server.use(respond(getLocation, givenNetwork.location({ location_mfa_mode: 'internal' })));
});

it('lists who is connected until when, and disconnects a device', async () => {
  const sent: unknown[] = [];
  let sessions = [givenNetwork.locationSession()];
  server.use(
    respond(listLocationSessions, () => sessions),
    respond(endLocationSession, ({ params }) => {
      sent.push([params.id, params.deviceId]);
      sessions = [];
      return {};
    }),
  );
  const { user } = renderRoute(path, { me });
  const row = await screen.findByRole('row', { name: /Laptop/ });
  expect(within(row).getByRole('link', { name: 'Emma Stone' })).toHaveAttribute('href', '/users/emma');
  expect(within(row).getByRole('link', { name: 'Laptop' })).toHaveAttribute('href', '/users/emma/devices/5');
  expect(row).toHaveTextContent(/07\/13\/2026, \d+:00/);
  expect(row).toHaveTextContent('Authenticator app');
  await user.click(screen.getByRole('button', { name: 'Actions for Laptop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('Laptop was disconnected')).toBeVisible();
  expect(await screen.findByText('No two-factor sessions')).toBeVisible();
  expect(sent).toEqual([['1', '5']]);
});

it('says why a device could not be disconnected', async () => {
  server.use(
    respond(listLocationSessions, [givenNetwork.locationSession()]),
    refuse(endLocationSession, 404, 'location_session_not_found'),
  );
  const { user } = renderRoute(path, { me });
  await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByText('The device isn’t connected to this location anymore.')).toBeVisible();
});

it('ends the session of a device that is not connected', async () => {
  server.use(
    respond(listLocationSessions, [givenNetwork.locationSession({ is_connected: false })]),
    respond(endLocationSession, {}),
  );
  const { user } = renderRoute(path, { me });
  await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End session' }));
  const dialog = await screen.findByRole('dialog', { name: 'End the session of Laptop of Emma Stone?' });
  await user.click(within(dialog).getByRole('button', { name: 'End session' }));
  expect(await screen.findByText('Session of Laptop ended')).toBeVisible();
});
