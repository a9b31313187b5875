import { changeOwnPassword, signIn } from '@gatewarden/contract/auth';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { disableMfa, removeTotp } from '@gatewarden/contract/mfa';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const newPassword = 'Battery-staple-8';

it('mails users about a new password and a removed factor of their own account, without secrets', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  await givenTotp(server, una);
  await givenMailServer(server, sink);
  await una.call(removeTotp, {});
  const [removed] = await sink.received(1);
  expect(removed?.email.subject).toContain('Authenticator app removed');
  await una.call(changeOwnPassword, { body: { old_password: password, new_password: newPassword } });
  const [, mail] = await sink.received(2);
  expect(mail).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(mail?.email.subject).toContain('Your password was changed');
  expect(mail?.email.text).toContain('127.0.0.1');
  expect(mail?.email.text).toContain('If this wasn’t you');
  expect(mail?.email.text).not.toContain(newPassword);
});

it('mails users about changes that an administrator made, with the name of the administrator and in their language', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await givenTotp(server, una);
  await server.database.query(`update "user" set language = 'pl' where id = $1`, [una.id]);
  await givenMailServer(server, sink);
  const params = { username: una.username };
  await admin.call(setUserPassword, { params, body: { new_password: newPassword } });
  await sink.received(1);
  await admin.call(disableMfa, { params });
  await sink.received(2);
  await admin.call(stopUser, { params, body: { disable: true } });
  const mails = await sink.received(3);
  expect(mails.map(({ to }) => to)).toEqual(Array(3).fill([`${una.username}@example.com`]));
  expect(mails.map(({ email }) => email.subject?.split(':')[0])).toEqual([
    'Zmieniono hasło',
    'Zresetowano uwierzytelnianie dwuskładnikowe',
    'Wyłączono konto',
  ]);
  for (const { email } of mails)
    expect(email.text).toContain(`Zmianę wprowadzono z konta administratora ${admin.username}.`);
});

it('mails nothing about a refused change', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  const refused = await una.try(changeOwnPassword, {
    body: { old_password: 'Wrong-horse-7', new_password: newPassword },
  });
  expect(refused.status).toBe(400);
  expect((await server.stranger().try(signIn, { body: { username: una.username, password } })).status).toBe(200);
  expect(await server.database.query(`select from pgboss.job where name = 'mail.send'`)).toEqual([]);
});

it('mails a user about the same kind of change five times an hour, and about others as well', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await givenMailServer(server, sink);
  const params = { username: una.username };
  for (let time = 0; time < 7; time += 1)
    await admin.call(setUserPassword, { params, body: { new_password: newPassword } });
  await admin.call(stopUser, { params, body: { disable: false } });
  const mails = await server.database.query(`select count(*)::integer from pgboss.job where name = 'mail.send'`);
  expect(mails).toEqual([{ count: 6 }]);
});
