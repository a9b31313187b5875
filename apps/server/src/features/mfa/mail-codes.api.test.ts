import { getMe, signIn } from '@gatewarden/contract/auth';
import {
  confirmEmail,
  disableMfa,
  enableMfa,
  removeEmail,
  sendEmailCode,
  signInWithEmail,
  signInWithRecoveryCode,
  startEmail,
} from '@gatewarden/contract/mfa';
import { patchSettings } from '@gatewarden/contract/settings';
import { updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailbox, givenMailCode, givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { test as serverTest, startTestServer, type TestServer } from '../../../test/harness.ts';
import { codeInMail, type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';

/** The user in another browser with a half-complete sign-in: the second step is pending. */
async function startSignIn(server: Pick<TestServer, 'stranger'>, { username }: Person): Promise<Caller> {
  const caller = server.stranger();
  expect(await caller.try(signIn, { body: { username, password } })).toMatchObject({ status: 201 });
  return caller;
}

const another = (code: string) => (code === '000000' ? '111111' : '000000');

/** All tests share a mail server too; each reads the mails to its own users. */
const test = serverTest.extend<{ sink: SmtpSink }>({
  sink: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      await using sink = await startSmtpSink();
      await use(sink);
    },
    { scope: 'file' },
  ],
});

const inboxOf = (sink: SmtpSink, { username }: Person) => sink.inbox(`${username}@example.com`);

