import { listActivity } from '@gatewarden/contract/activity-log';
import { countRecoveryCodes, replaceRecoveryCodes, signInWithRecoveryCode } from '@gatewarden/contract/mfa';
import { expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, test } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

/** Uses the codes that are accepted; in a complete session, each proves the identity of the caller. */
async function acceptedOf(caller: Caller, codes: readonly string[]): Promise<string[]> {
  const accepted: string[] = [];
  for (const code of codes) {
    const { status } = await caller.try(signInWithRecoveryCode, { body: { code } });
    if (status === 200) accepted.push(code);
  }
  return accepted;
}

test('replaces all recovery codes, returns the new ones once and logs the change', async ({ server }) => {
  const [una, vic] = [await server.given.user(), await server.given.user()];
  const [former, others] = [(await givenTotp(server, una)).recoveryCodes, await givenTotp(server, vic)];
  await una.call(signInWithRecoveryCode, { body: { code: former[0] ?? '' } });
  const { status, headers, body } = await una.try(replaceRecoveryCodes, {});
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(new Set([...former, ...body.codes]).size).toBe(16);
  expect(await una.call(countRecoveryCodes, {})).toEqual({ left: 8 });
  expect(await acceptedOf(una, former)).toEqual([]);
  expect(await acceptedOf(una, body.codes)).toEqual(body.codes);
  expect(await acceptedOf(vic, others.recoveryCodes.slice(0, 1))).toHaveLength(1);

  const { data } = await una.call(listActivity, { query: { event: ['recovery_codes_replaced'] } });
  expect(data).toMatchObject([{ username: una.username, names: { user: una.username } }]);
  const logged = `${server.logged()} ${JSON.stringify(await server.events())}`;
  expect(body.codes.filter((code) => logged.includes(code))).toEqual([]);
});

it('notifies the owner by email, without the codes', async () => {
  await using sink = await startSmtpSink();
  await using server = await startTestServer();
  await givenMailServer(server, sink);
  const una = await server.given.user();
  await givenTotp(server, una);
  await sink.received(1);
  const { codes } = await una.call(replaceRecoveryCodes, {});
  const [, mail] = await sink.received(2);
  expect(mail).toMatchObject({ to: [`${una.username}@example.com`] });
  expect(mail?.email.text).toContain('New recovery codes were created for your account');
  expect(codes.filter((code) => mail?.email.text?.includes(code))).toEqual([]);
});

test('requires a session with a recent proof and a second factor', async ({ server }) => {
  const [una, vic] = [await server.given.user(), await server.given.user()];
  const { recoveryCodes } = await givenTotp(server, una);
  const program = await givenProgram(server, una);
  expect(await program.try(replaceRecoveryCodes, {})).toMatchObject({
    status: 403,
    body: { code: 'session_required' },
  });
  expect(await vic.try(replaceRecoveryCodes, {})).toMatchObject({ status: 409, body: { code: 'no_factor' } });
  await makeProofStale(server, una);
  expect(await una.try(replaceRecoveryCodes, {})).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  // a remaining code is such a proof
  expect(await acceptedOf(una, recoveryCodes.slice(0, 1))).toHaveLength(1);
  await una.call(replaceRecoveryCodes, {});
});

test('stores only the codes of the last of two concurrent calls on two replicas', async ({ server, replica }) => {
  const una = await server.given.user();
  await givenTotp(server, una);
  await using lock = await server.database.transaction();
  await lock.query('select from mfa where user_id = $1 for update', [una.id]);
  const first = una.call(replaceRecoveryCodes, {});
  await server.database.untilBlocked(first);
  const last = createCaller(replica.url, una.cookie).call(replaceRecoveryCodes, {});
  await server.database.untilBlocked(last, 2);
  await lock.commit();
  const [former, valid] = [(await first).codes, (await last).codes];
  expect(await una.call(countRecoveryCodes, {})).toEqual({ left: 8 });
  expect(await acceptedOf(una, former)).toEqual([]);
  expect(await acceptedOf(una, valid)).toEqual(valid);
});
