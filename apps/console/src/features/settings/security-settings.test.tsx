import { proveWithPassword } from '@gatewarden/contract/mfa';
import {
  getSettings,
  patchSettings,
  removeSshKeysToken,
  replaceSshKeysToken,
  type Settings,
} from '@gatewarden/contract/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();

/** Serves and updates these settings; returns the sent changes. */
function serve(overrides: Partial<Settings> = {}): unknown[] {
  const sent: unknown[] = [];
  let settings = givenSettings(overrides);
  server.use(
    respond(getSettings, () => settings),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      settings = { ...settings, ...(body as Partial<Settings>) };
      return null;
    }),
  );
  return sent;
}

const save = () => screen.getByRole('button', { name: 'Save changes' });
const minutes = () => screen.findByLabelText(/^Ask again after/);

describe('the security settings', () => {
  it('are a tab of the settings', async () => {
    serve();
    const { user } = renderRoute('/settings', { me });
    await user.click(await screen.findByRole('link', { name: 'Security' }));
    expect(await minutes()).toHaveValue('15\u00a0minutes');
  });

  it('warn when reauthentication is turned off, and save it once', async () => {
    const sent = serve();
    const { user } = renderRoute('/settings/security', { me });
    await user.clear(await minutes());
    await user.type(await minutes(), '0');
    expect(await screen.findByText(/Re-authentication is off\. An unattended browser/)).toBeVisible();
    await user.dblClick(save());
    expect(await screen.findByText('Security settings saved')).toBeVisible();
    expect(sent).toMatchObject([{ reauthentication_minutes: 0 }]);
  });

  it('save a reserved name that is still being typed', async () => {
    const sent = serve();
    const { user } = renderRoute('/settings/security', { me });
    const devices = await screen.findByLabelText(/^Devices per user/);
    await user.clear(devices);
    await user.type(devices, '3');
    await user.type(
      screen.getByLabelText(/^Additional reserved names/, { selector: 'input:not([type=hidden])' }),
      'deploybot',
    );
    await user.click(save());
    expect(await screen.findByText('Security settings saved')).toBeVisible();
    expect(sent).toMatchObject([{ reserved_usernames: ['deploybot'] }]);
  });

  it('set how many devices users may add', async () => {
    const sent = serve();
    const { user } = renderRoute('/settings/security', { me });
    const devices = await screen.findByLabelText(/^Devices per user/);
    expect(devices).toHaveValue('10');
    await user.clear(devices);
    await user.type(devices, '0');
    expect(await screen.findByText(/^Without a limit/)).toBeVisible();
    await user.dblClick(save());
    expect(await screen.findByText('Security settings saved')).toBeVisible();
    expect(sent).toMatchObject([{ devices_per_user: 0 }]);
  });

  it('are saved after reauthentication if the server requires it', async () => {
    serve();
    const saved: unknown[] = [];
    const accept = ({ body }: { body: unknown }) => {
      saved.push(body);
      return null;
    };
    server.use(refuse(patchSettings, 403, 'proof_required'));
    server.use(
      respond(proveWithPassword, () => {
        server.use(respond(patchSettings, accept));
        return {};
      }),
    );
    const { user } = renderRoute('/settings/security', { me });
    await user.clear(await minutes());
    await user.type(await minutes(), '30');
    await user.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(dialog.getByLabelText('Password'), 'Right-horse-7');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Security settings saved')).toBeVisible();
    expect(saved).toMatchObject([{ reauthentication_minutes: 30 }]);
  });

  it('show when an environment variable sets the value', async () => {
    serve({ reauthentication_minutes: 0, settings_from_environment: ['reauthentication_minutes'] });
    renderRoute('/settings/security', { me });
    expect(await minutes()).toBeDisabled();
    expect(screen.getByText(/environment variable GATEWARDEN_REAUTHENTICATION_MINUTES/)).toBeVisible();
    expect(screen.getByText(/Re-authentication is off/)).toBeVisible();
  });

  it('warn while all clients can read SSH keys, and show a new token once', async () => {
    let created = 0;
    let isSet = false;
    server.use(
      respond(getSettings, () => givenSettings({ ssh_authorized_keys_token_set: isSet })),
      respond(replaceSshKeysToken, () => {
        created += 1;
        isSet = true;
        return { token: 'gws_canary' };
      }),
    );
    const { user } = renderRoute('/settings/security', { me });
    expect(await screen.findByText(/Anyone who can reach this instance can read/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New token for SSH keys' }));
    expect(dialog.getByText('gws_canary')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved it' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('gws_canary')).toBeNull();
    expect(screen.queryByText(/Anyone who can reach this instance can read/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Replace token' })).toBeVisible();
    expect(created).toBe(1);
  });
});

describe('the token for SSH keys', () => {
  /** Serves a token; returns the calls that change it. */
  function serveToken(overrides: Partial<Settings> = {}): string[] {
    const calls: string[] = [];
    let isSet = true;
    server.use(
      respond(getSettings, () => givenSettings({ ...overrides, ssh_authorized_keys_token_set: isSet })),
      respond(replaceSshKeysToken, () => {
        calls.push('replace');
        return { token: 'gws_next' };
      }),
      respond(removeSshKeysToken, () => {
        calls.push('remove');
        isSet = false;
        return null;
      }),
      respond(patchSettings, () => {
        calls.push('save');
        return null;
      }),
    );
    return calls;
  }

  async function ask(action: string, title: string) {
    const { user } = renderRoute('/settings/security', { me });
    await user.click(await screen.findByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    return { user, dialog };
  }

  it('is replaced after a confirmation, and shown once', async () => {
    const calls = serveToken();
    const { user, dialog } = await ask('Replace token', 'Replace the token for SSH keys?');
    expect(dialog.getByText(/^The current token stops working immediately/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Replace token' }));
    const again = within(await screen.findByRole('dialog', { name: 'Replace the token for SSH keys?' }));
    await user.click(again.getByRole('button', { name: 'Replace token' }));
    expect(await screen.findByText('gws_next')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Replace the token for SSH keys?' })).toBeNull();
    expect(calls).toEqual(['replace']);
  });

  it('is removed after a confirmation that says who can read the keys then', async () => {
    const calls = serveToken();
    const { user, dialog } = await ask('Remove token', 'Remove the token for SSH keys?');
    expect(
      dialog.getByText(/^Servers no longer need a token\. Anyone who can reach this instance can read/),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([]);
    expect(screen.getByText('Servers must send a token.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove token' }));
    const again = within(await screen.findByRole('dialog', { name: 'Remove the token for SSH keys?' }));
    await user.click(again.getByRole('button', { name: 'Remove token' }));
    expect(await screen.findByText('No token is required.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual(['remove']);
  });

  it('leaves the saved addresses as the only restriction when it is removed', async () => {
    serveToken({ ssh_authorized_keys_addresses: ['10.1.0.0/24'] });
    const { dialog } = await ask('Remove token', 'Remove the token for SSH keys?');
    expect(dialog.getByText(/Anyone who can reach this instance from the allowed addresses/)).toBeVisible();
  });
});

it('names an allowed address that is none, and shows what to enter', async () => {
  const sent = serve();
  const { user } = renderRoute('/settings/security', { me });
  const addresses = await screen.findByLabelText(/^Allowed addresses/, { selector: 'input:not([type=hidden])' });
  await user.type(addresses, '10.1.0.0/24,300.1.1.1/99,');
  expect(
    await screen.findByText('300.1.1.1/99: This isn’t an address or network. Enter one such as 10.1.0.0/24.'),
  ).toBeVisible();
  await user.click(save());
  expect(sent).toEqual([]);
});
