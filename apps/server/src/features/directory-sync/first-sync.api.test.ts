import { getDirectorySync, previewDirectorySync } from '@gatewarden/contract/directory-sync';
import { addGroupMember, getGroup } from '@gatewarden/contract/groups';
import { getInfo } from '@gatewarden/contract/info';
import { getSettings } from '@gatewarden/contract/settings';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { createSteps, givenLdap } from '../../../test/given/ldap.ts';
import { startTestServer } from '../../../test/harness.ts';
import { startSlapd } from '../../../test/slapd.ts';

it('shows the plan first, and then adds, changes, disables and enables accounts as the directory says', async () => {
  await using slapd = await startSlapd();
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { preview, sync, confirm, shown } = createSteps(admin);
  await slapd.addUser({ name: 'ada', mobile: '555' });
  await slapd.addUser({ name: 'bob' });
  await slapd.addUser({ name: 'adopted', mail: 'local@example.org' });
  await slapd.addUser({ name: admin.username });
  await slapd.client.add(`cn=no mail,${slapd.userBase}`, { objectClass: 'inetOrgPerson', cn: 'no mail', sn: 'x' });
  for (let index = 0; index < 18; index += 1) await slapd.addUser({ name: `staff${index}` });
  await slapd.addGroup('engineers', ['ada', 'adopted', 'staff1']);
  const local = await server.given.user({ username: 'adopted' });
  expect(await admin.try(previewDirectorySync, {})).toMatchObject({ body: { code: 'directory_not_configured' } });
  await givenLdap(admin, slapd);
  expect((await admin.call(getInfo, {})).ldap_info).toEqual({ enabled: true, ad: false });

  const before = await admin.call(getDirectorySync, {});
  expect(before).toMatchObject({ is_enabled: true, is_configured: true, linked_users: 0, last: null, current: null });
  const planned = await preview();
  expect(planned).toMatchObject({
    ...{ state: 'planned', is_preview: true, requested_by: admin.username, guard: 'first_run' },
    counts: { users: 23, groups: 1, added: 20, linked: 1, unconfirmed: 1, problems: 1, members_added: 3 },
    differences: {
      linked: ['adopted'],
      unconfirmed: [{ username: admin.username }],
      problems: [{ problem: 'username_invalid', name: 'no mail' }],
      groups_added: ['engineers'],
    },
  });
  const waiting = await sync();
  expect(waiting).toMatchObject({ state: 'waiting', guard: 'first_run' });
  expect(await admin.try(getUser, { params: { username: 'ada' } })).toMatchObject({ status: 404 });
  expect((await admin.call(getSettings, {})).ldap_sync_status).toBe('OutOfSync');

  expect(await confirm(waiting)).toMatchObject({ state: 'completed', counts: { added: 20 } });
  expect((await admin.call(getSettings, {})).ldap_sync_status).toBe('InSync');
  expect(await latestEntry(server, 'directory_sync_completed')).toMatchObject({
    description: 'Added 20, changed 1, disabled 0, deleted 0',
  });
  expect(await shown('ada')).toMatchObject({
    ...{ first_name: 'Given', last_name: 'Family', email: 'ada@example.org', phone: '555' },
    ...{ is_active: true, enrolled: true, managed_by: 'ldap', groups: ['engineers'] },
  });
  expect(await shown('adopted')).toMatchObject({ email: 'local@example.org', managed_by: 'ldap', id: local.id });
  expect(await shown(admin.username)).toMatchObject({ managed_by: null, email: 'root@example.com' });
  const engineers = await admin.call(getGroup, { params: { name: 'engineers' } });
  expect(engineers).toMatchObject({ managed_by: 'ldap', members: ['ada', 'adopted', 'staff1'] });

  await admin.call(addGroupMember, { params: { name: 'admin' }, body: { username: 'staff3' } });
  await slapd.client.modifyDN(`cn=bob,${slapd.userBase}`, 'cn=robert');
  await slapd.client.del(`cn=ada,${slapd.userBase}`);
  expect(await sync()).toMatchObject({ state: 'completed', counts: { changed: 1, disabled: 1, members_removed: 1 } });
  expect(await shown('robert')).toMatchObject({ email: 'bob@example.org' });
  expect(await shown('ada')).toMatchObject({ is_active: false, groups: [] });
  const enable = await admin.try(updateUser, { params: { username: 'ada' }, body: { is_active: true } });
  expect(enable.body).toMatchObject({ code: 'managed_elsewhere' });
  expect((await sync()).counts).toMatchObject({
    changed: 0,
    disabled: 0,
    added: 0,
    members_removed: 0,
    members_added: 0,
  });

  // disabled here: a synchronization must not undo it
  await admin.call(updateUser, { params: { username: 'staff2' }, body: { is_active: false } });
  await sync();
  expect(await shown('staff2')).toMatchObject({ is_active: false });
  await admin.call(updateUser, { params: { username: 'staff2' }, body: { is_active: true } });
});
