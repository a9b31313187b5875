import {
  addAuthKey,
  deleteAuthKey,
  listAuthKeys,
  listAuthorizedKeys,
  type NewAuthKey,
  renameAuthKey,
} from '@gatewarden/contract/auth-keys';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { getSettings, patchSettings, removeSshKeysToken, replaceSshKeysToken } from '@gatewarden/contract/settings';
import { deleteUser, updateUser } from '@gatewarden/contract/users';
import { generateKey, type PartialConfig } from 'openpgp';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { tablesContaining } from '../../../test/calls/examples.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { expiredGpgKey, gpgFingerprint, gpgKey } from '../../../test/given/gpg-keys.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newSshKey, sshLine } from '../../../test/given/ssh-keys.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';

type Key = Partial<z.input<typeof NewAuthKey>>;

const bodyOf = (key: Key = {}) => ({ name: 'Laptop', key: newSshKey(), key_type: 'ssh' as const, ...key });

function add(person: Person, key?: Key) {
  return person.try(addAuthKey, { params: { username: person.username }, body: bodyOf(key) });
}

async function keysOf(person: Person) {
  return person.call(listAuthKeys, { params: { username: person.username } });
}

/** The lines that a server receives. */
async function authorized({ stranger }: TestServer, query: { username?: string; group?: string }): Promise<string[]> {
  const text = String(await stranger().call(listAuthorizedKeys, { query }));
  expect(text).toMatch(/^(?:.+\n)*$/);
  return text.split('\n').slice(0, -1);
}

const withoutComment = (line: string) => line.split(' ', 2).join(' ');

it('lists SSH and GPG keys in the order in which they were added, each with its fingerprint', async () => {
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  const user = await server.given.user();
  const key = `${sshLine('ssh-ed25519', Buffer.from('jQ1SiquInRVSJta3OM5BDbJlv3hP6pMseRDKEny5k6U', 'base64'))} una@home`;
  expect(await add(user, { name: 'Laptop', key: `${key}\r\n` })).toMatchObject({ status: 201, body: {} });
  expect(await add(user, { name: 'Signing', key: gpgKey, key_type: 'gpg' })).toMatchObject({ status: 201 });
  const none = { suspended_at: null, yubikey_serial: null, yubikey_id: null, yubikey_name: null };
  const common = { ...none, user_id: user.id, created: '2030-01-31T12:00:00' };
  expect(await keysOf(user)).toEqual([
    {
      ...common,
      id: 1,
      name: 'Laptop',
      key_type: 'ssh',
      key,
      fingerprint: 'SHA256:ucyvm4+WP1uRdma7yLVPG+o+lACkllTYg1BgH77kypI',
    },
    { ...common, id: 2, name: 'Signing', key_type: 'gpg', key: expect.any(String), fingerprint: gpgFingerprint },
  ]);
  const [, gpg] = await keysOf(user);
  // the output is accepted as input
  const other = await server.given.user();
  expect(await add(other, { key: gpg?.key ?? '', key_type: 'gpg' })).toMatchObject({ status: 201 });
});

test('refuses a key that the user already has, with any comment, and accepts it for other users', async ({
  server,
}) => {
  const user = await server.given.user();
  const key = newSshKey();
  await add(user, { key: `${key} una@home` });
  const taken = { status: 409, body: { code: 'auth_key_taken', field: 'key' } };
  expect(await add(user, { name: 'Other', key: `${key}\tuna@work` })).toMatchObject(taken);
  await add(user, { key: gpgKey, key_type: 'gpg' });
  expect(await add(user, { key: `\n${gpgKey}\n`, key_type: 'gpg' })).toMatchObject(taken);
  expect(await keysOf(user)).toHaveLength(2);
  expect(await add(await server.given.user(), { key })).toMatchObject({ status: 201 });
});

test('stores at most 256 KiB of keys per user', async ({ server }) => {
  const user = await server.given.user();
  await server.database.query(
    `insert into auth_key (user_id, kind, name, key, fingerprint, created_at)
      select $1, 'gpg', 'Key ' || nth, repeat('k', 65536), 'F' || nth, now() from generate_series(1, 4) nth`,
    [user.id],
  );
  expect(await add(user)).toMatchObject({ status: 409, body: { code: 'auth_key_limit_reached' } });
  await server.database.query(`update auth_key set key = 'k' where fingerprint = 'F1'`);
  expect(await add(user)).toMatchObject({ status: 201 });
});

