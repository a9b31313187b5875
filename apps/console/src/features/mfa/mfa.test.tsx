import { getMe, setOwnPassword } from '@gatewarden/contract/auth';
import {
  confirmEmail,
  confirmTotp,
  countRecoveryCodes,
  disableMfa,
  proveWithPassword,
  removeEmail,
  removeTotp,
  replaceRecoveryCodes,
  signInWithRecoveryCode,
  signInWithTotp,
  startEmail,
  startTotp,
} from '@gatewarden/contract/mfa';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = Array.from({ length: 8 }, (_, index) => `recov-eryab-cdefg-hjkm${index + 2}`);
const protectedMe = given.user({ mfa_enabled: true, totp_enabled: true, mfa_method: 'OneTimePassword' });

function givenProfile(me = given.user()) {
  server.use(respond(getUser, given.details(me, [])), respond(startTotp, { secret }));
  return renderRoute('/me/security', { me });
}

describe('second factors in the profile', () => {
  it('set up an authenticator app and require that the recovery codes are saved', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(confirmTotp, ({ body }) => {
        sent.push(body);
        return { codes };
      }),
    );
    const { user, router } = givenProfile();
    const panel = within(await screen.findByRole('region', { name: 'Two-factor authentication' }));
    expect(panel.getByText('Off')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Set up' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Authenticator app' }));
    expect(await dialog.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(dialog.getByText(secret)).toBeVisible();
    const code = dialog.getByRole('textbox', { name: '6-digit code' });
    await user.type(code, '12345x');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Enter the 6-digit code.')).toBeVisible();
    await user.clear(code);
    await user.type(code, '123 456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    const saving = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    for (const code of codes) expect(saving.getByText(code, { exact: false })).toBeVisible();
    expect(saving.getByRole('button', { name: 'Download' })).toBeVisible();
    const finish = saving.getByRole('button', { name: 'Done' });
    expect(finish).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(finish).toBeVisible();
    void router.navigate({ to: '/me/activity' });
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving the recovery codes?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/me/security');
    await user.click(saving.getByRole('checkbox', { name: 'I have saved them' }));
    expect(saving.getByText(/^Two-factor authentication is on. You stay signed in here/)).toBeVisible();
    await user.click(finish);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/me/security');
    expect(sent).toEqual([{ code: '123 456' }]);
  });

  it('ask before the page is left with a code that is not confirmed', async () => {
    const { user, router } = givenProfile();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123');
    void router.navigate({ to: '/me/activity' });
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(screen.getByRole('textbox', { name: '6-digit code' })).toHaveValue('123');
  });

  it('show at the field that a code is wrong', async () => {
    server.use(refuse(confirmTotp, 404, 'code_wrong', { field: 'code' }));
    const { user } = givenProfile();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '000000');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/^That code is incorrect/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: '6-digit code' })).toBeInvalid();
  });

  it('are removed after a dialog describes the effect', async () => {
    let isRemoved = false;
    server.use(
      respond(removeTotp, () => {
        isRemoved = true;
        return null;
      }),
    );
    const { user } = givenProfile(protectedMe);
    expect(await screen.findByText('On')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the authenticator app?' }));
    expect(dialog.getByText(/recovery codes will be deleted/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The authenticator app was removed')).toBeVisible();
    expect(isRemoved).toBe(true);
  });
});

describe('recovery codes in the profile', () => {
  it.each([
    [8, 'success', undefined],
    [3, 'success', undefined],
    [2, 'warning', /^You are running out of recovery codes\. Create new ones/],
    [1, 'warning', /^You are running out of recovery codes\. Create new ones/],
    [0, 'danger', /^You have no recovery codes left\. Create new ones/],
  ] as const)('are counted, with a warning while few are left: %s', async (left, tone, advice) => {
    server.use(respond(countRecoveryCodes, { left }));
    givenProfile(protectedMe);
    const count = await screen.findByText(`${left} of 8 recovery codes left`);
    expect(count.closest('[data-tone]')).toHaveAttribute('data-tone', tone);
    if (advice) expect(screen.getByText(advice)).toBeVisible();
    else expect(screen.queryByText(/(running out of|no) recovery codes/)).toBeNull();
  });

  it('are one less after reauthentication with a recovery code', async () => {
    let left = 3;
    server.use(
      respond(countRecoveryCodes, () => ({ left })),
      refuse(startTotp, 403, 'proof_required'),
      respond(signInWithRecoveryCode, () => {
        left -= 1;
        server.use(respond(startTotp, { secret }));
        return { user: protectedMe, url: null };
      }),
      respond(getUser, given.details(protectedMe, [])),
    );
    const { user } = renderRoute('/me/security', { me: protectedMe });
    expect(await screen.findByText('3 of 8 recovery codes left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Replace' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.click(proof.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(proof.getByRole('textbox', { name: 'Recovery code' }), codes[0] ?? '');
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('2 of 8 recovery codes left')).toBeVisible();
  });

  it('are replaced after confirmation and reauthentication, and shown once', async () => {
    let left = 1;
    let replaced = 0;
    server.use(
      respond(countRecoveryCodes, () => ({ left })),
      refuse(replaceRecoveryCodes, 403, 'proof_required'),
      respond(signInWithTotp, () => {
        server.use(
          respond(replaceRecoveryCodes, () => {
            [left, replaced] = [8, replaced + 1];
            return { codes };
          }),
        );
        return { user: protectedMe, url: null };
      }),
    );
    const { user, router } = givenProfile(protectedMe);
    await user.click(await screen.findByRole('button', { name: 'Create new codes' }));
    const question = within(await screen.findByRole('dialog', { name: 'Create new recovery codes?' }));
    expect(question.getByText('All previous recovery codes stop working immediately.')).toBeVisible();
    await user.dblClick(question.getByRole('button', { name: 'Create codes' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(proof.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    const saving = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }));
    for (const code of codes) expect(saving.getByText(code, { exact: false })).toBeVisible();
    expect(saving.getByRole('button', { name: 'Download' })).toBeVisible();
    expect(saving.queryByText(/sessions have ended/)).toBeNull();
    void router.navigate({ to: '/me/activity' });
    const leaving = within(await screen.findByRole('dialog', { name: 'Leave without saving the recovery codes?' }));
    await user.click(leaving.getByRole('button', { name: 'Stay' }));
    expect(saving.getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(saving.getByRole('checkbox', { name: 'I have saved them' }));
    await user.click(saving.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('8 of 8 recovery codes left')).toBeVisible();
    expect(replaced).toBe(1);
  });

  it('are not shown without a second factor', async () => {
    givenProfile();
    expect(await screen.findByRole('region', { name: 'Two-factor authentication' })).toBeVisible();
    expect(screen.queryByText(/recovery codes left/)).toBeNull();
  });
});

describe('codes by email in the profile', () => {
  it.each([
    ['administrators where to set one up', given.admin(), 'link'],
    ['other users whom to ask', given.user(), 'text'],
  ] as const)('are not offered without a mail server, and show %s', async (_, me, kind) => {
    const restrictions = { admin_device_management: false, disable_all_traffic: false, only_client_activation: false };
    server.use(respond(getEnterpriseSettings, { ...restrictions, devices_per_user: 0, mail_configured: false }));
    givenProfile(me);
    expect(await screen.findByText(/^Requires a mail server\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set up codes by email' })).toBeNull();
    if (kind === 'text') expect(screen.getByText(/Ask an administrator to set one up\.$/)).toBeVisible();
    else expect(screen.getByRole('link', { name: 'Set up the mail server' })).toHaveAttribute('href', '/settings/mail');
  });

  const openDialog = async (user: ReturnType<typeof renderRoute>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Set up codes by email' }));
    return within(await screen.findByRole('dialog', { name: 'Codes by email' }));
  };

  it('are set up with a code that is sent immediately, and again only after a delay', async () => {
    let mailed = 0;
    server.use(
      respond(startEmail, () => {
        mailed += 1;
        return null;
      }),
      respond(confirmEmail, ({ body }) => ({ codes: body.code === '123456' ? codes : null })),
    );
    const { user } = givenProfile();
    const dialog = await openDialog(user);
    expect(await dialog.findByText(/^We sent a code to ada@example.com/)).toBeVisible();
    expect(dialog.getByRole('button', { name: /^Send another code in 0:(30|29)$/ })).toBeDisabled();
    expect(mailed).toBe(1);
    await user.type(dialog.getByRole('textbox', { name: '6-digit code' }), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
  });

  it('show why no email can be sent, and retry', async () => {
    server.use(refuse(startEmail, 500, 'smtp_not_configured'));
    const { user } = givenProfile();
    const dialog = await openDialog(user);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Email is not set up');
    server.use(respond(startEmail, null));
    await user.click(dialog.getByRole('button', { name: 'Send another code' }));
    expect(await dialog.findByText(/^We sent a code/)).toBeVisible();
  });

  it('are removed without affecting the other second factor', async () => {
    let isRemoved = false;
    server.use(
      respond(removeEmail, () => {
        isRemoved = true;
        return null;
      }),
    );
    const { user } = givenProfile({ ...protectedMe, email_mfa_enabled: true });
    await user.click(await screen.findByRole('button', { name: 'Remove codes by email' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove codes by email?' }));
    expect(dialog.getByText(/Your other methods and recovery codes stay active/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Codes by email were removed')).toBeVisible();
    expect(isRemoved).toBe(true);
  });
});

describe('a user with several factors', () => {
  it('chooses the default method', async () => {
    const me = given.user({ ...protectedMe, webauthn_enabled: true });
    const sent: unknown[] = [];
    server.use(
      respond(updateUser, ({ body }) => {
        sent.push(body);
        server.use(respond(getMe, { ...me, mfa_method: 'Webauthn' }));
        return null;
      }),
    );
    const { user } = givenProfile(me);
    const first = await screen.findByRole('combobox', { name: 'Default method' });
    expect(first).toHaveValue('OneTimePassword');
    await user.selectOptions(first, 'Security keys and passkeys');
    expect(await screen.findByText('Default method saved')).toBeVisible();
    expect(sent).toEqual([{ mfa_method: 'Webauthn' }]);
    expect(first).toHaveValue('Webauthn');
  });
});

describe('a user without a password', () => {
  it('reauthenticates with a passkey to set a password', async () => {
    const me = given.user({ webauthn_enabled: true, has_password: false });
    server.use(refuse(setOwnPassword, 403, 'proof_required'));
    const { user } = givenProfile(me);
    await user.click(await screen.findByRole('button', { name: 'Set a password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set a password' }));
    await user.type(dialog.getByLabelText('New password'), 'Battery-staple-8');
    await user.click(dialog.getByRole('button', { name: 'Set password' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    expect(proof.getByRole('button', { name: 'Use security key or passkey' })).toBeVisible();
  });
});

describe('an administrator', () => {
  it('resets the second factors of a user', async () => {
    let isReset = false;
    const una = given.user({
      ...protectedMe,
      email_mfa_enabled: true,
      id: 7,
      username: 'una',
      first_name: 'Una',
      last_name: 'Weir',
    });
    server.use(
      respond(getUser, given.details(una, [])),
      respond(disableMfa, ({ params }) => {
        isReset = params.username === 'una';
        return null;
      }),
    );
    const { user } = renderRoute('/users/una', { me: given.admin() });
    expect(await screen.findByText('Two-factor authentication')).toBeVisible();
    expect(screen.getByText('Authenticator app, Codes by email')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Una Weir' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reset two-factor authentication' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset two-factor authentication for Una Weir?' }));
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('Two-factor authentication for Una Weir was reset')).toBeVisible();
    expect(isReset).toBe(true);
  });
});

describe('a user who signed in a while ago', () => {
  it('reauthenticates with the password, and the action continues', async () => {
    let isProved = false;
    server.use(refuse(startTotp, 403, 'proof_required'));
    server.use(
      respond(proveWithPassword, () => {
        isProved = true;
        server.use(respond(startTotp, { secret }));
        return {};
      }),
    );
    server.use(respond(getUser, given.details(given.user(), [])));
    const { user } = renderRoute('/me/security', { me: given.user() });
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(dialog.getByLabelText('Password'), 'Right-horse-7');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(secret)).toBeVisible();
    expect(isProved).toBe(true);
  });

  it('reauthenticates with the second factor if there is one', async () => {
    server.use(refuse(removeTotp, 403, 'proof_required'), respond(getUser, given.details(protectedMe, [])));
    const { user } = renderRoute('/me/security', { me: protectedMe });
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'Remove' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Remove the authenticator app?' }));
      await user.click(dialog.getByRole('button', { name: 'Remove' }));
      return within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    };
    const dialog = await remove();
    server.use(
      respond(signInWithTotp, () => {
        server.use(respond(removeTotp, null));
        return { user: protectedMe, url: null };
      }),
    );
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The authenticator app was removed')).toBeVisible();
  });
});
