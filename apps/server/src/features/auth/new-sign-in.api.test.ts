import { signInWithTotp } from '@gatewarden/contract/mfa';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const laterFirefox = firefox.replaceAll('145', '146');
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

function signInWith(caller: Caller, { username }: Person, userAgent: string, language = 'en') {
  return caller.send('POST', '/auth', {
    body: JSON.stringify({ username, password }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'accept-language': language },
  });
}

it('mails the owner about a sign-in from a new kind of browser, in the language of the user', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  // the first sign-in, which sends no mail
  const una = await server.given.user();
  await givenMailServer(server, sink);
  await signInWith(server.stranger(), una, firefox, 'ko');
  const [mail] = await sink.received(1);
  expect(mail).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(mail?.email.subject).toContain('새 로그인');
  for (const fact of ['2030', '127.0.0.1', 'Firefox, Linux']) expect(mail?.email.text).toContain(fact);
  // another version of the same browser is not new
  await signInWith(server.stranger(), una, laterFirefox, 'pl');
  await signInWith(server.stranger(), una, safari, 'pl');
  const mails = await sink.received(2);
  expect(mails[1]?.email.text).toContain('Safari, iOS');
  expect(mails[1]?.email.subject).toContain('Nowe logowanie');
});

it('mails once when two replicas see the new browser at the same time', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  await givenMailServer(server, sink);
  const una = await server.given.user();
  await Promise.all([server, replica].map((each) => signInWith(each.stranger(), una, firefox)));
  await signInWith(server.stranger(), una, safari);
  const mails = await sink.received(2);
  expect(mails.map(({ email }) => /Browser: (.*)/.exec(email.text ?? '')?.[1]).toSorted()).toEqual([
    'Firefox, Linux',
    'Safari, iOS',
  ]);
});

it('mails only after the second step succeeded, without text that the caller chose', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  await givenMailServer(server, sink);
  const app = await givenTotp(server, una);
  // the mail about the authenticator app
  await sink.received(1);
  await signInWith(server.stranger(), una, safari);
  const caller = server.stranger();
  await signInWith(caller, una, firefox);
  await caller.send('POST', '/auth/totp/verify', {
    body: JSON.stringify({ code: app.next() }),
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
  });
  const [, mail] = await sink.received(2);
  expect(mail?.email.text).toContain('Firefox, Linux');
  // all unknown browsers are one kind, which the first sign-in used
  await caller.call(signInWithTotp, { body: { code: app.next() } });
  const other = await server.given.user();
  await signInWith(server.stranger(), other, firefox);
  await sink.received(3);
  await server.database.query(`delete from known_browser where name = ''`);
  await signInWith(server.stranger(), other, 'Visit evil.example');
  const mails = await sink.received(4);
  expect(mails[3]?.email.text).toContain('unknown');
  expect(mails[3]?.email.text).not.toContain('evil');
});