test('stores one of two equal keys from concurrent requests', async ({ server }) => {
  const user = await server.given.user();
  const key = newSshKey();
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(user, { key })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
});

test('stores at most a hundred keys per user, also for concurrent requests', async ({ server }) => {
  const user = await server.given.user();
  const answers = [];
  // the number of connections that one address may have
  for (const count of [40, 40, 23]) {
    answers.push(...(await Promise.all(Array.from({ length: count }, () => add(user)))));
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(await add(user)).toMatchObject({ status: 409, body: { code: 'auth_key_limit_reached' } });
});

test('returns why a key is refused', async ({ server }) => {
  const user = await server.given.user();
  const ssh = newSshKey();
  const wrong: [Key, string][] = [
    [{ key: 'a key' }, 'ssh_key_invalid'],
    [{ key: `${ssh}\n${newSshKey()}` }, 'ssh_key_invalid'],
    [{ key: gpgKey }, 'ssh_key_invalid'],
    [{ key: sshLine('ssh-ed25519-cert-v01@openssh.com', 'x') }, 'ssh_key_certificate'],
    [{ key: sshLine('ssh-dss', 'x') }, 'ssh_key_weak'],
    [{ key: ssh, key_type: 'gpg' }, 'gpg_key_invalid'],
    [{ key: gpgKey + gpgKey, key_type: 'gpg' }, 'gpg_key_invalid'],
    [{ key: gpgKey.slice(0, 300), key_type: 'gpg' }, 'gpg_key_invalid'],
    [{ key: gpgKey.replaceAll('PUBLIC KEY BLOCK', 'MESSAGE'), key_type: 'gpg' }, 'gpg_key_invalid'],
    // its signature is by another key
    [{ key: gpgKey.replace('dVw/Z', 'dVw/Y').replace('jVfD9', 'jVfD8'), key_type: 'gpg' }, 'gpg_key_unusable'],
    [{ key: expiredGpgKey, key_type: 'gpg' }, 'gpg_key_unusable'],
  ];
  for (const [key, code] of wrong) {
    expect([code, await add(user, key)]).toMatchObject([code, { status: 400, body: { code, field: 'key' } }]);
  }
  expect(await keysOf(user)).toEqual([]);
});

it('accepts an expiring GPG key until it expires', async () => {
  await using server = await startTestServer({ now: '2020-01-01T12:00:00Z' });
  const user = await server.given.user();
  expect(await add(user, { key: expiredGpgKey, key_type: 'gpg' })).toMatchObject({ status: 201 });
  server.clock.advance({ hours: 24 });
  await user.call(proveWithPassword, { body: { password } });
  const again = await add(user, { key: expiredGpgKey, key_type: 'gpg' });
  expect(again).toMatchObject({ status: 400, body: { code: 'gpg_key_unusable' } });
});

test('refuses private keys, also disguised ones, and neither stores, logs nor returns them', async ({ server }) => {
  const user = await server.given.user();
  const canary = 'Q2FuYXJ5S2V5';
  const config: PartialConfig = { showComment: true, commentString: canary };
  const { privateKey } = await generateKey({
    userIDs: [{ name: 'Una' }],
    type: 'curve25519',
    format: 'armored',
    config,
  });
  const secret = privateKey.split('\n').find((line) => line.length > 50) ?? '';
  const texts = [
    privateKey,
    privateKey.replaceAll('PRIVATE', 'PUBLIC'),
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n-----END OPENSSH PRIVATE KEY-----\n`,
    `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----`,
    `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${canary}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n${canary}`,
    `${newSshKey()}\n-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}`,
  ];
  for (const key of texts) {
    for (const key_type of ['ssh', 'gpg'] as const) {
      const answer = await add(user, { key, key_type });
      expect([400, 'key']).toEqual([answer.status, answer.body.field]);
      expect(JSON.stringify(answer.body)).not.toMatch(canary);
    }
  }
  expect(await add(user, { key: texts[0] ?? '', key_type: 'gpg' })).toMatchObject({
    body: { code: 'private_key_refused' },
  });
  expect(await add(user, { key: texts[1] ?? '', key_type: 'gpg' })).toMatchObject({
    body: { code: 'private_key_refused' },
  });
  for (const text of [canary, secret]) {
    expect(server.logged()).not.toContain(text);
    expect(await tablesContaining(server, text)).toEqual([]);
  }
});

test('renames and deletes a key, and logs each change', async ({ server }) => {
  const user = await server.given.user();
  const params = { username: user.username };
  await add(user, { name: 'Laptop' });
  const [{ id, fingerprint } = { id: 0, fingerprint: '' }] = await keysOf(user);
  await user.call(renameAuthKey, { params: { ...params, id: String(id) }, body: { name: 'Desktop' } });
  expect(await keysOf(user)).toMatchObject([{ id, name: 'Desktop' }]);
  await user.call(deleteAuthKey, { params: { ...params, id: String(id) } });
  expect(await keysOf(user)).toEqual([]);
  const key = { id, user_id: user.id, key_type: 'ssh', fingerprint };
  const owner = user.username;
  const events = (await server.events()).filter(({ payload }) => (payload as { owner?: string }).owner === owner);
  expect(events).toMatchObject([
    { type: 'auth-key.added', payload: { key: { ...key, name: 'Laptop' }, owner } },
    {
      type: 'auth-key.renamed',
      payload: { before: { ...key, name: 'Laptop' }, after: { ...key, name: 'Desktop' }, owner },
    },
    { type: 'auth-key.removed', payload: { key: { ...key, name: 'Desktop' }, owner } },
  ]);
  expect(await latestEntry(server, 'authentication_key_added')).toMatchObject({ username: owner });
  const gone = await user.try(deleteAuthKey, { params: { ...params, id: String(id) } });
  expect(gone).toMatchObject({ status: 400, body: { code: 'auth_key_not_found' } });
  const unnamed = await user.try(renameAuthKey, { params: { ...params, id: String(id) }, body: { name: 'x' } });
  expect(unnamed).toMatchObject({ status: 404, body: { code: 'auth_key_not_found' } });
});

test('requires a recent proof to add and delete a key, but not to rename it', async ({ server }) => {
  const user = await server.given.user();
  await add(user);
  const [key] = await keysOf(user);
  const params = { username: user.username, id: String(key?.id) };
  await makeProofStale(server, user);
  const refusal = { status: 403, body: { code: 'proof_required' } };
  expect(await add(user)).toMatchObject(refusal);
  expect(await user.try(deleteAuthKey, { params })).toMatchObject(refusal);
  await user.call(renameAuthKey, { params, body: { name: 'Desktop' } });
  expect(await keysOf(user)).toMatchObject([{ name: 'Desktop' }]);
  await user.call(proveWithPassword, { body: { password } });
  await user.call(deleteAuthKey, { params });
});

test('finds a key only under its owner, and lets only administrators see and change keys of other users', async ({
  server,
}) => {
  const [owner, other] = [await server.given.user(), await server.given.user()];
  const admin = await server.given.admin();
  await add(owner);
  const [{ id } = { id: 0 }] = await keysOf(owner);
  const disguised = { username: other.username, id: String(id) };
  const body = { name: 'Mine' };
  expect(await other.try(renameAuthKey, { params: disguised, body })).toMatchObject({ status: 404 });
  expect(await other.try(deleteAuthKey, { params: disguised })).toMatchObject({ status: 400 });
  expect(await admin.try(deleteAuthKey, { params: disguised })).toMatchObject({ status: 400 });
  expect(await other.try(listAuthKeys, { params: { username: owner.username } })).toMatchObject({ status: 403 });
  await admin.call(renameAuthKey, { params: { username: owner.username, id: String(id) }, body });
  expect(await keysOf(owner)).toMatchObject([{ id, name: 'Mine' }]);
  const unknownUser = await admin.try(listAuthKeys, { params: { username: 'unknown' } });
  expect(unknownUser).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
});

test('returns the SSH keys of a user, of a group, or of a user in a group, in a stable order', async ({ server }) => {
  const [zoe, bob] = [await server.given.user({ username: 'zoe' }), await server.given.user({ username: 'bob' })];
  const cid = await server.given.user({ username: 'cid' });
  await server.given.group({ name: 'ops & co', members: ['zoe', 'bob'] });
  const keys = { zoe1: newSshKey(), bob1: newSshKey(), bob2: newSshKey(), cid1: newSshKey() };
  await add(zoe, { name: 'Z', key: `${keys.zoe1} from="10.0.0.1" # zoe` });
  await add(bob, { name: 'One', key: keys.bob1 });
  await add(bob, { key: gpgKey, key_type: 'gpg' });
  await add(bob, { name: 'Two', key: keys.bob2 });
  await add(cid, { key: keys.cid1 });
  expect(await authorized(server, { username: 'bob' })).toEqual([`${keys.bob1} bob One`, `${keys.bob2} bob Two`]);
  const ops = [`${keys.bob1} bob One`, `${keys.bob2} bob Two`, `${keys.zoe1} zoe Z`];
  expect(await authorized(server, { group: 'ops & co' })).toEqual(ops);
  expect(await authorized(server, { username: 'zoe', group: 'ops & co' })).toEqual([`${keys.zoe1} zoe Z`]);
  for (const query of [
    {},
    { username: '' },
    { group: '' },
    { username: '', group: 'ops & co' },
    { username: 'cid', group: 'ops & co' },
    { username: 'cid', group: '' },
    { username: 'Bob' },
    { username: '%' },
    { username: 'unknown' },
    { group: 'ops' },
  ]) {
    expect([query, await authorized(server, query)]).toEqual([query, []]);
  }
  const { status, headers } = await server.stranger().try(listAuthorizedKeys, { query: { username: 'bob' } });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
});

test('refuses a group whose keys exceed 4 MiB, and returns those of each user in it', async ({ server }) => {
  const zoe = await server.given.user();
  const { username } = zoe;
  const { name: group } = await server.given.group({ members: [username] });
  await add(zoe, { name: 'Own', key: newSshKey() });
  const addLargeKeys = `insert into auth_key (user_id, kind, name, key, fingerprint, created_at)
    select ${zoe.id}, 'ssh', 'x', 'ssh-rsa ' || repeat('A', $1::integer), 'f' || n || ' ' || $1::integer, now()
    from generate_series(1, $2::integer) n`;
  await server.database.query(addLargeKeys, [99_000, 42]);
  expect(await authorized(server, { group })).toHaveLength(43);
  await server.database.query(addLargeKeys, [40_000, 1]);
  const refused = await server.stranger().try(listAuthorizedKeys, { query: { group } });
  expect(refused).toMatchObject({ status: 422, body: { code: 'group_keys_too_large' } });
  expect(await authorized(server, { username, group })).toHaveLength(44);
});

test('returns no key of a disabled or deleted user from the next request on', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user({ groups: ['admin'] });
  const key = newSshKey();
  await admin.call(addAuthKey, { params: { username }, body: bodyOf({ key }) });
  const questions = [{ username }, { group: 'admin' }, { username, group: 'admin' }];
  const answers = async () => {
    const lines = await Promise.all(
      questions.flatMap((query) => [server, replica].map((one) => authorized(one, query))),
    );
    return lines.map((found) => found.map(withoutComment));
  };
  expect(await answers()).toEqual(Array(6).fill([key]));
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  expect(await answers()).toEqual(Array(6).fill([]));
  await admin.call(updateUser, { params: { username }, body: { is_active: true } });
  expect(await answers()).toEqual(Array(6).fill([key]));
  await admin.call(deleteUser, { params: { username } });
  expect(await answers()).toEqual(Array(6).fill([]));
  expect(await tablesContaining(server, key)).toEqual([]);
});

