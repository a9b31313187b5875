import { listAuthorizedApps, listLauncherApps, removeAuthorizedApp } from '@gatewarden/contract/openid-apps';
import { getUser } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenApps } from '../../../test/given-apps.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user();

it('the first page of a user opens applications, below the state of the connection', async () => {
  server.use(respond(getUser, given.details(me)), respond(listLauncherApps, [givenApps.tile()]));
  renderRoute('/me', { me });
  const region = await screen.findByRole('region', { name: 'My applications' });
  const state = await screen.findByRole('heading', { level: 1 });
  expect(state.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const section = within(region);
  const link = section.getByRole('link', { name: 'Grafana' });
  expect(link).toHaveAttribute('href', 'https://grafana.example.com');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('the applications are the first page of a user if the VPN module is off', async () => {
  server.use(respond(listLauncherApps, [givenApps.tile()]));
  const { router } = renderRoute('/me', { me, essentials: given.essentials({ wireguard_enabled: false }) });
  expect(await screen.findByRole('link', { name: 'Grafana' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/me/applications');
});

it('an application loses its access in the profile', async () => {
  const apps = [givenApps.authorized(), givenApps.authorized({ id: 2, name: 'Wiki', client_id: 'wiki' })];
  server.use(
    respond(listAuthorizedApps, () => [...apps]),
    respond(removeAuthorizedApp, ({ params }) => {
      apps.splice(Number(params.id) - 1, 1);
      return null;
    }),
  );
  const { user } = renderRoute('/me/applications', { me });
  const row = within(await screen.findByRole('listitem', { name: 'Wiki' }));
  expect(row.getByText('Identity · Email')).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Remove access of Wiki' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the access of Wiki?' }));
  await user.click(dialog.getByRole('button', { name: 'Remove access' }));
  expect(await screen.findByText('Wiki no longer has access')).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'Grafana' })).toBeVisible();
  expect(screen.queryByRole('listitem', { name: 'Wiki' })).toBeNull();
});

it('access that was given stays removable while the module is off', async () => {
  const authorized_apps = [{ oauth2client_id: 1, user_id: 1, oauth2client_name: 'Grafana' }];
  server.use(respond(listAuthorizedApps, [givenApps.authorized()]));
  renderRoute('/me/applications', {
    me: given.user({ authorized_apps }),
    essentials: given.essentials({ openid_enabled: false }),
  });
  expect(await screen.findByRole('button', { name: 'Remove access of Grafana' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'My applications' })).toBeNull();
});
