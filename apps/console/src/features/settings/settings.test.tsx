import { listGroups } from '@gatewarden/contract/groups';
import { getInfo } from '@gatewarden/contract/info';
import { getLicence, type Licence } from '@gatewarden/contract/licence';
import {
  type EnterpriseSettings,
  getEnterpriseSettings,
  getEssentials,
  getSettings,
  patchEnterpriseSettings,
  patchSettings,
  restoreBranding,
  uploadLogo,
} from '@gatewarden/contract/settings';
import { listUsers } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenLicence } from '../../../test/given-licence.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();

function recordChanges(): unknown[] {
  const sent: unknown[] = [];
  server.use(
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      return null;
    }),
  );
  return sent;
}

describe('the installation', () => {
  it('names the embedded database for trials and small teams, and the command that moves it', async () => {
    server.use(respond(getInfo, given.info({ database: 'embedded' })));
    renderRoute('/settings', { me });
    expect(await screen.findByText('Embedded PostgreSQL, for trials and small teams')).toBeVisible();
    expect(screen.getByText('npm run admin -- move-database --to URL')).toBeVisible();
  });

  it('shows version and external database without a command', async () => {
    renderRoute('/settings', { me });
    expect(await screen.findByText('External PostgreSQL')).toBeVisible();
    expect(screen.getByText('1.2.3')).toBeVisible();
    expect(screen.queryByText(/move-database/)).toBeNull();
  });
});

describe('the console of an instance', () => {
  it('has a default view of locations and optional modules, with notes what that means', async () => {
    const sent = recordChanges();
    const { user } = renderRoute('/settings', { me });
    await user.click(await screen.findByRole('combobox', { name: /^Locations on VPN overview/ }));
    await user.click(await screen.findByRole('option', { name: 'List' }));
    await user.click(screen.getByRole('switch', { name: /^VPN module/ }));
    expect(await screen.findByText(/^The pages and API of locations, gateways and devices are off/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: /^Applications/ }));
    expect(await screen.findByText(/^The pages are hidden. People can/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: /^Webhooks/ }));
    expect(await screen.findByText(/^The pages are hidden. Webhooks keep/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: /^YubiKeys/ }));
    expect(await screen.findByText(/^The pages are hidden. Keys on YubiKeys stay valid/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    const off = { wireguard_enabled: false, openid_enabled: false, webhooks_enabled: false, worker_enabled: false };
    expect(sent).toEqual([{ default_location_view: 'list', ...off }]);
  });
});

