import { changeOwnPassword } from '@gatewarden/contract/auth';
import { addGroup, addGroupMember, deleteGroup, removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { getHome } from '@gatewarden/contract/home';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { runLdapExport } from '@gatewarden/contract/ldap-export';
import { addUser, deleteUser, getUser, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { accepts, compareNow, findEntry, givenLdapExport, settled } from '../../../test/given/ldap-export.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Slapd, startSlapd } from '../../../test/slapd.ts';

let slapd: Slapd;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  [slapd, server] = await Promise.all([startSlapd(), startTestServer()]);
  admin = await server.given.admin();
  await givenLdapExport(admin, slapd);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await slapd?.[Symbol.asyncDispose]();
});

const person = (username: string) => findEntry(slapd, slapd.userBase, 'uid', username);
const group = (name: string) => findEntry(slapd, slapd.groupBase, 'cn', name);
const dnOf = (username: string) => `uid=${username},${slapd.userBase}`;
const add = (username: string, changes: object = {}, caller: Caller = admin) =>
  caller.call(addUser, {
    body: {
      username,
      first_name: 'Ada',
      last_name: 'Byron',
      email: `${username}@example.com`,
      phone: null,
      ...changes,
    },
  });
const change = async (username: string, body: object) => admin.call(updateUser, { params: { username }, body });
const shown = async (username: string) => (await admin.call(getUser, { params: { username } })).user;

async function whileStopped(act: () => Promise<void>): Promise<void> {
  await slapd.stop();
  try {
    await act();
  } finally {
    await slapd.start();
  }
}

it('adds, changes, renames and deletes the entry of an account', async () => {
  await add('ada', { phone: '+48 600 100 200' });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync', waiting: 0, oldest_waiting_at: null });
  const added = await person('ada');
  expect(added).toMatchObject({
    dn: dnOf('ada'),
    ...{ objectClass: 'inetOrgPerson', cn: 'Ada Byron', sn: 'Byron', givenName: 'Ada', displayName: 'Ada Byron' },
    ...{ mail: 'ada@example.com', mobile: '+48 600 100 200' },
  });

  await change('ada', { username: 'ada2', email: 'new@example.com', last_name: 'King', phone: null });
  await settled(admin);
  const changed = await person('ada2');
  expect(changed).toMatchObject({ dn: dnOf('ada2'), sn: 'King', mail: 'new@example.com', cn: 'Ada King' });
  expect(changed?.['entryUUID']).toBe(added?.['entryUUID']);
  expect(changed?.['mobile']).toBeUndefined();
  expect(await person('ada')).toBeUndefined();

  await admin.call(deleteUser, { params: { username: 'ada2' } });
  await settled(admin);
  expect(await person('ada2')).toBeUndefined();
});

it('writes passwords so that the directory accepts and hashes them, and stores none', async () => {
  await add('bob', { password });
  await settled(admin);
  expect(await accepts(slapd, dnOf('bob'), password)).toBe(true);
  expect((await shown('bob')).ldap_pass_requires_change).toBe(false);
  expect(Buffer.from(String((await person('bob'))?.['userPassword'])).toString()).toMatch(/^\{SSHA\}/);

  const next = 'Zażółć-gęślą-7*)(\\,"';
  await admin.call(setUserPassword, { params: { username: 'bob' }, body: { new_password: next } });
  await settled(admin);
  expect(await accepts(slapd, dnOf('bob'), password)).toBe(false);
  expect(await accepts(slapd, dnOf('bob'), next)).toBe(true);
  expect(await server.query(`select from secret where kind = 'ldap-password'`)).toEqual([]);
  expect(server.logged()).not.toContain('gęślą');

  const eve = await server.given.user({ username: 'eve' });
  await eve.call(changeOwnPassword, { body: { old_password: password, new_password: next } });
  await settled(admin);
  expect(await accepts(slapd, dnOf('eve'), next)).toBe(true);
});

it('revokes the password of a disabled account, and tells that an account needs a new one', async () => {
  await add('cleo', { password });
  await settled(admin);
  await change('cleo', { is_active: false });
  await settled(admin);
  expect(await accepts(slapd, dnOf('cleo'), password)).toBe(false);
  await change('cleo', { is_active: true });
  await settled(admin);
  expect(await accepts(slapd, dnOf('cleo'), password)).toBe(false);
  expect((await shown('cleo')).ldap_pass_requires_change).toBe(true);
  await admin.call(setUserPassword, { params: { username: 'cleo' }, body: { new_password: password } });
  await settled(admin);
  expect(await accepts(slapd, dnOf('cleo'), password)).toBe(true);
  expect((await shown('cleo')).ldap_pass_requires_change).toBe(false);
});

