import { sendTestMail } from '@gatewarden/contract/mail';
import { getSettings, patchSettings, type Settings } from '@gatewarden/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const configured: Partial<Settings> = {
  smtp_server: 'mail.example.com',
  smtp_port: 465,
  smtp_encryption: 'ImplicitTls',
  smtp_user: 'mailer',
  smtp_password_set: true,
  smtp_sender: 'vpn@example.com',
};

/** Serves and updates these settings; returns the sent changes. */
function serve(overrides: Partial<Settings> = {}): unknown[] {
  const sent: unknown[] = [];
  let settings = givenSettings(overrides);
  server.use(
    respond(getSettings, () => settings),
    respond(patchSettings, ({ body }) => {
      sent.push(body);
      const { smtp_password, ...plain } = body;
      const isSet = smtp_password === undefined ? settings.smtp_password_set : smtp_password !== null;
      settings = { ...settings, ...(plain as Partial<Settings>), smtp_password_set: isSet };
      return null;
    }),
  );
  return sent;
}

const save = () => screen.getByRole('button', { name: 'Save changes' });

describe('the mail settings', () => {
  it('are a tab of the settings', async () => {
    serve();
    const { user } = renderRoute('/settings', { me });
    await user.click(await screen.findByRole('link', { name: 'Email (SMTP)' }));
    expect(await screen.findByRole('textbox', { name: /^Server/ })).toHaveValue('');
    expect(screen.getByRole('textbox', { name: 'Port' })).toHaveValue('587');
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  it('show a placeholder while they load', async () => {
    const pending = Promise.withResolvers<Settings>();
    server.use(respond(getSettings, () => pending.promise));
    renderRoute('/settings/mail', { me });
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    pending.resolve(givenSettings(configured));
    expect(await screen.findByLabelText(/^Server/)).toHaveValue('mail.example.com');
  });

  it('report a failure to load, and retry', async () => {
    server.use(refuse(getSettings, 404, 'route_not_found'));
    const { user } = renderRoute('/settings/mail', { me });
    expect(await screen.findByText('Couldn’t load the email settings')).toBeVisible();
    serve(configured);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText(/^Server/)).toHaveValue('mail.example.com');
  });

  it('are for administrators', async () => {
    renderRoute('/settings/mail', { me: given.user() });
    expect(await screen.findByRole('heading', { name: 'You don’t have access to this page', level: 1 })).toBeVisible();
  });

  it('are saved with the typed password, which is not shown afterwards', async () => {
    const sent = serve();
    const { user } = renderRoute('/settings/mail', { me });
    await user.type(await screen.findByRole('textbox', { name: /^Server/ }), 'mail.example.com');
    await user.type(screen.getByRole('textbox', { name: /^User/ }), 'mailer');
    await user.type(screen.getByLabelText(/^Password/), 'Canary-7-bird');
    await user.type(screen.getByRole('textbox', { name: /^Sender/ }), 'vpn@example.com');
    await user.click(save());
    expect(await screen.findByText('Email settings saved')).toBeVisible();
    expect(sent).toEqual([
      {
        smtp_server: 'mail.example.com',
        smtp_port: 587,
        smtp_user: 'mailer',
        smtp_password: 'Canary-7-bird',
        smtp_sender: 'vpn@example.com',
      },
    ]);
    expect(await screen.findByText('A password is saved. Leave empty to keep it.')).toBeVisible();
    expect(screen.getByLabelText(/^Password/)).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  });

  it('retain the saved password by default', async () => {
    const sent = serve(configured);
    const { user } = renderRoute('/settings/mail', { me });
    await user.type(await screen.findByRole('textbox', { name: /^User/ }), '2');
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ smtp_user: 'mailer2' });
    expect(sent[0]).not.toHaveProperty('smtp_password');
  });

  it('remove the saved password', async () => {
    const sent = serve(configured);
    const { user } = renderRoute('/settings/mail', { me });
    await user.click(await screen.findByRole('switch', { name: 'Remove the saved password' }));
    expect(screen.getByLabelText(/^Password/)).toBeDisabled();
    await user.click(save());
    await waitFor(() => expect(sent).toMatchObject([{ smtp_password: null }]));
    await waitFor(() => expect(screen.queryByRole('switch')).not.toBeInTheDocument());
  });

  it('warn about an unencrypted connection', async () => {
    serve(configured);
    const { user } = renderRoute('/settings/mail', { me });
    expect(screen.queryByText(/are sent unencrypted/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole('combobox', { name: 'Encryption' }));
    await user.click(await screen.findByRole('option', { name: 'None' }));
    expect(await screen.findByText(/are sent unencrypted/)).toBeVisible();
  });

  it('show errors for server, port and sender', async () => {
    serve(configured);
    const { user } = renderRoute('/settings/mail', { me });
    await user.type(await screen.findByRole('textbox', { name: /^Server/ }), ':25');
    await user.clear(screen.getByRole('textbox', { name: 'Port' }));
    await user.type(screen.getByRole('textbox', { name: /^Sender/ }), ', b');
    await user.tab();
    expect(await screen.findByText(/^Enter only the hostname or IP address/)).toBeVisible();
    expect(await screen.findByText('Required')).toBeVisible();
    expect(await screen.findByText('Enter an email address such as name@example.com.')).toBeVisible();
  });
});

describe('the test mail', () => {
  it('is offered once a server and a sender are saved', async () => {
    serve();
    renderRoute('/settings/mail', { me });
    expect(await screen.findByText(/to send a test email/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send test email' })).not.toBeInTheDocument();
  });

  it('is sent in the language of the user, and reports success', async () => {
    serve(configured);
    const sent: unknown[] = [];
    server.use(
      respond(sendTestMail, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/settings/mail', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Send to' }), 'una@example.org');
    await user.click(screen.getByRole('button', { name: 'Send test email' }));
    expect(await screen.findByText('Test email sent to una@example.org')).toBeVisible();
    expect(sent).toEqual([{ to: 'una@example.org', language: 'en' }]);
  });

  async function sendRefused(reason: string) {
    serve(configured);
    server.use(refuse(sendTestMail, 500, 'mail_not_sent', { details: { reason }, error: reason }));
    const { user } = renderRoute('/settings/mail', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Send to' }), 'una@example.org');
    await user.click(screen.getByRole('button', { name: 'Send test email' }));
    return user;
  }

  it('shows the response of the mail server when it is rejected', async () => {
    const reason = 'Message failed: 554 5.7.1 no spam';
    await sendRefused(reason);
    expect(await screen.findByText(`The email could not be sent: ${reason}`)).toBeVisible();
  });

  it('says why the mail server was not reached, until the settings are saved', async () => {
    const user = await sendRefused('connect ECONNREFUSED 127.0.0.1:2598');
    const failure =
      'The mail server refused the connection. Check the server and the port. (connect ECONNREFUSED 127.0.0.1:2598)';
    expect(await screen.findByText(failure)).toBeVisible();
    const port = screen.getByRole('textbox', { name: 'Port' });
    await user.clear(port);
    await user.type(port, '587');
    expect(screen.getByText(failure)).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Email settings saved')).toBeVisible();
    expect(screen.queryByText(failure)).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Send to' })).toHaveValue('una@example.org');
  });

  it('requires an address', async () => {
    serve(configured);
    const { user } = renderRoute('/settings/mail', { me });
    await user.click(await screen.findByRole('button', { name: 'Send test email' }));
    expect(await screen.findByText('Enter an email address such as name@example.com.')).toBeVisible();
  });
});