describe('branding', () => {
  it('shows default logos as empty fields, and previews a typed address', async () => {
    const sent = recordChanges();
    const { user, container } = renderRoute('/settings', { me });
    const field = await screen.findByLabelText(/^Logo at sign-in/);
    expect(field).toHaveValue('');
    await user.type(field, '/own.svg');
    await waitFor(() => expect(container.querySelector('figure img')).toHaveAttribute('src', '/own.svg'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(sent).toEqual([{ main_logo_url: '/own.svg' }]);
  });

  it('never loads an address that could be a script, and shows the expected format', async () => {
    const { user, container } = renderRoute('/settings', { me });
    await user.type(await screen.findByLabelText(/^Logo at sign-in/), 'javascript:alert(1)');
    await user.tab();
    expect(await screen.findByText('Enter an address that starts with https:// or /.')).toBeVisible();
    expect(container.querySelector('[src^="javascript"]')).toBeNull();
  });

  it('restores the defaults after a confirmation, and keeps other changes', async () => {
    let essentials = given.essentials({ instance_name: 'Head office', nav_logo_url: 'https://example.com/a.png' });
    const sent: unknown[] = [];
    const { user } = renderRoute('/settings', { me, essentials });
    server.use(
      respond(getEssentials, () => essentials),
      respond(restoreBranding, () => {
        sent.push('restore');
        essentials = given.essentials();
        return givenSettings();
      }),
    );
    await user.click(await screen.findByRole('switch', { name: /^Webhooks/ }));
    await user.type(screen.getByLabelText('Instance name'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Restore defaults' }));
    const question = within(await screen.findByRole('dialog', { name: 'Restore the default branding?' }));
    expect(question.getByText(/“Head office” and both logos/)).toBeVisible();
    await user.dblClick(question.getByRole('button', { name: 'Restore defaults' }));
    expect(await screen.findByText('Default branding restored')).toBeVisible();
    expect(sent).toEqual(['restore']);
    await waitFor(() => expect(screen.getByLabelText('Instance name')).toHaveValue('Gatewarden'));
    expect(screen.getByRole('switch', { name: /^Webhooks/ })).not.toBeChecked();
    expect(screen.queryByRole('button', { name: 'Restore defaults' })).toBeNull();
  });

  it('uploads a logo, shows it on both backgrounds, and explains a refused file', async () => {
    const sent = recordChanges();
    const url = `/api/v1/logo/${'a'.repeat(64)}`;
    const { user, container } = renderRoute('/settings', { me });
    const choose = async (bytes: number) => {
      await screen.findByRole('button', { name: 'Upload a file: Logo at sign-in' });
      const input = container.querySelector<HTMLInputElement>('input[type="file"]');
      if (!input) throw new Error('no file input');
      await user.upload(input, new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }));
    };
    await choose(300_000);
    expect(await screen.findByText('The file is larger than 256 KiB. Choose a smaller one.')).toBeVisible();
    const details = { width: 300, height: 10, max_width: 250, max_height: 100 };
    server.use(refuse(uploadLogo, 422, 'logo_too_large', { field: 'data', details }));
    await choose(3);
    expect(await screen.findByText('The image is 300×10 px. It can be at most 250×100 px.')).toBeVisible();
    const uploads: unknown[] = [];
    server.use(
      respond(uploadLogo, ({ body }) => {
        uploads.push(body);
        return { url, content_type: 'image/png' as const, width: 9, height: 9, bytes: 3 };
      }),
    );
    await choose(3);
    await waitFor(() => expect(screen.getByLabelText(/^Logo at sign-in/)).toHaveValue(url));
    expect(uploads).toEqual([{ kind: 'main', data: 'AAAA' }]);
    expect(await screen.findAllByRole('img', { name: /^Preview in/ })).toHaveLength(4);
    await waitFor(() => expect(container.querySelector('figure img')).toHaveAttribute('src', url));
    expect(screen.queryByText(/at most 250×100 px\.$/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(sent).toEqual([{ main_logo_url: url }]);
  });
});

describe('the restrictions of users', () => {
  it('are a tab, and say whom a change concerns', async () => {
    const sent: unknown[] = [];
    let stored: EnterpriseSettings = {
      ...{ admin_device_management: false, only_client_activation: false, disable_all_traffic: true },
      ...{ devices_per_user: 0, mail_configured: true },
    };
    server.use(
      respond(getEnterpriseSettings, () => stored),
      respond(patchEnterpriseSettings, ({ body }) => {
        sent.push(body);
        stored = { ...stored, admin_device_management: true };
        return null;
      }),
    );
    const { user } = renderRoute('/settings', { me });
    await user.click(await screen.findByRole('link', { name: 'Enterprise features' }));
    await user.click(await screen.findByRole('switch', { name: /^Only administrators manage devices/ }));
    expect(await screen.findByText(/^Concerns all users who aren’t administrators/)).toBeVisible();
    await user.dblClick(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Enterprise features saved')).toBeVisible();
    expect(sent).toEqual([{ admin_device_management: true }]);
  });
});

describe('the choice of the page below 992 px', () => {
  const findChoice = async () => {
    setWindowWidth(991);
    const { user, router } = renderRoute('/settings', { me });
    return { user, router, choice: await screen.findByRole('combobox', { name: 'Settings page' }) };
  };

  it('replaces the list, has its groups, and opens the chosen page', async () => {
    server.use(respond(getSettings, givenSettings()));
    const { user, router, choice } = await findChoice();
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
    const groups = within(choice).getAllByRole('group');
    const names = groups.map((group) => group.getAttribute('label'));
    expect(names).toEqual(['Instance', 'Email and notifications', 'People and sign-in', 'Logs and data']);
    expect(choice).toHaveDisplayValue('Global');
    await user.selectOptions(choice, 'Security');
    expect(await screen.findByLabelText('Ask again after')).toBeVisible();
    expect(router.state.location.pathname).toBe('/settings/security');
    expect(choice).toHaveDisplayValue('Security');
  });

  it('marks the page with unsaved changes, and no other', async () => {
    const { user, choice } = await findChoice();
    await user.type(await screen.findByLabelText('Instance name'), ' X');
    await waitFor(() => expect(choice).toHaveDisplayValue('Global (Unsaved changes)'));
    expect(within(choice).getAllByRole('option', { name: /Unsaved changes/ })).toHaveLength(1);
  });
});

describe('the list of pages from 992 px on', () => {
  it('marks the page with unsaved changes, and no other', async () => {
    setWindowWidth(992);
    const { user } = renderRoute('/settings', { me });
    const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
    expect(screen.queryByRole('combobox', { name: 'Settings page' })).toBeNull();
    await user.type(await screen.findByLabelText('Instance name'), ' X');
    expect(await list.findByRole('link', { name: /^Global ?Unsaved changes$/ })).toBeVisible();
    expect(list.getAllByRole('link', { name: /Unsaved changes/ })).toHaveLength(1);
  });
});

describe('changes that are not saved', () => {
  it('remain while other tabs are open, mark their tab, and are asked for before the settings are left', async () => {
    server.use(respond(getSettings, givenSettings()), respond(listUsers, [me]), respond(listGroups, []));
    const { user, router } = renderRoute('/settings', { me });
    await user.type(await screen.findByLabelText('Instance name'), ' X');
    // each page has a header of its own
    const open = async (name: RegExp) => user.click(await screen.findByRole('link', { name }));
    expect(await screen.findByRole('img', { name: 'Unsaved changes' })).toBeVisible();
    await open(/^Security$/);
    expect(await screen.findByLabelText('Ask again after')).toBeVisible();
    expect(screen.getAllByRole('img', { name: 'Unsaved changes' })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await open(/^Global/);
    await waitFor(() => expect(screen.getByLabelText('Instance name')).toHaveValue('Gatewarden X'));
    expect(await screen.findByRole('button', { name: 'Save changes' })).toBeVisible();
    await open(/^Security$/);
    expect(await screen.findByLabelText('Ask again after')).toBeVisible();
    await open(/^Users$/);
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(question.getByText('Unsaved changes will be lost: Global.')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    await act(() => router.navigate({ to: '/settings' }));
    expect(await screen.findByLabelText('Instance name')).toHaveValue('Gatewarden');
    expect(screen.queryByRole('img', { name: 'Unsaved changes' })).toBeNull();
  });

  it('end when they are discarded or typed back', async () => {
    const { user } = renderRoute('/settings', { me });
    const name = await screen.findByLabelText('Instance name');
    await user.type(name, 'X');
    expect(await screen.findByRole('img', { name: 'Unsaved changes' })).toBeVisible();
    await user.type(name, '{Backspace}');
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unsaved changes' })).toBeNull());
    await user.type(name, 'X');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Unsaved changes' })).toBeNull());
    expect(name).toHaveValue('Gatewarden');
  });
});

it('finds a setting on another tab by its description, and focuses it', async () => {
  server.use(respond(getSettings, givenSettings()));
  const { user } = renderRoute('/settings', { me });
  const search = await screen.findByRole('combobox', { name: 'Search settings' });
  await user.type(search, 'from address');
  await user.click(await screen.findByRole('option', { name: /^Sender/ }));
  const sender = await screen.findByLabelText('Sender (optional)');
  await waitFor(() => expect(sender).toHaveFocus());
});

it.each(['2fa', 'mfa', 'passkey', 'session', 'timeout'])(
  'finds by "%s" where to set when identities are confirmed again',
  async (words) => {
    server.use(respond(getSettings, givenSettings()));
    const { user } = renderRoute('/settings', { me });
    await user.type(await screen.findByRole('combobox', { name: 'Search settings' }), words);
    expect(await screen.findByRole('option', { name: /^Ask again after/ })).toBeVisible();
  },
);

describe('the search for the license', () => {
  const find = async (words: string, licence: Partial<Licence>) => {
    server.use(respond(getSettings, givenSettings()), respond(getLicence, givenLicence(licence)));
    const { user } = renderRoute('/settings', { me });
    await user.type(await screen.findByRole('combobox', { name: 'Search settings' }), words);
  };

  it.each(['license', 'licence'])('finds its settings by "%s"', async (words) => {
    await find(words, {});
    expect(await screen.findByRole('option', { name: /^License key/ })).toBeVisible();
    expect(screen.getByRole('option', { name: /^Usage/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /needs no license/ })).toBeNull();
  });

  it.each(['license', 'licence'])('finds by "%s" that the build needs none, and no settings of it', async (words) => {
    await find(words, { state: 'not_needed', usage: [] });
    expect(await screen.findByRole('option', { name: /^This build needs no license/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /^License/ })).toBeNull();
    expect(screen.queryByRole('option', { name: /^Usage/ })).toBeNull();
  });
});