describe('codes by e-mail', () => {
  test('are set up with a code sent to the account’s address and complete the next sign-in', async ({
    server,
    sink,
  }) => {
    await givenMailServer(server, sink);
    const una = await server.given.user();
    const mail = inboxOf(sink, una);
    await una.call(startEmail, {});
    const code = await codeInMail(mail, 0);
    expect(mail.mails[0]).toMatchObject({ to: [`${una.username}@example.com`] });
    expect(await una.try(confirmEmail, { body: { code: another(code) } })).toMatchObject({
      status: 404,
      body: { code: 'code_wrong', field: 'code' },
    });
    const { codes } = await una.call(confirmEmail, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } });
    expect(codes).toHaveLength(8);
    const [, told] = await mail.received(2);
    expect(told?.email.text).toContain('codes by email');
    await una.call(enableMfa, {});

    const caller = server.stranger();
    expect(await caller.try(signIn, { body: { username: una.username, password } })).toMatchObject({
      status: 201,
      body: { mfa_method: 'Email', totp_available: false, email_available: true },
    });
    await caller.call(sendEmailCode, {});
    await caller.call(signInWithEmail, { body: { code: await codeInMail(mail, 2) } });
    expect(await caller.call(getMe, {})).toMatchObject({ email_mfa_enabled: true, mfa_method: 'Email' });
    const methods = (await eventsAbout(server, una)).filter(({ type }) => /second-factor|factor-added/.test(type));
    expect(methods.map(({ payload }) => payload)).toMatchObject([{ method: 'Email' }, { method: 'Email' }]);
  });

  test('are mailed in the language of the last sign-in', async ({ server, sink }) => {
    const una = await server.given.user();
    const mail = inboxOf(sink, una);
    await givenMailbox(server, una, mail);
    const caller = server.stranger();
    await caller.send('POST', '/auth', {
      body: JSON.stringify({ username: una.username, password }),
      headers: { 'content-type': 'application/json', 'accept-language': 'ko-KR,ko;q=0.9,en;q=0.8' },
    });
    await caller.call(sendEmailCode, {});
    const mails = await mail.received(3);
    expect(mails[2]?.email.subject).toContain('로그인 코드');
  });

  test('work once, also when two replicas receive one at the same time', async ({ server, replica }) => {
    const una = await server.given.user();
    const code = await givenMailCode(server, una, 'sign-in');
    const callers = [await startSignIn(server, una), await startSignIn(replica, una)];
    const answers = await Promise.all(callers.map((caller) => caller.try(signInWithEmail, { body: { code } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test('expire after five minutes', async ({ server, sink }) => {
    const una = await server.given.user();
    const mailbox = await givenMailbox(server, una, inboxOf(sink, una));
    const caller = await startSignIn(server, una);
    const code = await mailbox.next(caller);
    server.clock.advance({ minutes: 5 });
    expect(await caller.try(signInWithEmail, { body: { code } })).toMatchObject({ status: 401 });
  });

  test('are separate from codes that confirm the address', async ({ server }) => {
    const una = await server.given.user();
    const code = await givenMailCode(server, una, 'sign-in');
    expect(await una.try(confirmEmail, { body: { code } })).toMatchObject({ status: 404 });
    const other = await givenMailCode(server, una, 'activation');
    await server.database.query('update mfa set email_enabled = true, is_enabled = true where user_id = $1', [una.id]);
    expect(await (await startSignIn(server, una)).try(signInWithEmail, { body: { code: other } })).toMatchObject({
      status: 401,
    });
  });

  test('share the count of wrong tries with other codes of the account on all replicas', async ({
    server,
    replica,
  }) => {
    const una = await server.given.user();
    const code = await givenMailCode(server, una, 'sign-in');
    const callers = [await startSignIn(server, una), await startSignIn(replica, una)];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        callers[index % 2]?.try(signInWithEmail, { body: { code: another(code) } }),
      ),
    );
    const statuses = answers.map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    // five wrong tries invalidate a code, so that slow attempts do not succeed either
    server.clock.advance({ minutes: 5 });
    await server.database.query(`update mail_code set expires_at = expires_at + interval '1 hour'`);
    expect(await (await startSignIn(server, una)).try(signInWithEmail, { body: { code } })).toMatchObject({
      status: 401,
    });
  });

  test('are stored as signatures and never logged', async ({ server, sink }) => {
    const una = await server.given.user();
    const mailbox = await givenMailbox(server, una, inboxOf(sink, una));
    const code = await mailbox.next(await startSignIn(server, una));
    const rows = await server.database.query(`select encode(signature, 'escape') from mail_code where user_id = $1`, [
      una.id,
    ]);
    expect(rows).toHaveLength(1);
    const stored = [rows, await server.database.query('select data::text from pgboss.job'), await server.events()];
    expect(JSON.stringify(stored)).not.toContain(code);
    expect(server.logged()).not.toContain(code);
  });

  test('are deleted when the factor is removed or an administrator resets the factors', async ({ server, sink }) => {
    const [una, bob] = [await server.given.user(), await server.given.user()];
    for (const person of [una, bob]) await givenMailbox(server, person, inboxOf(sink, person));
    await una.call(removeEmail, {});
    const admin = await server.given.user({ groups: ['admin'] });
    await admin.call(disableMfa, { params: { username: bob.username } });
    for (const { username } of [una, bob]) {
      expect(await server.stranger().try(signIn, { body: { username, password } })).toMatchObject({ status: 200 });
    }
    expect(await una.try(sendEmailCode, {})).toMatchObject({ status: 401, body: { code: 'no_factor' } });
  });
});

describe('requesting codes by e-mail', () => {
  test('sends the next code after half a minute, or immediately if the last was used, and returns when', async ({
    server,
    replica,
    sink,
  }) => {
    const una = await server.given.user();
    const mail = inboxOf(sink, una);
    const mailbox = await givenMailbox(server, una, mail);
    const callers = [await startSignIn(server, una), await startSignIn(replica, una)];
    const answers = await Promise.all(callers.map((caller) => caller.try(sendEmailCode, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'mail_code_too_soon',
      details: { retry_after_seconds: 30 },
    });
    await mail.received(3);
    server.clock.advance({ seconds: 30 });
    const caller = await startSignIn(server, una);
    await caller.call(signInWithEmail, { body: { code: await mailbox.next(caller) } });
    await mailbox.next(caller);
  });

  it('does not wait for a clock that was set back to catch up', async () => {
    await using sink = await startSmtpSink();
    await using server = await startTestServer();
    const una = await server.given.user();
    const mailbox = await givenMailbox(server, una, sink);
    const caller = await startSignIn(server, una);
    server.clock.advance({ minutes: 1 });
    const ahead = await mailbox.next(caller);
    server.clock.advance({ hours: -1 });
    const code = await mailbox.next(caller);
    expect(await caller.try(signInWithEmail, { body: { code: ahead } })).toMatchObject({ status: 401 });
    await caller.call(signInWithEmail, { body: { code } });
  });

  test('waits a quarter of an hour after five unused codes', async ({ server, sink }) => {
    const una = await server.given.user();
    const mailbox = await givenMailbox(server, una, inboxOf(sink, una));
    const caller = await startSignIn(server, una);
    let code = '';
    for (let sent = 0; sent < 5; sent += 1) {
      code = await mailbox.next(caller);
      server.clock.advance({ seconds: 30 });
    }
    expect(await caller.try(sendEmailCode, {})).toMatchObject({
      status: 429,
      body: { details: { retry_after_seconds: 750 } },
    });
    // the last mailed code is still valid
    await caller.call(signInWithEmail, { body: { code } });
    await mailbox.next(caller);
    // removing the factor and setting it up again does not allow more mails
    await una.call(removeEmail, {});
    expect(await una.try(startEmail, {})).toMatchObject({ status: 429 });
  });

  it('is refused without a mail server; sign-in then offers the other factors', async () => {
    await using sink = await startSmtpSink();
    await using server = await startTestServer();
    const una = await server.given.user();
    const refused = await una.try(startEmail, {});
    expect(refused).toMatchObject({ status: 503, body: { code: 'smtp_not_configured' } });
    expect(refused.headers.get('retry-after')).toBeNull();
    const { recoveryCodes } = await givenMailbox(server, una, sink);
    const app = await givenTotp(server, una);
    const admin = await server.given.admin();
    await admin.call(patchSettings, { body: { smtp_server: '' } });
    const caller = server.stranger();
    expect(await caller.try(signIn, { body: { username: una.username, password } })).toMatchObject({
      status: 201,
      body: { mfa_method: 'OneTimePassword', totp_available: true, email_available: false },
    });
    expect(await caller.try(sendEmailCode, {})).toMatchObject({ status: 503, body: { code: 'smtp_not_configured' } });
    await caller.call(signInWithRecoveryCode, { body: { code: recoveryCodes[0] ?? '' } });
    expect(app.next()).toMatch(/^\d{6}$/);
  });

  it('is refused while the last mail waits for the mail server', async () => {
    await using sink = await startSmtpSink({ refuse: () => ({ status: 451, text: 'later' }) });
    await using server = await startTestServer();
    await givenMailServer(server, sink);
    const una = await server.given.user();
    await una.call(startEmail, {});
    server.clock.advance({ seconds: 30 });
    expect(await una.try(startEmail, {})).toMatchObject({ status: 503, body: { code: 'mail_delayed' } });
  });
});

it('notifies the former address when an administrator changes it, and mails codes to the new one', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  const mailbox = await givenMailbox(server, una, sink);
  const caller = await startSignIn(server, una);
  const code = await mailbox.next(caller);
  const admin = await server.given.admin();
  await admin.call(updateUser, { params: { username: una.username }, body: { email: 'una@new.example.com' } });
  const told = (await sink.received(4))[3];
  expect(told).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(told?.email.text).toContain('changed the email address');
  expect(JSON.stringify(told?.email)).not.toContain('una@new.example.com');
  // a code sent to the former address is refused
  expect(await caller.try(signInWithEmail, { body: { code } })).toMatchObject({ status: 401 });
  const next = await mailbox.next(caller);
  expect(sink.mails.at(-1)).toMatchObject({ to: ['una@new.example.com'] });
  await caller.call(signInWithEmail, { body: { code: next } });
});
