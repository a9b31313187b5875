import { getDirectorySync, listDirectorySyncRuns } from '@gatewarden/contract/directory-sync';
import {
  getLdapExport,
  type LdapExportStatus,
  runLdapExport,
  takeOverLdapEntries,
} from '@gatewarden/contract/ldap-export';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenLdapExport } from '../../../test/given-ldap-export.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
function serve(status: Partial<LdapExportStatus>): void {
  server.use(
    respond(getDirectorySync, {
      ...{ source: 'ldap', kind: 'ldap', name: 'LDAP' },
      ...{ is_enabled: false, is_configured: true, interval_seconds: 300, next_run_at: null, linked_users: 0 },
      ...{ linked_groups: 0, last: null, current: null },
    }),
    respond(listDirectorySyncRuns, []),
    respond(getLdapExport, givenLdapExport(status)),
  );
}

it('shows what waits and since when, and why the directory cannot be written to', async () => {
  serve({
    ...{ state: 'failed', waiting: 3, oldest_waiting_at: '2030-01-01T10:00:00' },
    ...{ error: 'directory_credentials', failed_at: '2030-01-01T10:00:00' },
  });
  renderRoute('/settings/directory', { me });
  expect(await screen.findByText('The directory can’t be written to')).toBeVisible();
  expect(screen.getByText(/rejected the service account/)).toBeVisible();
  expect(screen.getByText('Changes that wait').parentElement).toHaveTextContent('3');
});

it('says what to fix for each change that the directory refused, and which entries are not managed here', async () => {
  const differences = { missing: [], changed: [], extra: [{ kind: 'user' as const, name: 'cn=foreign,dc=example' }] };
  serve({
    ...{ state: 'refused', waiting: 1, refused: 1 },
    problems: [{ kind: 'user', name: 'ivan', reason: 'name_taken', since: '2030-01-01T10:00:00' }],
    last_comparison: {
      at: '2030-01-01T10:00:00',
      counts: { users: 4, groups: 1, missing: 1, changed: 0, extra: 3 },
      differences,
    },
  });
  server.use(respond(runLdapExport, {}));
  const { user } = renderRoute('/settings/directory', { me });
  const refused = within(await screen.findByRole('list', { name: 'Refused by the directory' }));
  expect(refused.getByRole('listitem', { name: 'ivan' })).toHaveTextContent('Another entry has this name');
  const extra = within(screen.getByRole('list', { name: /3 entries are not managed here/ }));
  expect(extra.getByText('And 2 more')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Compare now' }));
  expect(await screen.findByRole('button', { name: 'Compare now' })).toBeEnabled();
});

it('groups what the directory refused for the same reason', async () => {
  const since = '2030-01-01T10:00:00';
  const names = Array.from({ length: 70 }, (_, index) => `user${index}`);
  serve({
    ...{ state: 'refused', waiting: 80, refused: 80 },
    problems: [
      ...names.map((name) => ({ kind: 'user' as const, name, reason: 'permission' as const, since })),
      { kind: 'group', name: 'staff', reason: 'name_taken', since },
    ],
  });
  const { user } = renderRoute('/settings/directory', { me });
  const refused = within(await screen.findByRole('list', { name: 'Refused by the directory' }));
  const group = within(refused.getByRole('listitem', { name: '70 refused' }));
  expect(group.getByText(/^The service account can’t change this/)).toBeVisible();
  expect(group.getByText('user69')).not.toBeVisible();
  await user.click(group.getByText('Show them'));
  expect(group.getByText('user69')).toBeVisible();
  expect(refused.getByRole('listitem', { name: 'staff' })).toHaveTextContent('Another entry has this name');
  expect(refused.getByText('And 9 more')).toBeVisible();
});

it('takes over what the directory manages after a confirmation', async () => {
  serve({ managed_users: 12, managed_groups: 2 });
  server.use(respond(takeOverLdapEntries, { users: 12, groups: 2 }));
  const { user } = renderRoute('/settings/directory', { me });
  await user.click(await screen.findByRole('button', { name: 'Manage here…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Accounts: 12, groups: 2/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Manage here' }));
  expect(await screen.findByText('Accounts and groups are managed here')).toBeVisible();
});

it('shows nothing while nothing is written, and a failure to load', async () => {
  serve({ state: 'off' });
  renderRoute('/settings/directory', { me });
  expect(await screen.findByText('No runs yet')).toBeVisible();
  expect(screen.queryByText('Writing to the directory')).toBeNull();
  server.use(refuse(getLdapExport, 503, 'database_unavailable'));
  renderRoute('/settings/directory', { me });
  expect(await screen.findByText('Couldn’t load the state of writing to the directory')).toBeVisible();
});