it('writes groups with active members, also without any, and follows renames of both', async () => {
  await add('dan', { groups: [] });
  await add('dora');
  await admin.call(addGroup, { body: { name: 'crew', members: [], is_admin: false } });
  await settled(admin);
  expect(await group('crew')).toMatchObject({ dn: `cn=crew,${slapd.groupBase}`, uniqueMember: '' });

  for (const username of ['dan', 'dora'])
    await admin.call(addGroupMember, { params: { name: 'crew' }, body: { username } });
  await settled(admin);
  expect((await group('crew'))?.['uniqueMember']).toEqual([dnOf('dan'), dnOf('dora')]);
  expect((await person('dan'))?.['memberOf']).toBe(`cn=crew,${slapd.groupBase}`);

  await admin.call(updateGroup, { params: { name: 'crew' }, body: { name: 'team, "A"+#1', members: ['dan', 'dora'] } });
  await change('dan', { username: 'daniel' });
  await settled(admin);
  const renamed = await group('team, "A"+#1');
  expect(renamed?.['uniqueMember']).toEqual(expect.arrayContaining([dnOf('daniel'), dnOf('dora')]));
  expect(renamed?.['uniqueMember']).toHaveLength(2);

  await change('dora', { is_active: false });
  await admin.call(deleteUser, { params: { username: 'daniel' } });
  await settled(admin);
  expect((await group('team, "A"+#1'))?.['uniqueMember']).toBe('');
  await change('dora', { is_active: true });
  await settled(admin);
  expect((await group('team, "A"+#1'))?.['uniqueMember']).toBe(dnOf('dora'));

  await admin.call(removeGroupMember, { params: { name: 'team, "A"+#1', username: 'dora' } });
  await admin.call(deleteGroup, { params: { name: 'team, "A"+#1' } });
  await settled(admin);
  expect(await group('team, "A"+#1')).toBeUndefined();
});

it('lets two accounts exchange their names', async () => {
  await add('fay', { first_name: 'First' });
  await add('gus', { first_name: 'Second' });
  await settled(admin);
  await whileStopped(async () => {
    await change('fay', { username: 'temporary' });
    await change('gus', { username: 'fay' });
    await change('temporary', { username: 'gus' });
  });
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync' });
  expect(await person('fay')).toMatchObject({ dn: dnOf('fay'), givenName: 'Second' });
  expect(await person('gus')).toMatchObject({ dn: dnOf('gus'), givenName: 'First' });
});

it('treats every character of a value as a value', async () => {
  const names = { first_name: 'A,cn=admin\\', last_name: ' *)(uid=*))(|(uid=* ', email: 'o+x@example.com' };
  await add('hal', names);
  await admin.call(addGroup, { body: { name: `x,${slapd.userBase}`, members: ['hal'], is_admin: false } });
  await settled(admin);
  const { user } = await admin.call(getUser, { params: { username: 'hal' } });
  expect(await person('hal')).toMatchObject({ dn: dnOf('hal'), givenName: user.first_name, sn: user.last_name });
  expect(await group(`x,${slapd.userBase}`)).toMatchObject({ uniqueMember: dnOf('hal') });
  expect(await compareNow(server, admin)).toMatchObject({
    state: 'in_sync',
    last_comparison: { counts: { changed: 0 } },
  });
});

it('never changes an entry that it does not manage, and says whose name it has', async () => {
  await slapd.client.add(`cn=foreign,${slapd.userBase}`, {
    ...{ objectClass: ['inetOrgPerson'], cn: 'foreign', sn: 'Foreign', uid: 'ivan', userPassword: 'of-another-person' },
  });
  await add('ivan', { password });
  const status = await settled(admin);
  expect(status).toMatchObject({ state: 'refused', refused: 1 });
  expect(status.problems).toMatchObject([{ kind: 'user', name: 'ivan', reason: 'name_taken' }]);
  const before = await person('ivan');
  await change('ivan', { last_name: 'Changed' });
  await admin.call(deleteUser, { params: { username: 'ivan' } });
  expect(await settled(admin)).toMatchObject({ state: 'in_sync' });
  expect(await person('ivan')).toEqual(before);
  expect(await accepts(slapd, `cn=foreign,${slapd.userBase}`, 'of-another-person')).toBe(true);
  const { last_comparison: last } = await compareNow(server, admin);
  expect(last?.differences.extra).toContainEqual({ kind: 'user', name: `cn=foreign,${slapd.userBase}` });
  await slapd.client.del(`cn=foreign,${slapd.userBase}`);
});

