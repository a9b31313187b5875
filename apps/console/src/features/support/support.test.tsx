import { getSupportConfiguration, getSupportOverview, sendSupportMail } from '@gatewarden/contract/support';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const overview = { support_email: null, smtp_enabled: true, log_files_enabled: true, log_bytes: 2_000_000 };

function openPage(changes: Partial<typeof overview> | { support_email: string } = {}) {
  server.use(respond(getSupportOverview, { ...overview, ...changes }));
  return renderRoute('/support', { me });
}

describe('support', () => {
  it('says how large the log is, or why there is none', async () => {
    openPage();
    expect(await screen.findByText('The log files take up 2 MB.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download log' })).toHaveAttribute('href', '/api/v1/support/logs');
    openPage({ log_bytes: 0 });
    expect(await screen.findByText('There are no log files yet.')).toBeVisible();
    openPage({ log_files_enabled: false });
    expect(await screen.findByText(/GATEWARDEN_LOG_FILES is off/)).toBeVisible();
  });

  it('reads the configuration only when it is asked for, and says if that failed', async () => {
    const { user } = openPage();
    server.use(refuse(getSupportConfiguration, 503, 'database_unavailable'));
    await user.click(await screen.findByRole('button', { name: 'Show configuration' }));
    expect(await screen.findByText('The configuration could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('offers to set up email instead of the form while there is no mail server', async () => {
    openPage({ smtp_enabled: false });
    expect(await screen.findByRole('link', { name: 'Set up email' })).toHaveAttribute('href', '/settings/mail');
    expect(screen.queryByLabelText('Recipient')).not.toBeInTheDocument();
  });

  it('sends to the configured address, and shows the words of the mail server', async () => {
    const { user } = openPage({ support_email: 'help@example.org' });
    server.use(refuse(sendSupportMail, 500, 'mail_not_sent', { details: { reason: '550 no such mailbox' } }));
    expect(await screen.findByLabelText('Recipient')).toHaveValue('help@example.org');
    await user.click(screen.getByRole('button', { name: 'Send support data' }));
    expect(await screen.findByText(/550 no such mailbox/)).toBeVisible();
    const sent: unknown[] = [];
    server.use(
      respond(sendSupportMail, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Send support data' }));
    expect(await screen.findByText('The mail server accepted the email to help@example.org')).toBeVisible();
    expect(sent).toEqual([{ to: 'help@example.org', language: 'en' }]);
  });
});
