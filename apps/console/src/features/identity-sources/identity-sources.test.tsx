import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSources } from '../../../test/given-sources.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const notSetUp = [givenSources.ldap({ state: 'not_set_up', synchronization: null }), givenSources.scim()];

const panelOf = async (name: string) => within(await screen.findByRole('region', { name }));

it('explains on an instance without sources how to set one up', async () => {
  server.use(respond(listIdentitySources, [givenSources.local(), ...notSetUp]));
  renderRoute('/sources', { me });
  expect(await screen.findByText('All users are managed here')).toBeVisible();
  const offered = within(screen.getByRole('list', { name: 'Add a source' }));
  const hrefs = offered.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/settings/ldap', '/settings/openid', '/settings/scim']);
});

it('shows what each source manages, how people sign in, and its last and next run', async () => {
  const sources = [givenSources.local(), givenSources.ldap(), givenSources.okta({ linked_accounts: 4 })];
  server.use(respond(listIdentitySources, [...sources, givenSources.scim()]));
  renderRoute('/sources', { me });
  const ldap = await panelOf('LDAP directory');
  expect(ldap.getByText('On')).toBeVisible();
  expect(ldap.getByRole('link', { name: '7' })).toHaveAttribute('href', '/users?source=ldap');
  expect(ldap.getByText('With the password of the directory')).toBeVisible();
  expect(ldap.getByText('Completed')).toBeVisible();
  expect(ldap.getByRole('link', { name: 'Settings of LDAP directory' })).toHaveAttribute('href', '/settings/ldap');
  const history = ldap.getByRole('link', { name: 'History of LDAP directory' });
  expect(history).toHaveAttribute('href', '/settings/directory/ldap');
  const okta = await panelOf('Okta');
  expect(okta.getByText('Linked sign-ins')).toBeVisible();
  expect(okta.getByText('4')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Where users and groups come from');
  const offered = within(screen.getByRole('list', { name: 'Add a source' }));
  expect(offered.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))).toEqual([
    'OpenID provider',
    'SCIM',
  ]);
});

it('shows what needs attention, and where it is resolved', async () => {
  const waiting = givenSources.ldap({ attention: ['sync_waiting'] }, { state: 'waiting', guard: 'removals' });
  const scim = { tokens: 0, last_used_at: null, last_request: null };
  const abandoned = givenSources.scim({ state: 'off', users: 3, scim, attention: ['no_token'] });
  server.use(respond(listIdentitySources, [givenSources.local(), waiting, abandoned]));
  renderRoute('/sources', { me });
  const ldap = await panelOf('LDAP directory');
  expect(ldap.getByText('Needs attention')).toBeVisible();
  expect(ldap.getByRole('link', { name: 'Review and confirm' })).toHaveAttribute('href', '/settings/directory/run/5');
  expect(ldap.getByText('After the confirmation')).toBeVisible();
  const other = await panelOf('SCIM');
  expect(other.getByText('No token')).toBeVisible();
  expect(other.queryByText('Next run')).toBeNull();
  expect(other.getByRole('link', { name: 'Open settings' })).toHaveAttribute('href', '/settings/scim');
  expect(screen.getByRole('status')).toHaveTextContent('2 sources need attention');
});

it('shows what this instance writes to the directory, and that it cannot', async () => {
  const written = { state: 'failed', users: 1_200, groups: 30 } as const;
  const ldap = givenSources.ldap({ users: 0, groups: 0, export: written, attention: ['export_failed'] });
  server.use(respond(listIdentitySources, [givenSources.local(), ldap, givenSources.scim()]));
  renderRoute('/sources', { me });
  const panel = await panelOf('LDAP directory');
  expect(panel.getByText('Failed')).toBeVisible();
  const details = panel.getByRole('link', { name: 'Accounts: 1,200, groups: 30' });
  expect(details).toHaveAttribute('href', '/settings/directory');
  expect(panel.getByRole('link', { name: 'View details' })).toBeVisible();
  expect(panel.queryByText('Next run')).toBeNull();
});

it('reports a failure to load, and is for administrators', async () => {
  server.use(refuse(listIdentitySources, 503, 'database_unavailable'));
  const { unmount } = renderRoute('/sources', { me });
  expect(await screen.findByText('Couldn’t load the identity sources')).toBeVisible();
  unmount();
  renderRoute('/sources', { me: given.user() });
  expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have access to this page');
});
