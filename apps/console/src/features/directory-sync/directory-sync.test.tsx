import {
  confirmDirectorySync,
  getDirectorySync,
  getDirectorySyncRun,
  listDirectorySyncRuns,
  previewDirectorySync,
  type SyncRunDetails,
  type SyncStatus,
  testDirectorySync,
} from '@gatewarden/contract/directory-sync';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { getLdapExport } from '@gatewarden/contract/ldap-export';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenLdapExport } from '../../../test/given-ldap-export.ts';
import { givenSources } from '../../../test/given-sources.ts';
import { noSyncCounts as none, givenSyncRun as run } from '../../../test/given-sync.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
function serve(runs: readonly SyncRunDetails[], status: Partial<SyncStatus> = {}): void {
  const [last = null] = runs;
  server.use(
    respond(getDirectorySync, {
      ...{ source: 'ldap', kind: 'ldap', name: 'LDAP' },
      ...{ is_enabled: true, is_configured: true, interval_seconds: 300, next_run_at: null, linked_users: 40 },
      ...{ linked_groups: 2, last, current: null },
      ...status,
    }),
    respond(listDirectorySyncRuns, [...runs]),
    respond(getLdapExport, givenLdapExport({ state: 'off' })),
    respond(listIdentitySources, []),
    respond(getDirectorySyncRun, ({ params }) => {
      const found = runs.find(({ id }) => id === Number(params.id));
      if (!found) throw new Error('there is no such run');
      return found;
    }),
  );
}

it('offers to set a directory up, and reports a failure to load', async () => {
  serve([], { is_configured: false, is_enabled: false });
  const { user } = renderRoute('/settings/directory', { me });
  expect(await screen.findByRole('link', { name: 'Set up LDAP' })).toHaveAttribute('href', '/settings/ldap');
  server.use(refuse(getDirectorySync, 503, 'database_unavailable'));
  const { user: other } = renderRoute('/settings/directory', { me });
  expect(await screen.findByText('Couldn’t load the synchronization')).toBeVisible();
  expect(user).not.toBe(other);
});

it('shows the last runs, and opens a preview with what it would change', async () => {
  const counts = { ...none, added: 203, problems: 2 };
  const differences = {
    ...(run().differences as NonNullable<SyncRunDetails['differences']>),
    added: [{ username: 'eve', email: 'eve@example.org' }],
    problems: [
      { problem: 'email_missing' as const, name: 'mallory' },
      { problem: 'group_name_ambiguous' as const, name: 'staff' },
    ],
  };
  const preview = run({ id: 6, state: 'planned', is_preview: true, counts, differences });
  serve([run(), preview]);
  server.use(respond(previewDirectorySync, { id: 6 }));
  const { user } = renderRoute('/settings/directory', { me });
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getByRole('listitem', { name: 'Synchronization 5' })).toHaveTextContent('Completed');
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  const added = within(await screen.findByRole('list', { name: 'To add (203)' }));
  expect(added.getByRole('listitem', { name: 'eve' })).toHaveTextContent('eve@example.org');
  expect(added.getByText('and 202 more')).toBeVisible();
  expect(screen.getByRole('listitem', { name: 'mallory' })).toHaveTextContent('There is no email address.');
  expect(screen.getByRole('listitem', { name: 'staff' })).toHaveTextContent(
    'Several groups of the directory have this',
  );
});

