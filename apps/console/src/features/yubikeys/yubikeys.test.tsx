import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getUser, listUsers } from '@gatewarden/contract/users';
import {
  cancelYubikeyJob,
  deleteYubikey,
  getProvisionerListener,
  getProvisionerToken,
  getYubikeyJob,
  listProvisioners,
  listYubikeys,
  removeProvisioner,
  renameYubikey,
  rotateProvisionerTokens,
  startYubikeyJob,
  type YubikeyJob,
} from '@gatewarden/contract/yubikeys';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenYubikeys } from '../../../test/given-yubikeys.ts';
import { recordDownloads } from '../../../test/record-downloads.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const admin = given.admin();
const { provisioner, job, yubikey, listener } = givenYubikeys;

function openPage(provisioners = [provisioner()], facts = listener()) {
  server.use(respond(listProvisioners, provisioners), respond(getProvisionerListener, facts));
  return renderRoute('/yubikeys', { me: admin });
}

describe('the page of provisioners', () => {
  it('shows whether each is available, busy or unavailable, and what it does', async () => {
    openPage([
      provisioner(),
      provisioner({ id: 'Reception', job: { id: 5, username: 'bob' } }),
      provisioner({ id: 'Lab', connected: false }),
    ]);
    expect(await screen.findByText('1 of 3 available')).toBeVisible();
    const row = (name: string) => within(screen.getByRole('listitem', { name }));
    expect(row('Desk').getByText('Available')).toBeVisible();
    expect(row('Desk').getByText('192.0.2.7')).toBeVisible();
    expect(row('Reception').getByText('Busy')).toBeVisible();
    expect(row('Reception').getByText('Provisioning for bob')).toBeVisible();
    expect(row('Lab').getByText('Unavailable')).toBeVisible();
    expect(row('Lab').getByText(/^Last seen/)).toBeVisible();
  });

  it('shows the command with the token, and saves the certificate authority', async () => {
    server.use(respond(getProvisionerToken, { token: 'eyJ.token' }));
    const downloads = recordDownloads();
    const { user } = openPage([]);
    await user.click(await screen.findByRole('button', { name: 'Connect provisioner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect a provisioner' }));
    const command = await dialog.findByText(/^PROVISIONER_TOKEN=eyJ\.token npm run provisioner/);
    expect(command).toHaveTextContent('--grpc https://vpn.example.com:50056 --ca-file provisioner-ca.pem');
    await user.click(dialog.getByRole('button', { name: 'Download certificate' }));
    expect(downloads.map(({ name }) => name)).toEqual(['provisioner-ca.pem']);
    expect(await downloads[0]?.text).toBe('-----BEGIN CERTIFICATE-----\nMIIB\n');
  });

  it('reports the provisioner that connects while the steps are shown', async () => {
    let provisioners = [provisioner({ id: 'Lab' }), provisioner({ connected: false })];
    server.use(
      respond(getProvisionerToken, { token: 'eyJ.token' }),
      respond(listProvisioners, () => provisioners),
      respond(getProvisionerListener, listener()),
    );
    const { queryClient } = renderRoute('/yubikeys?connect=provisioner', { me: admin });
    const check = await screen.findByRole('status', { name: 'Connect the provisioner' });
    expect(check).toHaveTextContent('Waiting for a provisioner…');
    provisioners = [provisioner({ id: 'Lab', connected: false }), provisioner()];
    await queryClient.invalidateQueries({ queryKey: ['yubikeys'] });
    await waitFor(() => expect(check).toHaveTextContent(/^Desk is connected$/));
    // one whose token was revoked meanwhile
    provisioners = [provisioner({ id: 'Lab' }), provisioner()];
    await queryClient.invalidateQueries({ queryKey: ['yubikeys'] });
    await waitFor(() => expect(check).toHaveTextContent('Lab is connected'));
  });

  it('has the lines that let provisioners connect while none can', async () => {
    const { user } = openPage([], listener({ enabled: false, url: '', ca: '' }));
    expect(await screen.findByText('Provisioners can’t connect')).toBeVisible();
    expect(screen.getByText('GATEWARDEN_PROVISIONER_PORT=50056')).toBeVisible();
    expect(screen.getByText('GATEWARDEN_PROVISIONER_URL=https://localhost:50056')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy GATEWARDEN_PROVISIONER_URL' }));
    expect(await navigator.clipboard.readText()).toBe('GATEWARDEN_PROVISIONER_URL=https://localhost:50056');
    expect(screen.getByRole('button', { name: 'Connect provisioner' })).toBeDisabled();
  });

  it('revokes the tokens after a confirmation, and shows the new one', async () => {
    server.use(
      respond(rotateProvisionerTokens, { token: 'eyJ.next' }),
      respond(getProvisionerToken, { token: 'eyJ.next' }),
    );
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Revoke tokens' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the tokens of all provisioners?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke tokens' }));
    expect(await screen.findByText(/^PROVISIONER_TOKEN=eyJ\.next/)).toBeVisible();
  });

  it('removes a provisioner after a confirmation, and cancels its job', async () => {
    const calls: unknown[] = [];
    server.use(
      respond(removeProvisioner, ({ params }) => {
        calls.push(params.id);
        return null;
      }),
      respond(cancelYubikeyJob, ({ params }) => {
        calls.push(params.id);
        return {};
      }),
    );
    const { user } = openPage([provisioner({ job: { id: 5, username: 'bob' } })]);
    await user.click(await screen.findByRole('button', { name: 'Actions for Desk' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel provisioning' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Desk' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(await screen.findByText(/^The YubiKey that it is provisioning is not stored/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove provisioner' }));
    expect(await screen.findByText('Desk was removed')).toBeVisible();
    expect(calls).toEqual(['5', 'Desk']);
  });

  it('says that the provisioners could not be loaded', async () => {
    server.use(refuse(listProvisioners, 500, 'internal_error'), respond(getProvisionerListener, listener()));
    renderRoute('/yubikeys', { me: admin });
    expect(await screen.findByText('Couldn’t load the provisioners')).toBeVisible();
  });

  it('is replaced by a note while the module is off', async () => {
    renderRoute('/yubikeys', { me: admin, essentials: given.essentials({ worker_enabled: false }) });
    expect(await screen.findByRole('heading', { name: 'YubiKeys are off' })).toBeVisible();
  });
});

const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Stone' });

/** Opens the dialog from the menu of a user, with these states of the job one after another. */
async function openDialog(provisioners = [provisioner()], states: readonly Partial<YubikeyJob>[] = [{}]) {
  const left = [...states];
  const sent: unknown[] = [];
  server.use(
    respond(listUsers, [bob]),
    respond(listProvisioners, provisioners),
    respond(getProvisionerListener, listener()),
    respond(getYubikeyJob, () => job(left.length > 1 ? left.shift() : left[0])),
    respond(startYubikeyJob, ({ body }) => {
      sent.push(body);
      return { id: 5 };
    }),
  );
  const { user, queryClient } = renderRoute('/users', { me: admin });
  await user.click(await screen.findByRole('button', { name: 'Actions for Bob Stone' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add YubiKey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a YubiKey for Bob Stone' }));
  return { user, queryClient, dialog, sent };
}

describe('provisioning a YubiKey', () => {
  it('follows the job from the waiting provisioner to the serial number', async () => {
    const { user, dialog, sent } = await openDialog(undefined, [
      {},
      { taken_at: '2030-01-31T12:00:01' },
      { state: 'success', taken_at: '2030-01-31T12:00:01', ended_at: '2030-01-31T12:01:00', serial: '12345678' },
    ]);
    expect(await dialog.findByText(/^All OpenPGP keys/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create keys' }));
    expect(await dialog.findByText('Waiting for Desk…')).toBeVisible();
    expect(sent).toEqual([{ worker: 'Desk', username: 'bob' }]);
    expect(await dialog.findByText('Desk is creating the keys…', {}, { timeout: 4_000 })).toBeVisible();
    expect(await dialog.findByText('The YubiKey is ready', {}, { timeout: 4_000 })).toBeVisible();
    expect(dialog.getByText(/^Serial number 12345678\./)).toBeVisible();
    expect(dialog.getByRole('note')).toHaveTextContent(/^Write down the PINs for the user: Desk shows them only once/);
    expect(dialog.getByRole('link', { name: 'Show keys' })).toHaveAttribute('href', '/users/bob/keys');
  });

  it('shows why it failed, and starts over', async () => {
    const { user, dialog } = await openDialog(undefined, [
      { state: 'error', ended_at: '2030-01-31T12:01:00', failure: 'reported', detail: 'no card in the reader' },
    ]);
    await user.click(await dialog.findByRole('button', { name: 'Create keys' }));
    expect(await dialog.findByText('Desk reported a failure:')).toBeVisible();
    expect(dialog.getByText('no card in the reader')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Create keys' })).toBeVisible();
  });

  it('says why no provisioner is available, and continues when one is', async () => {
    const { queryClient, dialog } = await openDialog([
      provisioner({ connected: false }),
      provisioner({ id: 'Reception', job: { id: 6, username: 'ann' } }),
    ]);
    expect(await dialog.findByText('No provisioner is available')).toBeVisible();
    expect(dialog.getByText(/^Desk: last seen/)).toBeVisible();
    expect(dialog.getByText('Reception: provisioning for ann')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Show provisioners' })).toHaveAttribute('href', '/yubikeys');
    server.use(respond(listProvisioners, [provisioner()]));
    await queryClient.invalidateQueries({ queryKey: ['yubikeys'] });
    expect(await dialog.findByRole('button', { name: 'Create keys' })).toBeVisible();
    expect(dialog.getByRole('combobox', { name: 'Provisioner' })).toHaveValue('Desk');
  });

  it('leads to the steps that connect the first provisioner, or has the lines that let it connect', async () => {
    const { queryClient, dialog } = await openDialog([]);
    expect(await dialog.findByText(/^None has been connected yet/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Connect provisioner' })).toHaveAttribute(
      'href',
      '/yubikeys?connect=provisioner',
    );
    server.use(respond(getProvisionerListener, listener({ enabled: false, url: '', ca: '' })));
    await queryClient.invalidateQueries({ queryKey: ['yubikeys'] });
    expect(await dialog.findByText('GATEWARDEN_PROVISIONER_PORT=50056')).toBeVisible();
    expect(dialog.queryByRole('link')).not.toBeInTheDocument();
  });

  it('says beside the field that the provisioner is busy, or was removed', async () => {
    const { user, dialog } = await openDialog();
    server.use(refuse(startYubikeyJob, 409, 'provisioner_busy', { field: 'worker' }));
    await user.click(await dialog.findByRole('button', { name: 'Create keys' }));
    expect(await dialog.findByText(/^The provisioner is busy/)).toBeVisible();
    server.use(respond(startYubikeyJob, { id: 0 }));
    await user.click(dialog.getByRole('button', { name: 'Create keys' }));
    expect(await dialog.findByText('This provisioner was removed.')).toBeVisible();
  });

  it('is canceled on request', async () => {
    const canceled: unknown[] = [];
    const { user, dialog } = await openDialog();
    server.use(
      respond(cancelYubikeyJob, ({ params }) => {
        canceled.push(params.id);
        return {};
      }),
    );
    await user.click(await dialog.findByRole('button', { name: 'Create keys' }));
    await user.click(await dialog.findByRole('button', { name: 'Cancel provisioning' }));
    await expect.poll(() => canceled).toEqual(['5']);
  });
});

describe('the YubiKeys of a user', () => {
  function openKeys(me = given.user()) {
    const key = { yubikey_id: 1, yubikey_name: 'YubiKey 1', yubikey_serial: '12345678' };
    server.use(
      respond(getUser, given.details(me)),
      respond(listAuthKeys, [given.authKey({ name: null, ...key })]),
      respond(listYubikeys, [yubikey()]),
    );
    return renderRoute('/me/keys', { me });
  }

  it('are listed with their serial numbers, and renamed', async () => {
    const names: unknown[] = [];
    server.use(
      respond(renameYubikey, ({ body }) => {
        names.push(body.name);
        return yubikey({ name: body.name });
      }),
    );
    const { user } = openKeys();
    const list = within(await screen.findByRole('region', { name: 'YubiKeys' }));
    expect(await list.findByText('Serial number 12345678')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Actions for YubiKey 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const field = await screen.findByLabelText('Name');
    await user.clear(field);
    await user.type(field, 'Blue{Enter}');
    await expect.poll(() => names).toEqual(['Blue']);
  });

  it('are deleted after a confirmation that names the keys', async () => {
    server.use(respond(deleteYubikey, {}));
    const { user } = openKeys();
    const list = within(await screen.findByRole('region', { name: 'YubiKeys' }));
    await user.click(await list.findByRole('button', { name: 'Actions for YubiKey 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/^Its SSH and GPG keys are deleted too/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete YubiKey' }));
    expect(await screen.findByText('YubiKey 1 was deleted')).toBeVisible();
  });

  it('offer provisioning to administrators only', async () => {
    openKeys();
    const list = within(await screen.findByRole('region', { name: 'YubiKeys' }));
    await list.findByText('Serial number 12345678');
    expect(list.queryByRole('button', { name: 'Add YubiKey' })).not.toBeInTheDocument();
  });

  it('have keys that are marked and cannot be renamed', async () => {
    const { user } = openKeys(admin);
    const keys = within(await screen.findByRole('region', { name: 'SSH and GPG keys' }));
    expect(await keys.findByText('On YubiKey')).toBeVisible();
    await user.click(keys.getByRole('button', { name: 'Actions for YubiKey 1' }));
    expect(await screen.findByRole('menuitem', { name: 'Show key' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Rename' })).not.toBeInTheDocument();
  });
});
