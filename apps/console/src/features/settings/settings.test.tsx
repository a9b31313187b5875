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

describe('branding', () => {
  it('shows default logos as empty fields, and previews a typed address', async () => {
    const sent = recordChanges();
    const { user, container } = renderRoute('/settings', { me });
    const field = await screen.findByLabelText(/^Logo at sign-in/);
    expect(field).toHaveValue('');
    await user.type(field, '/own.svg');
    await waitFor(() => expect(container.querySelector('figure img')).toHaveAttribute('src', '/own.svg'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Branding saved')).toBeVisible();
    expect(sent).toEqual([{ instance_name: 'Gatewarden', main_logo_url: '/own.svg', nav_logo_url: '' }]);
  });

  it('never loads an address that could be a script, and shows the expected format', async () => {
    const { user, container } = renderRoute('/settings', { me });
    await user.type(await screen.findByLabelText(/^Logo at sign-in/), 'javascript:alert(1)');
    await user.tab();
    expect(await screen.findByText('Enter an address that starts with https:// or with /.')).toBeVisible();
    expect(container.querySelector('[src^="javascript"]')).toBeNull();
  });

  it('resets to the default', async () => {
    const sent = recordChanges();
    const essentials = given.essentials({ instance_name: 'Head office', nav_logo_url: 'https://example.com/a.png' });
    const { user } = renderRoute('/settings', { me, essentials });
    await user.click(await screen.findByRole('button', { name: 'Reset to default' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Branding saved')).toBeVisible();
    expect(sent).toEqual([{ instance_name: 'Gatewarden', main_logo_url: '', nav_logo_url: '' }]);
  });
});