it('asks before it applies a run that waits, and links only the administrators that are chosen', async () => {
  const differences = {
    ...(run().differences as NonNullable<SyncRunDetails['differences']>),
    disabled: ['eve', 'bob'],
    unconfirmed: [
      { user_id: 7, username: 'root' },
      { user_id: 8, username: 'boss' },
    ],
  };
  const counts = { ...none, disabled: 2, unconfirmed: 2 };
  serve([
    run({ state: 'waiting', guard: 'removals', counts, differences }),
    run({ id: 9, state: 'queued', counts: null }),
  ]);
  const sent: unknown[] = [];
  server.use(
    respond(confirmDirectorySync, ({ params, body }) => {
      sent.push([params.id, body]);
      return { id: 9 };
    }),
  );
  const { user } = renderRoute('/settings/directory', { me });
  expect(await screen.findByRole('alert')).toHaveTextContent('Many accounts or memberships would be removed');
  await user.click(screen.getByRole('link', { name: 'Review the changes' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm and apply' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/2 accounts lose their access/)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: /root/ }));
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(/This page updates by itself/)).toBeVisible();
  expect(sent).toEqual([['5', { administrators: [7] }]]);
});

it('names the directory, and links to the others that are set up', async () => {
  serve([run()]);
  const { synchronization: ldap } = givenSources.ldap();
  const okta = ldap && { ...ldap, source: 'openid-3', kind: 'okta' as const, name: 'Okta' };
  const google = okta && { ...okta, source: 'openid-4', name: 'Google', is_configured: false, last: null };
  const providers = [okta, google].map((synchronization) => givenSources.okta({ synchronization }));
  server.use(respond(listIdentitySources, [givenSources.local(), givenSources.ldap(), ...providers]));
  renderRoute('/settings/directory', { me });
  expect(await screen.findByRole('region', { name: 'Synchronization with LDAP' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'History of LDAP' })).toBeVisible();
  const others = within(await screen.findByRole('list', { name: 'Other directories' }));
  expect(others.getAllByRole('listitem')).toHaveLength(1);
  expect(others.getByRole('link', { name: 'Okta' })).toHaveAttribute('href', '/settings/directory/openid-3');
});

it('shows the other directories first when one of them has failed', async () => {
  serve([run()]);
  const { synchronization: ldap } = givenSources.ldap();
  const last = run({ source: 'openid-3', state: 'failed' });
  const okta = ldap && { ...ldap, source: 'openid-3', kind: 'okta' as const, name: 'Okta', last };
  server.use(respond(listIdentitySources, [givenSources.ldap(), givenSources.okta({ synchronization: okta ?? null })]));
  renderRoute('/settings/directory', { me });
  const others = await screen.findByRole('list', { name: 'Other directories' });
  const history = await screen.findByRole('list', { name: 'History' });
  expect(others.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('says that the provider of the directory is off', async () => {
  serve([], { source: 'openid-3', kind: 'okta', name: 'Okta' });
  server.use(respond(listIdentitySources, [givenSources.okta({ id: 'openid-3', state: 'off', signs_in: false })]));
  renderRoute('/settings/directory/openid-3', { me });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Okta is off');
  expect(within(notice).getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings/openid');
});

it('leads back from a run that no longer exists', async () => {
  server.use(refuse(getDirectorySyncRun, 404, 'directory_sync_run_not_found'));
  renderRoute('/settings/directory/run/999', { me });
  expect(await screen.findByRole('heading', { name: 'Synchronization not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to directory sync' })).toHaveAttribute('href', '/settings/directory');
});

it('leads back from a directory that no longer exists', async () => {
  server.use(
    refuse(getDirectorySync, 404, 'directory_source_not_found'),
    refuse(listDirectorySyncRuns, 404, 'directory_source_not_found'),
  );
  renderRoute('/settings/directory/gone', { me });
  expect(await screen.findByRole('heading', { name: 'Directory not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to directory sync' })).toHaveAttribute('href', '/settings/directory');
});

it('says why a run failed and what to fix', async () => {
  serve([run({ state: 'failed', error: 'directory_credentials', counts: null, differences: null })]);
  renderRoute('/settings/directory/run/5', { me });
  expect(await screen.findByRole('alert')).toHaveTextContent(/rejected the service account/);
});

it.each([
  ['ldap', /Check the hostname, the port/],
  ['openid-3', /Check the outgoing firewall, DNS and HTTPS_PROXY/],
])('says what to check if %s cannot be reached', async (source, advice) => {
  serve([run({ source, state: 'failed', error: 'directory_unreachable', counts: null, differences: null })], {
    source,
  });
  server.use(
    respond(testDirectorySync, { success: false, message: 'It cannot be reached', code: 'directory_unreachable' }),
  );
  const { user } = renderRoute(`/settings/directory/${source}`, { me });
  expect(await screen.findByRole('alert')).toHaveTextContent(advice);
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  await waitFor(() => expect(screen.getAllByText(advice)).toHaveLength(2));
});

it('names the directory of a preview, and says that a failed one changed nothing', async () => {
  const failed = {
    state: 'failed',
    is_preview: true,
    error: 'directory_timeout',
    counts: null,
    differences: null,
  } as const;
  serve([run({ source: 'openid-4', ...failed })], { source: 'openid-4', kind: 'google', name: 'Google' });
  renderRoute('/settings/directory/run/5', { me });
  expect(await screen.findByRole('heading', { level: 1, name: 'Preview 5 · Google' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The preview failed. Nothing was changed.');
});

it('shows the schedule in words, and that a replaced run changed nothing', async () => {
  const counts = { ...none, added: 4 };
  serve([run({ state: 'replaced', counts, guard: 'first_run' })], { interval_seconds: 5_400 });
  renderRoute('/settings/directory', { me });
  expect(await screen.findByText('Every 90 minutes')).toBeVisible();
  const history = within(await screen.findByRole('list', { name: 'History' }));
  expect(history.getByRole('listitem', { name: 'Synchronization 5' })).toHaveTextContent('Would add 4');
  expect(screen.queryByText('The first synchronization waits for you')).toBeNull();
});

it('tests the directory of a provider, and says what to fix', async () => {
  serve([], { source: 'openid-3', kind: 'okta', name: 'Okta' });
  const asked: unknown[] = [];
  server.use(
    respond(testDirectorySync, ({ query }) => {
      asked.push(query.get('source'));
      return { success: false, message: 'The application requires DPoP', code: 'directory_okta_dpop' };
    }),
  );
  const { user } = renderRoute('/settings/directory/openid-3', { me });
  expect(await screen.findByRole('heading', { name: 'Okta' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Test connection' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Turn off “Require Demonstrating/);
  expect(asked).toEqual(['openid-3']);
});
