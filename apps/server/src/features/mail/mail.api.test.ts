import { listActivity } from '@gatewarden/contract/activity-log';
import { sendTestMail } from '@gatewarden/contract/mail';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect } from 'vitest';
import { type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const account = { user: 'mailer', password: 'Canary-7-bird' };

async function givenMailServer(server: TestServer, port: number, facts: object = {}) {
  const admin = await server.given.admin();
  await admin.call(patchSettings, {
    body: {
      smtp_server: '127.0.0.1',
      smtp_port: port,
      smtp_encryption: 'None',
      smtp_sender: 'vpn@example.com',
      instance_name: 'Head office',
      ...facts,
    },
  });
  return admin;
}

test.beforeEach(({ server }) =>
  server.query(`update settings set changed = '{}'; delete from secret where kind = 'smtp-password'`),
);

test('sends a test mail with the stored settings and waits until the server accepts it', async ({ server }) => {
  await using sink = await startSmtpSink({ account });
  const admin = await givenMailServer(server, sink.port, { smtp_user: 'mailer', smtp_password: account.password });
  const answer = await admin.try(sendTestMail, { body: { to: 'una@example.org' } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect(sink.mails).toMatchObject([
    {
      from: 'vpn@example.com',
      to: ['una@example.org'],
      user: 'mailer',
      email: { from: { name: 'Head office' }, subject: 'Test email from Head office' },
    },
  ]);
  expect(sink.mails[0]?.email.text).toContain(server.url.replace('127.0.0.1', 'localhost'));
});

test('logs a test mail with its recipient once the server has accepted it', async ({ server }) => {
  await using sink = await startSmtpSink();
  const admin = await givenMailServer(server, sink.port);
  await admin.call(sendTestMail, { body: { to: 'log-test@example.org' } });
  const query = { event: ['mail_test_sent'], search: 'log-test@' };
  expect((await admin.call(listActivity, { query })).data).toMatchObject([
    { description: 'Test mail to log-test@example.org' },
  ]);
  await using closed = await startSmtpSink({ account });
  await givenMailServer(server, closed.port, { smtp_user: 'mailer', smtp_password: 'wrong' });
  await admin.try(sendTestMail, { body: { to: 'log-test@example.org' } });
  expect((await admin.call(listActivity, { query })).data).toHaveLength(1);
});

test('logs a test mail that the server accepts after the session of its sender has ended', async ({ server }) => {
  const sender = await server.given.user({ groups: ['admin'] });
  const ended: unknown[] = [];
  await using sink = await startSmtpSink({
    beforeAccept: async () => {
      ended.push(...(await server.query(`delete from session where user_id = ${sender.id} returning user_id`)));
    },
  });
  const admin = await givenMailServer(server, sink.port);
  await sender.try(sendTestMail, { body: { to: 'ended@example.org' } });
  expect(ended).toEqual([{ user_id: sender.id }]);
  const query = { event: ['mail_test_sent'], search: 'ended@' };
  expect((await admin.call(listActivity, { query })).data).toMatchObject([{ username: sender.username }]);
});

test('writes the test mail in the requested language', async ({ server }) => {
  await using sink = await startSmtpSink();
  const admin = await givenMailServer(server, sink.port);
  await admin.call(sendTestMail, { body: { to: 'una@example.org', language: 'pl' } });
  expect(sink.mails[0]?.email.subject).toBe('Wiadomość testowa: Head office');
});

test('does not authenticate while user or password is empty', async ({ server }) => {
  await using sink = await startSmtpSink();
  const admin = await givenMailServer(server, sink.port, { smtp_user: 'mailer', smtp_password: '' });
  await admin.call(sendTestMail, { body: { to: 'una@example.org' } });
  await admin.call(patchSettings, { body: { smtp_user: '', smtp_password: 'unused' } });
  await admin.call(sendTestMail, { body: { to: 'una@example.org' } });
  expect(sink.mails.map(({ user }) => user)).toEqual([undefined, undefined]);
});

test('answers with the text of the mail server when it refuses, and logs no password', async ({ server }) => {
  await using sink = await startSmtpSink({ account: { ...account, password: 'another' } });
  const admin = await givenMailServer(server, sink.port, { smtp_user: 'mailer', smtp_password: account.password });
  const answer = await admin.try(sendTestMail, { body: { to: 'una@example.org' } });
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'mail_not_sent', error: expect.stringContaining('535 no such account here') },
  });
  expect(server.logged()).not.toContain(account.password);
  expect(JSON.stringify(answer)).not.toContain(account.password);
});

test('refuses a test mail while SMTP is not configured', async ({ server }) => {
  const admin = await server.given.admin();
  const answer = await admin.try(sendTestMail, { body: { to: 'una@example.org' } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'smtp_not_configured', error: 'SMTP is not configured' },
  });
});

test.for(['', 'una', 'una@example.org, eve@example.org', 'una@example.org\r\nRCPT TO:<eve@example.org>'])(
  'rejects %j as an address and sends nothing',
  async (to, { server }) => {
    await using sink = await startSmtpSink();
    const admin = await givenMailServer(server, sink.port);
    expect(await admin.try(sendTestMail, { body: { to } })).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', field: 'to' },
    });
    expect(sink.mails).toEqual([]);
  },
);
