import { getInfo } from '@gatewarden/contract/info';
import { patchSettings } from '@gatewarden/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
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

const unchanged = {
  instance_name: 'Gatewarden',
  main_logo_url: '',
  nav_logo_url: '',
  default_location_view: 'grid',
  wireguard_enabled: true,
  openid_enabled: true,
  webhooks_enabled: true,
};

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
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    const off = { wireguard_enabled: false, openid_enabled: false, webhooks_enabled: false };
    expect(sent).toEqual([{ ...unchanged, default_location_view: 'list', ...off }]);
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
    expect(sent).toEqual([{ ...unchanged, main_logo_url: '/own.svg' }]);
  });

  it('never loads an address that could be a script, and shows the expected format', async () => {
    const { user, container } = renderRoute('/settings', { me });
    await user.type(await screen.findByLabelText(/^Logo at sign-in/), 'javascript:alert(1)');
    await user.tab();
    expect(await screen.findByText('Enter an address that starts with https:// or /.')).toBeVisible();
    expect(container.querySelector('[src^="javascript"]')).toBeNull();
  });

  it('resets to the default', async () => {
    const sent = recordChanges();
    const essentials = given.essentials({ instance_name: 'Head office', nav_logo_url: 'https://example.com/a.png' });
    const { user } = renderRoute('/settings', { me, essentials });
    await user.click(await screen.findByRole('button', { name: 'Reset to default' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(sent).toEqual([unchanged]);
  });
});