test('writes one line per key for any name', async ({ server }) => {
  const user = await server.given.user({ username: 'una' });
  const names = ['# not a comment', 'a"b\\', '$(reboot) `id` ; | & <x>', '한국어 Żółć 2', 'שלום \u200fgnp.exe', '👩‍💻'];
  const keys = names.map(() => newSshKey());
  for (const [index, name] of names.entries()) {
    const key = `${keys[index]} ${index % 2 ? 'comment"; x' : ''}`;
    expect([name, (await add(user, { name, key })).status]).toEqual([name, 201]);
  }
  const lines = await authorized(server, { username: 'una' });
  expect(lines.map(withoutComment)).toEqual(keys);
  for (const line of lines) expect(line).toMatch(/^ssh-ed25519 [A-Za-z0-9+/=]+ una [\p{L}\p{M}\p{N} ._@+-]*$/u);
  expect(lines[3]).toBe(`${keys[3]} una 한국어 Żółć 2`);
  for (const name of ['a\nb', 'a\rb', 'a\u0000b', 'a\u2028ssh-ed25519 AAAA', '\u0085x\u009bx', '']) {
    expect([name, (await add(user, { name })).status]).toEqual([name, 422]);
  }
});

test('notifies the open consoles of the owner and of administrators only', async ({ server }) => {
  const [owner, other] = [await server.given.user(), await server.given.user()];
  const admin = await server.given.admin();
  await using own = await openConsole(owner);
  await using administrators = await openConsole(admin);
  await using others = await openConsole(other);
  await add(owner);
  await Promise.all([own.untilStale('auth-keys'), administrators.untilStale('auth-keys')]);
  // signals arrive in the order of the changes, so those of the keys would have arrived before
  await other.call(updateUser, { params: { username: other.username }, body: { phone: '5551234' } });
  await others.untilStale('me');
  expect(others.received.flat()).not.toContain('auth-keys');
});

