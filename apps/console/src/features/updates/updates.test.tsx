import { getOutdated, getUpdate, getVersions } from '@gatewarden/contract/updates';
import { updateProblems } from '@gatewarden/contract/updates.names';
import { getProvisionerListener, listProvisioners } from '@gatewarden/contract/yubikeys';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenVersions } from '../../../test/given-versions.ts';
import { givenYubikeys } from '../../../test/given-yubikeys.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const { update, gateway, edge, check, versions, outdated } = givenVersions;
const stored = () => JSON.parse(localStorage.getItem('gatewarden.updates') ?? 'null');

/** A page on which the toast is shown. */
function openOtherPage() {
  onTestFinished(() => localStorage.clear());
  server.use(respond(listProvisioners, []), respond(getProvisionerListener, givenYubikeys.listener()));
  return renderRoute('/yubikeys', { me });
}

function openPage(changes: Parameters<typeof versions>[0] = {}) {
  onTestFinished(() => localStorage.clear());
  server.use(respond(getVersions, versions(changes)));
  return renderRoute('/versions', { me });
}

describe('update toast', () => {
  it('announces a release with its notes, and opens the dialog', async () => {
    server.use(respond(getUpdate, update()));
    const { user } = openOtherPage();
    const toast = within(await findToast());
    expect(toast.getByText('Gatewarden 9.0.0 is available')).toBeVisible();
    expect(toast.queryByText('Critical')).not.toBeInTheDocument();
    expect(toast.getByRole('link', { name: 'Release notes' })).toHaveAttribute('href', 'https://example.com/notes');
    await user.click(toast.getByRole('button', { name: 'More' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Gatewarden 9.0.0 is available' }));
    expect(dialog.getByText(/^Released on/)).toHaveTextContent('Released on 01/15/2030');
    expect(dialog.getByRole('heading', { name: 'Changes' })).toBeVisible();
    expect(dialog.getByText('Faster').tagName).toBe('STRONG');
    expect(dialog.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Get the update' })).toHaveAttribute('href', 'https://example.com/update');
  });

  it('marks a critical release', async () => {
    server.use(respond(getUpdate, update({ critical: true })));
    const { user } = openOtherPage();
    const toast = within(await findToast());
    expect(toast.getByText('Critical')).toBeVisible();
    await user.click(toast.getByRole('button', { name: 'More' }));
    expect(await screen.findByText(/^This release fixes a serious problem/)).toBeVisible();
  });

  it('is dismissed for this version only, with the time', async () => {
    server.use(respond(getUpdate, update()));
    const { user, unmount } = openOtherPage();
    await user.click(within(await findToast()).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument());
    expect(stored()).toEqual({ version: '9.0.0', dismissedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    unmount();
    const reopened = openOtherPage();
    expect(await screen.findByText('No provisioners')).toBeVisible();
    await waitFor(() => expect(reopened.queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();

    server.use(respond(getUpdate, update({ version: '9.0.1' })));
    await reopened.queryClient.invalidateQueries({ queryKey: ['updates'] });
    expect(within(await findToast()).getByText('Gatewarden 9.0.1 is available')).toBeVisible();
  });

  it('is replaced by a later release, so that there is one at a time', async () => {
    server.use(respond(getUpdate, update()));
    const { queryClient } = openOtherPage();
    await findToast();
    server.use(respond(getUpdate, update({ version: '9.0.1' })));
    await queryClient.invalidateQueries({ queryKey: ['updates'] });
    expect(await screen.findByText('Gatewarden 9.0.1 is available')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'More' })).toHaveLength(1));
  });

  it('is dismissed from the dialog too', async () => {
    server.use(respond(getUpdate, update({ notes: ' ' })));
    const { user } = openOtherPage();
    await user.click(within(await findToast()).getByRole('button', { name: 'More' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('This release has no summary. See the release notes.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stored()).toMatchObject({ version: '9.0.0' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument());
  });

  it('is not shown on the page of versions, which has the same at its top', async () => {
    server.use(respond(getUpdate, update()));
    const { router } = openPage();
    server.use(respond(listProvisioners, []), respond(getProvisionerListener, givenYubikeys.listener()));
    expect(await screen.findByRole('button', { name: 'View update' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
    await act(() => router.navigate({ to: '/yubikeys' }));
    expect(await findToast()).toBeVisible();
    await act(() => router.navigate({ to: '/versions' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument());
  });

  it('is not requested for users without administrator rights', async () => {
    server.use(refuse(getUpdate, 500, 'internal_error'), refuse(getOutdated, 500, 'internal_error'));
    const { queryClient } = renderRoute('/versions', { me: given.user() });
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
    expect(queryClient.getQueryCache().findAll({ queryKey: ['updates'] })).toEqual([]);
  });
});

async function findToast(): Promise<HTMLElement> {
  const more = await screen.findByRole('button', { name: 'More' });
  const toast = more.closest<HTMLElement>('[role="status"]');
  if (!toast) throw new Error('there is no toast');
  return toast;
}

describe('notice about outdated components', () => {
  it('lists gateways and edges, and leads to the versions', async () => {
    const edges = [{ id: 1, address: 'edge:50055', hostname: null, version: null, created: '2030-01-01T00:00:00' }];
    server.use(respond(getOutdated, outdated({ edges })));
    const { user } = openPage();
    const notice = await screen.findByRole('alert', { name: '2 components are older than the server' });
    await user.click(within(notice).getByRole('button', { name: /Details/ }));
    expect(within(notice).getByText('Main: 0.9.0')).toBeVisible();
    expect(within(notice).getByText('edge:50055: Unknown version')).toBeVisible();
    expect(within(notice).getByRole('link', { name: 'View versions' })).toHaveAttribute('href', '/versions');
  });

  it('is hidden until other components are outdated', async () => {
    server.use(respond(getOutdated, outdated()));
    const { user, queryClient } = openPage();
    const name = '1 component is older than the server';
    const notice = await screen.findByRole('alert', { name });
    await user.click(within(notice).getByRole('button', { name: /Details/ }));
    await user.click(within(notice).getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('alert', { name })).not.toBeInTheDocument();
    const [first] = outdated().gateways;
    server.use(respond(getOutdated, outdated({ gateways: first ? [{ ...first, version: '0.9.1' }] : [] })));
    await queryClient.invalidateQueries({ queryKey: ['updates'] });
    expect(await screen.findByRole('alert', { name })).toBeVisible();
  });
});

describe('versions', () => {
  it.each([
    [false, 'Version 9.0.0 is available', 'status'],
    [true, 'Critical update 9.0.0 is available', 'alert'],
  ] as const)('say first that an update is available (critical: %s)', async (critical, name, role) => {
    server.use(respond(getUpdate, update({ critical })));
    openPage({ update_check: check({ problem: 'unreachable' }) });
    expect(
      await screen.findByText(`${name} · The last check for updates failed · Everything runs version 1.0.0`),
    ).toBeVisible();
    const notice = within(screen.getByRole(role, { name }));
    expect(notice.getByRole('button', { name: 'View update' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'Gateways' })).not.toHaveTextContent('Same version');
  });

  it('confirm the version of a gateway only while it is connected and no newer release is known', async () => {
    openPage({
      gateways: [
        gateway(),
        gateway({ id: '00000000-0000-4000-8000-000000000002', name: 'Offline', state: 'disconnected' }),
      ],
    });
    const gateways = within(await screen.findByRole('list', { name: 'Gateways' }));
    expect(within(gateways.getByRole('listitem', { name: 'Main' })).getByText('Same version')).toBeVisible();
    expect(gateways.getByRole('listitem', { name: 'Offline' })).not.toHaveTextContent('Same version');
    expect(screen.getByRole('list', { name: 'Server' })).not.toHaveTextContent('Same version');
  });

  it('lists every component with its version, and those that need an update first', async () => {
    openPage({
      gateways: [
        gateway(),
        gateway({ id: '00000000-0000-4000-8000-000000000002', name: 'Old', version: '0.9.0', drift: 'behind' }),
        gateway({ id: '00000000-0000-4000-8000-000000000003', name: 'Legacy', missing_capabilities: ['content'] }),
      ],
      edges: [edge({ drift: 'ahead', version: '1.1.0' }), edge({ id: 2, address: 'new:50055', state: 'waiting' })],
    });
    const gateways = within(await screen.findByRole('list', { name: 'Gateways' }));
    expect(gateways.getAllByRole('listitem').map((row) => row.getAttribute('aria-label'))).toEqual([
      'Old',
      'Legacy',
      'Main',
    ]);
    const old = within(gateways.getByRole('listitem', { name: 'Old' }));
    expect(old.getByText('Older')).toBeVisible();
    expect(old.getByText('Version 0.9.0')).toBeVisible();
    expect(old.getByRole('link', { name: 'Old' })).toHaveAttribute(
      'href',
      '/locations/1/gateways/00000000-0000-4000-8000-000000000002',
    );
    expect(within(gateways.getByRole('listitem', { name: 'Legacy' })).getByText(/^Lacks functions/)).toBeVisible();
    const edges = within(screen.getByRole('list', { name: 'Edges' }));
    expect(edges.getByText('Newer')).toBeVisible();
    expect(edges.getByText('Not connected yet')).toBeVisible();
    const servers = within(screen.getByRole('list', { name: 'Server' }));
    expect(servers.getByRole('listitem', { name: 'Gatewarden server' })).toHaveTextContent('Node.js 24.1.0');
    expect(servers.getByRole('listitem', { name: 'PostgreSQL' })).toHaveTextContent('Version 18.1');
    expect(screen.getByText('The server runs version 1.0.0; 2 components run other ones')).toBeVisible();
  });

  it('names each server if there are several', async () => {
    const { core } = versions();
    const other = { ...core.replicas[0], id: '00000000-0000-4000-8000-000000000009', is_current: false };
    openPage({
      core: {
        ...core,
        replicas: [...core.replicas, { ...other, address: 'two:50055', version: null, drift: 'unknown' }],
      },
    });
    const servers = within(await screen.findByRole('list', { name: 'Server' }));
    expect(servers.getByText('Serves this page')).toBeVisible();
    expect(servers.getByRole('listitem', { name: 'Gatewarden server two:50055' })).toHaveTextContent('Unknown version');
  });

  it('shows when certificates expire', async () => {
    openPage({
      certificates: [
        { kind: 'https', name: null, expires_at: '2030-01-05T12:00:00', state: 'expiring', automatic: false },
        { kind: 'log_stream', name: 'Archive', expires_at: '2029-01-01T12:00:00', state: 'expired', automatic: false },
        { kind: 'authority', name: null, expires_at: null, state: 'valid', automatic: false },
      ],
    });
    const list = within(await screen.findByRole('list', { name: 'Certificates' }));
    const https = within(list.getByRole('listitem', { name: 'HTTPS address of this server' }));
    expect(https.getByText('Expires soon')).toBeVisible();
    expect(https.getByText(/^Valid until 01\/05\/2030 \(/)).toBeVisible();
    expect(https.getByText('Not renewed automatically')).toBeVisible();
    expect(list.getByRole('listitem', { name: /log stream Archive$/ })).toHaveTextContent('Expired');
    expect(list.getByRole('listitem', { name: 'Authority for gateways and edges' })).toHaveTextContent(
      'Doesn’t expire',
    );
  });

  it('says how to turn the check for updates on', async () => {
    openPage({ update_check: check({ enabled: false, host: null, checked_at: null }), gateways: [] });
    expect(await screen.findByText('GATEWARDEN_UPDATES_URL')).toBeVisible();
    expect(screen.queryByText('Release feed')).not.toBeInTheDocument();
    expect(screen.getByText('No gateways')).toBeVisible();
    expect(screen.getByText('Everything runs version 1.0.0')).toBeVisible();
  });

  it.each(updateProblems)('explains the problem %s', async (problem) => {
    openPage({ update_check: check({ problem, detail: 'detail of it', failing_since: '2030-01-01T00:00:00' }) });
    const callout = await screen.findByRole('alert', { name: 'The last check for updates failed' });
    expect(callout).toHaveTextContent('detail of it');
    expect(within(callout).getByText(/^(The|This) .*\.$/)).toBeVisible();
  });

  it('says that the versions could not be loaded', async () => {
    server.use(refuse(getVersions, 500, 'internal_error'));
    renderRoute('/versions', { me });
    expect(await screen.findByText('Couldn’t load the versions')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
