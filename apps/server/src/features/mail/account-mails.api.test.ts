import { randomBytes } from 'node:crypto';
import { changeOwnPassword } from '@gatewarden/contract/auth';
import { replaceRecoveryCodes } from '@gatewarden/contract/mfa';
import { setPreferences } from '@gatewarden/contract/preferences';
import { setUserPassword, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const key = { GATEWARDEN_SECRET_KEY: randomBytes(32).toString('base64') };
const startServer = () => startTestServer({ now: '2030-01-31T12:00:00Z', environment: key });
const newPassword = 'Battery-staple-8';

async function sendSummaries({ database }: TestServer): Promise<void> {
  const { code } = await runAdmin(['jobs', 'run', 'mail.send-summaries'], { DATABASE_URL: database.url, ...key });
  expect(code).toBe(0);
}

async function renewProof({ database, clock }: TestServer, { id }: Person): Promise<void> {
  await database.query('update session set proved_at = $1 where user_id = $2', [clock.now(), id]);
}

async function repeat(times: number, change: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index += 1) await change(index);
}

it('mails the same change five times an hour, announces in the fifth that others wait, and sends a summary', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const una = await server.given.user();
  await givenTotp(server, una);
  await givenMailServer(server, sink);
  await repeat(8, () => una.call(replaceRecoveryCodes, {}));
  const announced = /Further changes of this kind are listed in a summary after January 31, 2030 at 1:00\sPM UTC/;
  const five = await sink.received(5);
  expect(five.filter(({ email }) => announced.test(email.text ?? ''))).toHaveLength(1);

  server.clock.advance({ minutes: 59 });
  await sendSummaries(server);
  server.clock.advance({ minutes: 2 });
  await sendSummaries(server);
  const [summary] = (await sink.received(6)).slice(5);
  expect(summary).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(summary?.email.subject).toContain('More changes to your');
  expect(summary?.email.text).toContain('Recovery codes replaced: 3');

  await renewProof(server, una);
  await una.call(replaceRecoveryCodes, {});
  expect((await sink.received(7))[6]?.email.text).toContain('New recovery codes were created');
});

it('limits the mails about added factors by the kind of factor', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  await repeat(7, () => givenTotp(server, una));
  await repeat(7, () => givenSecurityKey(server, una));
  const sent = await server.database.query(`select count(*)::integer from pgboss.job where name = 'mail.send'`);
  expect(sent).toEqual([{ count: 10 }]);
});

it('starts the next hour without the job while nothing waits', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  await repeat(5, () => givenTotp(server, una));
  server.clock.advance({ minutes: 61 });
  await renewProof(server, una);
  await repeat(5, () => givenTotp(server, una));
  expect(await sink.received(10)).toHaveLength(10);
});

it('limits own changes and those of administrators separately', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await givenMailServer(server, sink);
  await repeat(6, (index) => {
    const [old_password, next] = index % 2 ? [newPassword, password] : [password, newPassword];
    return una.call(changeOwnPassword, { body: { old_password, new_password: next } });
  });
  await admin.call(setUserPassword, { params: { username: una.username }, body: { new_password: newPassword } });
  const mails = await sink.received(6);
  expect(mails.filter(({ email }) => email.text?.includes(`The administrator ${admin.username}`))).toHaveLength(1);
});

it('sends the summary to every address of a mail that waited, and to the present one', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  await givenMailServer(server, sink);
  const params = { username: una.username };
  const setAddress = (name: string) => admin.call(updateUser, { params, body: { email: `${name}@example.org` } });
  // as after corrections by an administrator
  for (const name of ['a', 'b', 'c', 'd', 'una']) await setAddress(name);
  await setAddress('eve');
  await setAddress('una');
  await setAddress('mallory');
  const before = (await sink.received(5)).flatMap(({ to }) => to).toSorted();
  expect(before).toEqual([...['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`), `${una.username}@example.com`]);

  server.clock.advance({ minutes: 61 });
  await sendSummaries(server);
  const summaries = (await sink.received(8)).slice(5);
  const addresses = ['eve@example.org', 'mallory@example.org', 'una@example.org'];
  expect(summaries.flatMap(({ to }) => to).toSorted()).toEqual(addresses);
  for (const { email } of summaries) expect(email.text).toContain('Email address changed by an administrator: 3');
});

it('writes the summary in the chosen language, also if a summary of another user fails', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const [ada, una] = [await server.given.user(), await server.given.user()];
  for (const person of [ada, una]) await givenTotp(server, person);
  await una.call(setPreferences, { body: { language: 'pl' } });
  await givenMailServer(server, sink);
  for (const person of [ada, una]) await repeat(6, () => person.call(replaceRecoveryCodes, {}));
  await sink.received(10);
  // as a newer core would write it
  await server.database.query(`update account_mail set change = 'future' where user_id = $1 and waiting > 0`, [ada.id]);
  server.clock.advance({ minutes: 61 });
  await sendSummaries(server);
  const [summary] = (await sink.received(11)).slice(10);
  expect(summary).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(summary?.email.text).toContain('Zastąpiono kody odzyskiwania: 1');
  expect(await server.database.query('select user_id, waiting from account_mail where waiting > 0')).toEqual([
    { user_id: ada.id, waiting: 1 },
  ]);
});

it('neither mails nor counts changes from before a mail server was set up', async () => {
  await using sink = await startSmtpSink();
  await using server = await startServer();
  const una = await server.given.user();
  await givenTotp(server, una);
  await repeat(8, () => una.call(replaceRecoveryCodes, {}));
  expect(await server.database.query('select from account_mail')).toEqual([]);
  await givenMailServer(server, sink);
  await una.call(replaceRecoveryCodes, {});
  server.clock.advance({ minutes: 61 });
  await sendSummaries(server);
  expect((await sink.received(1)).map(({ email }) => email.subject)).toEqual([
    expect.stringContaining('New recovery codes'),
  ]);
  const sent = await server.database.query(`select count(*)::integer from pgboss.job where name = 'mail.send'`);
  expect(sent).toEqual([{ count: 1 }]);
});
