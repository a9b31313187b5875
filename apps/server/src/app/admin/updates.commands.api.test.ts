import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';

async function givenFolder() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-updates-'));
  return {
    file: (name: string) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

const admin = (...words: string[]) => runAdmin(['updates', ...words], {});
const release = [
  ...['--version', '9.0.0', '--notes-url', 'https://example.com/notes', '--update-url', 'https://example.com/9'],
];

it('creates a key pair, signs a feed and inspects it, without a database', async () => {
  await using folder = await givenFolder();
  const [keyFile, keysFile, feed] = [folder.file('release.key'), folder.file('keys.json'), folder.file('feed')];
  const made = await admin('keygen', keyFile, '--name', 'Example');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  const [, list = '{}', publicKey = ''] = /(\{[^}]*\}).*GATEWARDEN_UPDATES_KEYS=(\S+)/s.exec(made.stdout) ?? [];
  const entry = JSON.parse(list);
  expect(entry).toEqual({ name: 'Example', kid: expect.any(String), public_key: publicKey });
  expect(made.stdout).not.toContain(JSON.parse(await readFile(keyFile, 'utf8')).d);
  await writeFile(keysFile, JSON.stringify([entry]));
  await writeFile(folder.file('notes.md'), '# Changes');

  const options = ['--critical', '--notes', folder.file('notes.md'), '--valid-days', '30'];
  const signed = await admin('sign', keyFile, ...release, ...options);
  expect(signed).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/) });
  await writeFile(feed, signed.stdout);
  const accepted = await admin('inspect', feed, '--keys', keysFile);
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('accepts it, and it offers an update.') });
  for (const text of ['"version": "9.0.0"', '"critical": true', '"notes": "# Changes"'])
    expect(accepted.stdout).toContain(text);
  const configured = { GATEWARDEN_UPDATES_KEYS: publicKey };
  expect((await runAdmin(['updates', 'inspect', feed], configured)).code).toBe(0);

  // this build trusts no key
  expect(await admin('inspect', feed)).toMatchObject({ code: 1, stdout: expect.stringContaining('no_keys') });
  await writeFile(feed, signed.stdout.replace(/.{9}\n$/, 'AAAAAAAAA\n'));
  expect(await admin('inspect', feed, '--keys', keysFile)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Core does not accept it: signature_invalid.'),
  });
});

it.each([
  [['--version', '9'], 'The feed is not valid: release.version.'],
  [['--notes-url', 'http://example.com'], 'The feed is not valid: release.release_notes_url.'],
  [['--update-url', 'x'], 'The feed is not valid: release.update_url.'],
  [['--release-date', 'today'], 'The feed is not valid: release.release_date.'],
  [['--valid-days', '0'], '--valid-days is a number from 1 to 3650.'],
  [['--notes', '/nowhere/notes.md'], 'cannot be read (ENOENT)'],
] as const)('refuses to sign a feed with %j', async ([option, value], message) => {
  await using folder = await givenFolder();
  await admin('keygen', folder.file('key'), '--name', 'Example');
  const at = release.indexOf(option);
  const words = at < 0 ? [...release, option, value] : release.with(at + 1, value);
  expect(await admin('sign', folder.file('key'), ...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(message),
  });
});
