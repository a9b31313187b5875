import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';

async function givenFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-licence-'));
  return {
    file: (name: string) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

const admin = (...words: string[]) => runAdmin(['licence', ...words], {});

it('creates an issuer, issues a key and inspects it, without a database', async () => {
  await using folder = await givenFolder();
  const [keyFile, issuersFile, licence] = [
    folder.file('issuer.key'),
    folder.file('issuers.json'),
    folder.file('license'),
  ];
  const made = await admin('keygen', keyFile, '--name', 'Example', '--renewal-url', 'https://example.com/renew');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const entry = JSON.parse(made.stdout.slice(made.stdout.indexOf('{')));
  expect(entry).toEqual({
    name: 'Example',
    kid: expect.any(String),
    public_key: expect.stringMatching(/^[\w-]{43}$/),
    renewal_url: 'https://example.com/renew',
  });
  expect(made.stdout).not.toContain(JSON.parse(await readFile(keyFile, 'utf8')).d);
  expect(await admin('keygen', keyFile, '--name', 'Example')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be created (EEXIST)'),
  });
  await writeFile(issuersFile, JSON.stringify([entry]));

  const what = ['--customer', 'Customer Inc', '--type', 'subscription', '--valid-until', '2999-12-31', '--users', '50'];
  const issued = await admin('issue', keyFile, ...what, '--entitlements', 'ldap, scim');
  expect(issued).toMatchObject({ code: 0, stderr: '' });
  await writeFile(licence, issued.stdout);
  const accepted = await admin('inspect', licence, '--issuers', issuersFile);
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('This build accepts it.') });
  for (const text of ['"customer": "Customer Inc"', '"users": 50', '2999-12-31T23:59:59.000Z', '"scim"'])
    expect(accepted.stdout).toContain(text);

  // this build trusts no issuer
  expect(await admin('inspect', licence)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('needs no license'),
  });
  const ended = await admin('issue', keyFile, '--customer', 'C', '--type', 'offline', '--valid-until', '2020-01-01');
  await writeFile(licence, ended.stdout);
  expect(await admin('inspect', licence, '--issuers', issuersFile)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('it ended on 2020-01-01T23:59:59.000Z'),
  });
  await writeFile(licence, issued.stdout.replace(/.{9}\n$/, 'AAAAAAAAA\n'));
  expect(await admin('inspect', licence, '--issuers', issuersFile)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('was altered or is of another issuer'),
  });
});

it.each([
  [['--customer', 'C', '--type', 'trial'], '--type is subscription or offline.'],
  [['--customer', ' ', '--type', 'offline'], '--customer must not be empty.'],
  [['--customer', 'C', '--type', 'subscription'], 'A subscription needs --valid-until.'],
  [['--customer', 'C', '--type', 'offline', '--valid-until', 'soon'], '--valid-until is a day'],
  [['--customer', 'C', '--type', 'offline', '--users', '-5'], '--users is a number.'],
  [['--customer', 'C', '--type', 'offline', '--entitlements', 'all'], '--entitlements are some of: access_rules,'],
  [['--customer', 'C', '--type', 'offline'], 'cannot be read (ENOENT)'],
] as const)('refuses to issue a key with %j', async (options, message) => {
  await using folder = await givenFolder();
  const refused = await admin('issue', folder.file('missing.key'), ...options);
  expect(refused.code).toBe(2);
  expect(refused.stdout + refused.stderr).toContain(message === '--users is a number.' ? 'Usage:' : message);
});
