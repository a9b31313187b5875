import { changeOwnPassword } from '@gatewarden/contract/auth';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user({ groups: ['Staff'] });
const own = respond(getUser, given.details(me, [given.device()]));

beforeEach(() => server.use(respond(listAuthKeys, [given.authKey()])));

describe('my profile', () => {
  it('has no devices while the VPN module is off', async () => {
    server.use(respond(getUser, given.details(given.user())));
    renderRoute('/me', { me: given.user(), essentials: given.essentials({ wireguard_enabled: false }) });
    expect(await screen.findByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Devices' })).not.toBeInTheDocument();
  });

  it.each([
    ['/me', ['Devices']],
    ['/me/applications', ['My applications', 'Connected applications']],
    ['/me/security', ['Two-factor authentication', 'Password', 'Sessions', 'Secure your account']],
    ['/me/keys', ['SSH and GPG keys', 'YubiKeys', 'API tokens']],
    ['/me/account', ['Details', 'Preferences', 'Activity']],
  ])('has on %s one heading and its sections', async (path, sections) => {
    server.use(own);
    renderRoute(path, { me: me });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    await screen.findByRole('heading', { name: String(sections[0]), level: 2 });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(sections);
  });

  it('lets users change only their phone number', async () => {
    const sent: unknown[] = [];
    server.use(
      own,
      respond(updateUser, ({ body }) => {
        sent.push(body);
        return null;
      }),
    );
    const { user } = renderRoute('/me/account', { me });
    await user.type(await screen.findByRole('textbox', { name: /^Phone/ }), '+1 555 123 4567');
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Details saved')).toBeVisible();
    expect(sent).toEqual([{ phone: '+1 555 123 4567' }]);
  });

  it('warns administrators before they change their username or email', async () => {
    server.use(own, respond(listUsers, [given.admin(), me]));
    const { user } = renderRoute('/me/account', { me: given.admin() });
    await user.clear(await screen.findByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'countess@example.com');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change your email?' }));
    expect(dialog.getByText(/from ada@example\.com to countess@example\.com/)).toBeVisible();
    expect(dialog.getByText(/^Codes and notifications go to the new address/)).toBeVisible();
  });

  it('lets administrators change their names', async () => {
    server.use(own);
    renderRoute('/me/account', { me: given.admin() });
    expect(await screen.findByLabelText('First name')).toHaveValue('Ada');
  });

  it('changes the password only with the current one', async () => {
    server.use(own, refuse(changeOwnPassword, 400, 'password_wrong', { field: 'old_password' }));
    const { user } = renderRoute('/me/security', { me });
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Current password'), 'Wrong-horse-7');
    await user.type(dialog.getByLabelText('New password'), 'Better-horse-8');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    expect(await dialog.findByText('The current password is incorrect.')).toBeVisible();
    const sent: unknown[] = [];
    server.use(
      respond(changeOwnPassword, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    await user.clear(dialog.getByLabelText('Current password'));
    await user.type(dialog.getByLabelText('Current password'), 'Right-horse-7');
    await user.click(dialog.getByRole('switch', { name: 'Also delete my API tokens' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Your password was changed')).toBeVisible();
    const passwords = { old_password: 'Right-horse-7', new_password: 'Better-horse-8' };
    expect(sent).toEqual([{ ...passwords, revoke_api_tokens: true }]);
  });
});