it('refuses requests without the token or from other addresses if the settings require them', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_TRUSTED_PROXIES: '127.0.0.1' } });
  const admin = await server.given.admin();
  const user = await server.given.user({ username: 'una' });
  await add(user);
  const read = async (headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}/api/v1/ssh_authorized_keys?username=una`, { headers })).status;
  expect(await read()).toBe(200);

  const first = await admin.call(replaceSshKeysToken, {});
  const { token } = await admin.call(replaceSshKeysToken, {});
  expect(await admin.call(getSettings, {})).toMatchObject({ ssh_authorized_keys_token_set: true });
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  const refused = ['', 'x', first.token, `${token}x`, token.slice(0, -1), token.toUpperCase(), 'ä'];
  for (const text of refused) expect([text, await read(bearer(encodeURI(text)))]).toEqual([text, 401]);
  expect(await read()).toBe(401);
  expect(await read(bearer(token))).toBe(200);
  for (const text of [token, first.token]) {
    expect(await tablesContaining(server, text)).toEqual([]);
    expect(server.logged()).not.toContain(text);
  }

  const body = { ssh_authorized_keys_addresses: ['10.1.0.0/16', '2001:db8::7'] };
  await admin.call(patchSettings, { body });
  const from = (ip: string) => ({ ...bearer(token), 'x-forwarded-for': ip });
  for (const ip of ['10.1.2.3', '2001:db8::7', '::ffff:10.1.2.3'])
    expect([ip, await read(from(ip))]).toEqual([ip, 200]);
  for (const ip of ['10.2.0.1', '2001:db8::8', 'unknown']) expect([ip, await read(from(ip))]).toEqual([ip, 403]);
  expect(await read(bearer(token))).toBe(403);
  await admin.call(removeSshKeysToken, {});
  expect(await read({ 'x-forwarded-for': '10.1.2.3' })).toBe(200);
  const types = (await server.events()).map(({ type }) => type).filter((type) => type.includes('servers-token'));
  expect(types).toEqual([
    'auth-key.servers-token-replaced',
    'auth-key.servers-token-replaced',
    'auth-key.servers-token-removed',
  ]);
});

test('refuses invalid addresses, and requires a recent proof to change them', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  for (const text of ['10.0.0.0/33', 'example.com', '10.0.0.1 10.0.0.2', '']) {
    const answer = await admin.try(patchSettings, { body: { ssh_authorized_keys_addresses: [text] } });
    expect([text, answer.status]).toEqual([text, 422]);
  }
  await admin.call(patchSettings, { body: { ssh_authorized_keys_addresses: [] } });
  await makeProofStale(server, admin);
  const changed = await admin.try(patchSettings, { body: { ssh_authorized_keys_addresses: ['10.0.0.0/8'] } });
  expect(changed).toMatchObject({ status: 403, body: { code: 'proof_required' } });
});
