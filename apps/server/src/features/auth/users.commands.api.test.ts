import { randomBytes } from 'node:crypto';
import { listActivity } from '@gatewarden/contract/activity-log';
import { signIn } from '@gatewarden/contract/auth';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { password } from '../../../test/given/given.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';
import { givenDataDir, spawnAdmin, spawnCore } from '../../../test/spawn-core.ts';
import { generatePassword } from './generate-password.ts';

/** A server and a function that runs commands on its database. */
async function givenServer() {
  const secretKey = randomBytes(32).toString('base64');
  const server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: secretKey } });
  const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: secretKey };
  return {
    server,
    admin: (words: readonly string[], input?: string) => runAdmin(words, environment, input),
    /** As a process of its own, with `input` as standard input. */
    spawned: (words: readonly string[], input: string) => run(environment, words, input),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function run(environment: Record<string, string>, words: readonly string[], input = '') {
  await using program = spawnAdmin(words, environment, input);
  return { code: await program.ended, ...program.output() };
}

const attempt = async (server: TestServer, username: string, typed: string) =>
  (await server.stranger().try(signIn, { body: { username, password: typed } })).status;

it('resets a password while core runs, ends the sessions and unlocks the account', async () => {
  await using given = await givenServer();
  const { server, admin, spawned } = given;
  const una = await server.given.user();
  for (let count = 0; count < 6; count += 1) await attempt(server, una.username, 'Wrong-horse-7');
  const listed = await admin(['users', 'list', '--locked']);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toMatch(new RegExp(`^USER .*\\n${una.username} .* active, locked +user +-\\n$`));

  const { code, stdout } = await admin(['users', 'reset-password', una.username]);
  expect(code).toBe(0);
  const shown = /^New password: (\S+)\n/.exec(stdout)?.[1] ?? '';
  expect((await una.send('GET', '/me')).status).toBe(401);
  expect(await attempt(server, una.username, password)).toBe(401);
  expect(await attempt(server, una.username, shown)).toBe(200);

  // typed, so that it appears neither in the shell history nor in the list of processes
  const typed = 'Battery-staple-8';
  expect(await spawned(['users', 'reset-password', una.username, '--ask'], `${typed}\n`)).toMatchObject({ code: 0 });
  expect(await attempt(server, una.username, typed)).toBe(200);
  expect(await admin(['users', 'reset-password', una.username, '--ask'], 'weak')).toMatchObject({ code: 1 });
  expect(await attempt(server, una.username, typed)).toBe(200);

  const logged = JSON.stringify(await server.events());
  for (const secret of [shown, typed]) expect(logged).not.toContain(secret);
  const root = await server.given.admin();
  const { data } = await root.call(listActivity, { query: { event: 'password_changed_by_admin' } });
  expect(data.map(({ username, device }) => [username, device?.split(' (')[0]])).toEqual([
    [null, 'command line'],
    [null, 'command line'],
  ]);
});

it('resets factors, makes an administrator and unlocks a user, logs each command and mails the user', async () => {
  await using given = await givenServer();
  const { server, admin } = given;
  const una = await server.given.user();
  await using sink = await startSmtpSink();
  await givenMailServer(server, sink);
  await givenTotp(server, una);
  await sink.received(1);
  expect(await attempt(server, una.username, password)).toBe(201);
  expect(await admin(['users', 'reset-factors', una.username])).toMatchObject({ code: 0, stderr: '' });
  expect((await una.send('GET', '/me')).status).toBe(401);
  expect(await attempt(server, una.username, password)).toBe(200);

  const root = await server.given.admin();
  const operators = await server.given.group({ is_admin: true });
  await server.query(`update "group" set managed_by = 'ldap' where name = 'admin'`);
  await root.call(updateUser, { params: { username: una.username }, body: { is_active: false } });
  const made = await admin(['users', 'make-administrator', una.username]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('The account is disabled') });
  // members of the other group come from another system
  const { user } = await root.call(getUser, { params: { username: una.username } });
  expect(user.groups).toEqual([operators.name]);
  const { stdout } = await admin(['users', 'list']);
  expect(stdout).toMatch(new RegExp(`\\n${una.username} .* disabled +administrator`));

  expect(await admin(['users', 'unlock', una.username])).toMatchObject({
    code: 0,
    stdout: `${una.username} was not locked.\n`,
  });
  expect(await admin(['users', 'unlock', 'unknown'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no such user'),
  });
  const { data } = await root.call(listActivity, { query: { event: 'admin_command_run' } });
  expect(data.map(({ description }) => description?.replace(/ by \S+:/, ':'))).toEqual([
    'users unlock unknown: refused: user_not_found',
    `users unlock ${una.username}: was not locked`,
    'users list: 2 listed',
    `users make-administrator ${una.username}: made an administrator`,
    `users reset-factors ${una.username}: factors reset`,
  ]);
  const mails = await sink.received(3);
  expect(
    mails.map(({ to, email: { subject, text } }) => [to, subject, text?.includes('a command on the server')]),
  ).toEqual([
    [[`${una.username}@example.com`], 'Two-factor authentication is on', false],
    [[`${una.username}@example.com`], 'Two-factor authentication reset: Gatewarden', true],
    [[`${una.username}@example.com`], 'You are now an administrator: Gatewarden', true],
  ]);
});

it('works on the embedded database while core is stopped, and rejects wrong arguments', async () => {
  await using folder = await givenDataDir();
  const environment = { GATEWARDEN_DATA_DIR: folder.path };
  await using core = spawnCore({ ...environment, GATEWARDEN_ADMIN_PASSWORD: 'Correct-horse-7' });
  await core.printed(/ready/);
  core.process.kill('SIGTERM');
  expect(await core.ended).toBe(0);
  expect(await run(environment, ['users', 'list'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^USER .*\nadmin .*active +administrator +-\n$/),
  });
  for (const words of [
    ['users', 'list', '--loud'],
    ['users', 'unlock'],
    ['users', 'unlock', 'a', 'b'],
  ]) {
    const { code, stderr } = await runAdmin(words, environment);
    expect([words, code, stderr]).toEqual([
      words,
      2,
      expect.stringContaining('users reset-password <user name> [--ask]'),
    ]);
  }
});

it('generates distinct passwords that meet the rules', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(200);
  for (const one of made) expect(one).toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])\w{5}(-\w{5}){3}$/);
});
