import {
  confirmDirectorySync,
  listDirectorySyncRuns,
  runDirectorySync,
  type SyncRunDetails,
  testDirectorySync,
  testLdap,
} from '@gatewarden/contract/directory-sync';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { addGroup, getGroup } from '@gatewarden/contract/groups';
import { getHome } from '@gatewarden/contract/home';
import { getInfo } from '@gatewarden/contract/info';
import { getSettings, patchSettings } from '@gatewarden/contract/settings';
import { updateUser } from '@gatewarden/contract/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { createSteps, finishedRun, givenLdap, ldapSettings } from '../../../test/given/ldap.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Slapd, startSlapd } from '../../../test/slapd.ts';

let slapd: Slapd;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  [slapd, server] = await Promise.all([startSlapd(), startTestServer()]);
  admin = await server.given.admin();
  for (let index = 0; index < 20; index += 1) await slapd.addUser({ name: `staff${index}` });
  await slapd.addUser({ name: admin.username });
  await slapd.addGroup('engineers', ['staff1']);
  await admin.call(addGroup, { body: { name: 'engineers' } });
  await givenLdap(admin, slapd);
  await confirm(await sync());
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await slapd?.[Symbol.asyncDispose]();
});

const sync = () => createSteps(admin).sync();
const confirm = (run: SyncRunDetails, administrators: number[] = []) => createSteps(admin).confirm(run, administrators);
const shown = (username: string) => createSteps(admin).shown(username);
const remove = (name: string) => slapd.client.del(`cn=${name},${slapd.userBase}`);

describe('guards', () => {
  it('ends the access of a disabled account together with the change', async () => {
    await settled({ ldap_removal_limit: 100 });
    await slapd.addUser({ name: 'leaving' });
    await sync();
    await server.database.query(
      `update "user" set password_hash = (select password_hash from "user" where id = $1)
      where username = 'leaving'`,
      [admin.id],
    );
    const person = await server.given.signedIn('leaving');
    await person.call(getInfo, {});
    await remove('leaving');
    await sync();
    expect((await person.try(getInfo, {})).status).toBe(401);
  });

  it('asks before it removes many, and applies only what was confirmed', async () => {
    await settled({ ldap_removal_limit: 10 });
    for (let index = 10; index < 14; index += 1) await remove(`staff${index}`);
    const waiting = await sync();
    expect(waiting).toMatchObject({ state: 'waiting', guard: 'removals', counts: { disabled: 4 } });
    const { attention } = await admin.call(getHome, {});
    expect(attention).toContainEqual(
      expect.objectContaining({ kind: 'directory_sync_stopped', details: { state: 'waiting' } }),
    );
    await remove('staff14');
    const again = await confirm(waiting);
    expect(again).toMatchObject({ state: 'waiting', guard: 'removals', counts: { disabled: 5 } });
    expect(await shown('staff10')).toMatchObject({ is_active: true });
    expect(await admin.try(confirmDirectorySync, { params: { id: String(waiting.id) }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'directory_sync_not_waiting' },
    });
    expect(await confirm(again)).toMatchObject({ state: 'completed', counts: { disabled: 5 } });
    expect(await shown('staff14')).toMatchObject({ is_active: false });
    for (let index = 10; index < 15; index += 1) await slapd.addUser({ name: `staff${index}` });
  });

  it('never removes anyone if the directory answers with no people', async () => {
    await settled({ ldap_user_behavior: 'delete' });
    await admin.call(patchSettings, { body: { ldap_user_filter: '(cn=none)' } });
    const stopped = await sync();
    expect(stopped).toMatchObject({ state: 'stopped', guard: 'empty' });
    expect(await admin.try(confirmDirectorySync, { params: { id: String(stopped.id) }, body: {} })).toMatchObject({
      body: { code: 'directory_sync_not_waiting' },
    });
    expect(await shown('staff5')).toMatchObject({ is_active: true });
    await settled();
  });

  it('links the account of an administrator only after a confirmation', async () => {
    await settled({ ldap_removal_limit: 0 });
    await slapd.addUser({ name: 'gone' });
    await sync();
    await remove('gone');
    const waiting = await sync();
    expect(waiting).toMatchObject({ state: 'waiting', differences: { unconfirmed: [{ user_id: admin.id }] } });
    await confirm(waiting, [admin.id]);
    expect(await shown(admin.username)).toMatchObject({ managed_by: 'ldap' });
    // configured the synchronization, and is the last administrator who can sign in
    await settled({ ldap_admin_behavior: 'delete', ldap_removal_limit: 100 });
    await remove(admin.username);
    expect(await sync()).toMatchObject({ state: 'completed', differences: { protected: [admin.username] } });
    expect(await shown(admin.username)).toMatchObject({ is_active: true });
  });

  it('does not enable an account that an administrator disabled after a synchronization had', async () => {
    await settled({ ldap_user_filter: '(!(cn=staff6))' });
    await sync();
    expect(await shown('staff6')).toMatchObject({ is_active: false });
    // released from the directory, so that its status can be changed here
    await server.database.query(`update "user" set managed_by = null where username = 'staff6'`);
    const setActive = (isActive: boolean) =>
      admin.call(updateUser, { params: { username: 'staff6' }, body: { is_active: isActive } });
    await setActive(true);
    await setActive(false);
    await admin.call(patchSettings, { body: { ldap_user_filter: '' } });
    expect(await sync()).toMatchObject({ state: 'completed', counts: { enabled: 0 } });
    expect(await shown('staff6')).toMatchObject({ is_active: false });
    await setActive(true);
  });

  it('does not enable an account that an emergency stop disabled after a synchronization had', async () => {
    await settled({ ldap_user_filter: '(!(cn=staff7))' });
    await sync();
    expect(await shown('staff7')).toMatchObject({ is_active: false });
    const params = { username: 'staff7' };
    await admin.call(stopUser, { params, body: { disable: true, tokens: true, devices: true } });
    await admin.call(patchSettings, { body: { ldap_user_filter: '' } });
    expect(await sync()).toMatchObject({ state: 'completed', counts: { enabled: 0 } });
    expect(await shown('staff7')).toMatchObject({ is_active: false, managed_by: 'ldap' });
    await admin.call(updateUser, { params, body: { is_active: true } });
    expect(await shown('staff7')).toMatchObject({ is_active: true });
  });

  /** The settings of the test, and a directory without open differences. */
  async function settled(changes: object = {}): Promise<void> {
    const defaults = { ldap_user_filter: '', ldap_user_behavior: 'disable', ldap_admin_behavior: 'keep' };
    await givenLdap(admin, slapd, { ...defaults, ldap_removal_limit: 100 });
    expect(await sync()).toMatchObject({ state: 'completed' });
    await admin.call(patchSettings, { body: changes });
  }
});