it('repairs what others changed in the directory, and reports it', async () => {
  await add('jan', { groups: [] });
  await add('kim');
  await admin.call(addGroup, { body: { name: 'repaired', members: ['jan'], is_admin: false } });
  await settled(admin);
  const { Attribute, Change } = await import('ldapts');
  const replace = (dn: string, type: string, values: string[]) =>
    slapd.client.modify(dn, new Change({ operation: 'replace', modification: new Attribute({ type, values }) }));
  await replace(dnOf('jan'), 'mail', ['attacker@example.net']);
  await replace(`cn=repaired,${slapd.groupBase}`, 'uniqueMember', [dnOf('kim')]);
  await slapd.client.del(dnOf('kim'));
  const { last_comparison: last, state } = await compareNow(server, admin);
  expect(state).toBe('in_sync');
  expect(last?.counts).toMatchObject({ missing: 1, changed: 2 });
  expect(last?.differences.missing).toEqual([{ kind: 'user', name: 'kim' }]);
  expect(last?.differences.changed).toEqual([
    { kind: 'user', name: 'jan', attributes: ['mail'] },
    { kind: 'group', name: 'repaired', attributes: ['uniqueMember'] },
  ]);
  expect(await person('jan')).toMatchObject({ mail: 'jan@example.com' });
  expect(await person('kim')).toMatchObject({ dn: dnOf('kim') });
  expect(await group('repaired')).toMatchObject({ uniqueMember: dnOf('jan') });
});

it('retains changes while the directory does not answer, shows since when, and writes them afterwards', async () => {
  await add('lea', { password });
  await settled(admin);
  await whileStopped(async () => {
    await change('lea', { last_name: 'Waiting' });
    await change('lea', { last_name: 'Final' });
    await admin.call(setUserPassword, { params: { username: 'lea' }, body: { new_password: 'After-the-outage-7' } });
    await add('leo');
    const failed = await compareNow(server, admin);
    expect(failed).toMatchObject({ state: 'failed', error: 'directory_unreachable', waiting: 2 });
    expect(failed.oldest_waiting_at).not.toBeNull();
    const { attention } = await admin.call(getHome, {});
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'ldap_export_stopped', severity: 'danger', details: { state: 'failed' } }),
    );
    const sources = await admin.call(listIdentitySources, {});
    expect(sources.find(({ id }) => id === 'ldap')).toMatchObject({
      state: 'on',
      export: { state: 'failed' },
      attention: ['export_failed'],
    });
    expect((await shown('lea')).ldap_pass_requires_change).toBe(false);
    expect(await server.query(`select value from secret where kind = 'ldap-password'`)).toHaveLength(1);
  });
  expect(await compareNow(server, admin)).toMatchObject({ state: 'in_sync', error: null, waiting: 0 });
  expect(await person('lea')).toMatchObject({ sn: 'Final' });
  expect(await person('leo')).toMatchObject({ dn: dnOf('leo') });
  expect(await accepts(slapd, dnOf('lea'), 'After-the-outage-7')).toBe(true);
});

it('compares once more if that is requested during a comparison', async () => {
  await using replica = await server.startReplica();
  const other = await replica.given.signedIn(admin.username);
  const request = async () => server.database.query('select compare_requested_at from ldap_export');
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([admin, other, admin, other].map((caller) => caller.call(runLdapExport, {})));
    await expect.poll(request, { timeout: 5_000 }).toEqual([{ compare_requested_at: null }]);
  }
});

it('writes each change once with two replicas', async () => {
  await using replica = await server.startReplica();
  const other = await replica.given.signedIn(admin.username);
  const names = Array.from({ length: 8 }, (_, index) => `many${index}`);
  await Promise.all(names.map((name, index) => add(name, {}, index % 2 === 0 ? admin : other)));
  expect(await settled(admin)).toMatchObject({ state: 'in_sync' });
  for (const name of names) expect(await person(name)).toMatchObject({ dn: dnOf(name) });
  expect((await compareNow(server, admin)).last_comparison?.counts).toMatchObject({ missing: 0, changed: 0 });
});
