import { listActivity } from '@gatewarden/contract/activity-log';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

/** A browser that stores all cookies it receives. */
function openBrowser({ url }: Pick<TestServer, 'url'>, { username }: Person) {
  const cookies = new Map<string, string>();
  async function post(path: string, body: object): Promise<{ status: number; code?: string; minutes?: number }> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
    const answer = await createCaller(url).send('POST', path, { body: JSON.stringify(body), headers });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const { code, details } = (await answer.json()) as { code?: string; details?: { minutes?: number } };
    return { status: answer.status, ...(code && { code }), ...(details?.minutes && { minutes: details.minutes }) };
  }
  return {
    password: (word = password) => post('/auth', { username, password: word }),
    totp: (code: string) => post('/auth/totp/verify', { code }),
    recovery: (code: string) => post('/auth/recovery', { code }),
  };
}

const accepted = { status: 200 };
const wrong = { status: 401, code: 'code_wrong' };
const locked = (minutes: number) => ({ status: 429, code: 'codes_locked', minutes });

/** An attacker with the password tries codes, each as soon as allowed. */
async function guess(server: TestServer, person: Person, waits: readonly number[]): Promise<void> {
  const attacker = openBrowser(server, person);
  await attacker.password();
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await attacker.totp('12345')).toEqual(wrong);
  for (const minutes of waits) {
    expect(await attacker.totp('12345')).toEqual(locked(minutes));
    server.clock.advance({ minutes });
    await attacker.password();
    expect(await attacker.totp('12345')).toEqual(wrong);
  }
}

it('doubles the wait with each further wrong code and mails the owner', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  await givenMailServer(server, sink);
  await guess(server, una, [5, 10, 20]);
  const attacker = openBrowser(server, una);
  await attacker.password();
  expect(await attacker.totp(app.next())).toEqual(locked(40));

  const [mail] = await sink.received(1);
  expect(mail?.to).toEqual([`${una.username}@example.com`]);
  expect(mail?.email.text).toContain('5 incorrect codes in a row');
  const admin = await server.given.admin();
  const { data } = await admin.call(listActivity, { query: { event: 'user_mfa_locked' } });
  expect(data.map(({ description }) => description?.replace(/;.*/, ''))).toEqual(
    [8, 7, 6, 5].map((failures) => `Wrong codes in a row: ${failures}`),
  );
  // one mail a day
  await server.database.query(`update code_attempts set mailed_at = mailed_at - interval '1 day'`);
  server.clock.advance({ minutes: 40 });
  await attacker.password();
  await attacker.totp('12345');
  const mails = await sink.received(2);
  expect(mails.map(({ email }) => /\d+ incorrect codes/.exec(email.text ?? '')?.[0])).toEqual([
    '5 incorrect codes',
    '9 incorrect codes',
  ]);
});

test('accepts the owner’s code in a recognized browser, and a recovery code in any browser', async ({ server }) => {
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  const own = openBrowser(server, una);
  await own.password();
  expect(await own.totp(app.next())).toEqual(accepted);
  await guess(server, una, []);

  await own.password();
  expect(await own.totp('12345')).toEqual(wrong);
  expect(await own.totp(app.next())).toEqual(accepted);
  const elsewhere = openBrowser(server, una);
  await elsewhere.password();
  expect((await elsewhere.totp(app.next())).status).toBe(429);
  expect(await elsewhere.recovery(app.recoveryCodes[0] ?? '')).toEqual(accepted);
});

test('a code that is sent many times makes its owner not wait', async ({ server }) => {
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  const browser = openBrowser(server, una);
  await browser.password();
  const code = app.next();
  await Promise.all(Array.from({ length: 20 }, () => browser.totp(code)));
  await browser.password();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await browser.totp(code)).toEqual(wrong);
  expect(await browser.totp(app.next())).toEqual(accepted);
});

test('resets the count after a success and after a new password', async ({ server }) => {
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  const browser = openBrowser(server, una);
  await browser.password();
  for (let attempt = 0; attempt < 4; attempt += 1) expect(await browser.totp('12345')).toEqual(wrong);
  expect(await browser.totp(app.next())).toEqual(accepted);
  await guess(server, una, []);
  const admin = await server.given.admin();
  await admin.call(setUserPassword, { params: una, body: { new_password: 'Battery-staple-8' } });
  const elsewhere = openBrowser(server, una);
  await elsewhere.password('Battery-staple-8');
  expect(await elsewhere.totp(app.next())).toEqual(accepted);
});