it('lets a group of the directory decide who is in one here only after the first run was confirmed', async () => {
  await givenLdap(admin, slapd, { ldap_removal_limit: 100 });
  const group = (name: string) => admin.call(getGroup, { params: { name } });
  expect(await group('engineers')).toMatchObject({ managed_by: 'ldap', members: ['staff1'] });
  await admin.call(addGroup, { body: { name: 'vpn-prod', members: ['staff2'] } });
  await slapd.addGroup('vpn-prod', ['staff3']);
  expect(await sync()).toMatchObject({
    state: 'completed',
    differences: { problems: expect.arrayContaining([{ problem: 'group_name_taken', name: 'vpn-prod' }]) },
  });
  expect(await group('vpn-prod')).toMatchObject({ managed_by: null, members: ['staff2'] });
  await slapd.client.del(`cn=vpn-prod,${slapd.groupBase}`);
});

describe('settings', () => {
  it('refuses values that could become part of a filter or a name, and settings that contradict each other', async () => {
    const refused = async (body: object) =>
      (await admin.try(patchSettings, { body: { ...ldapSettings(slapd), ...body } })).body;
    expect(await refused({ ldap_username_attr: 'cn)(uid=*' })).toMatchObject({ field: 'ldap_username_attr' });
    expect(await refused({ ldap_url: 'http://localhost' })).toMatchObject({ field: 'ldap_url' });
    expect(await refused({ ldap_user_search_base: 'users' })).toMatchObject({ code: 'ldap_name_invalid' });
    expect(await refused({ ldap_user_filter: '(cn=a' })).toMatchObject({ code: 'ldap_filter_invalid' });
    expect(await refused({ ldap_ca_certificate: 'x' })).toMatchObject({ code: 'ldap_certificate_invalid' });
    expect(await refused({ ldap_url: slapd.tlsUrl, ldap_use_starttls: true })).toMatchObject({
      code: 'ldap_starttls_with_ldaps',
    });
    expect(await refused({ ldap_user_search_base: '' })).toMatchObject({
      code: 'ldap_incomplete',
      field: 'ldap_user_search_base',
    });
  });

  // attack class 19
  it('never shows the password, and does not send it to another server', async () => {
    await givenLdap(admin, slapd);
    const settings = await admin.call(getSettings, {});
    expect(settings).toMatchObject({ ldap_bind_password: null, ldap_bind_password_set: true });
    const moved = { ldap_url: 'ldap://198.51.100.9' };
    expect(await admin.try(patchSettings, { body: moved })).toMatchObject({
      body: { code: 'ldap_bind_password_needed' },
    });
    expect(server.logged()).not.toContain(slapd.bindPassword);
    expect(JSON.stringify(await server.database.query('select * from activity_entry'))).not.toContain(
      slapd.bindPassword,
    );
  });

  it('tests the connection and says what to fix', async () => {
    await givenLdap(admin, slapd);
    expect(await admin.call(testLdap, {})).toEqual({});
    expect(await admin.call(testDirectorySync, {})).toMatchObject({ success: true });
    await admin.call(patchSettings, { body: { ldap_url: slapd.tlsUrl, ldap_bind_password: slapd.bindPassword } });
    expect(await admin.try(testLdap, {})).toMatchObject({ status: 400, body: { code: 'directory_certificate' } });
    expect(await admin.call(testDirectorySync, {})).toMatchObject({
      success: false,
      message: expect.stringContaining('certificate'),
    });
    await admin.call(patchSettings, { body: { ldap_ca_certificate: slapd.authority } });
    expect(await admin.call(testLdap, {})).toEqual({});
    await admin.call(patchSettings, { body: { ldap_ca_certificate: '' } });
    await givenLdap(admin, slapd);
  });
});

it('lists the runs, and refuses a second one at the same time', async () => {
  await givenLdap(admin, slapd);
  const answers = await Promise.all([1, 2, 3].map(() => admin.try(runDirectorySync, {})));
  const started = answers.filter(({ status }) => status === 202);
  expect(started.length).toBeGreaterThan(0);
  for (const { status, body } of answers)
    if (status !== 202) expect(body).toMatchObject({ code: 'directory_sync_running' });
  for (const { body } of started) await finishedRun(admin, (body as { id: number }).id);
  expect((await admin.call(listDirectorySyncRuns, {}))[0]).toMatchObject({ is_preview: false });
});
