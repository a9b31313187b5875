import { signIn } from '@gatewarden/contract/auth';
import { testLdap } from '@gatewarden/contract/directory-sync';
import { getGroup } from '@gatewarden/contract/groups';
import { getInfo } from '@gatewarden/contract/info';
import { expect, it } from 'vitest';
import { createSteps, givenLdap } from '../../../test/given/ldap.ts';
import { startTestServer } from '../../../test/harness.ts';
import { control, startSamba } from '../../../test/samba.ts';

const password = 'Zażółć-gęślą-7*)(';

it('synchronizes people and groups of an Active Directory, who sign in with its password', async () => {
  await using samba = await startSamba();
  await using server = await startTestServer();
  const admin = await server.given.admin();
  for (const name of ['ada', 'bob', 'leaver']) await samba.addUser({ name, password });
  await samba.set('leaver', 'userAccountControl', control.disabled);
  await samba.addComputer('laptop');
  await samba.addGroup('inner', ['ada']);
  await samba.addGroup('engineers', ['leaver', `CN=inner,${samba.groupBase}`]);
  await givenLdap(admin, samba, {
    ...{ ldap_use_starttls: true, ldap_ca_certificate: samba.authority, ldap_uses_ad: true },
    ...{ ldap_user_obj_class: 'user', ldap_group_obj_class: 'group', ldap_username_attr: 'sAMAccountName' },
    ...{ ldap_groupname_attr: 'cn', ldap_group_member_attr: 'member', ldap_member_attr: 'memberOf' },
    ...{ ldap_group_search_base: samba.domain, ldap_removal_limit: 100 },
  });
  await admin.call(testLdap, {});
  const { sync, confirm, shown } = createSteps(admin);
  // the reader has no email address, the one who left is not added, and a computer is no person
  const first = await confirm(await sync());
  expect(first).toMatchObject({ state: 'completed', counts: { users: 4, added: 2, problems: 1 } });
  expect(await shown('ada')).toMatchObject({ is_active: true, managed_by: 'ldap' });
  const membersOf = async (name: string) => (await admin.call(getGroup, { params: { name } })).members;
  expect(await membersOf('engineers')).toEqual(['ada']);
  expect(await membersOf('Domain Users')).toEqual(['ada', 'bob']);

  const caller = server.stranger();
  const attempt = async (username: string, typed: string) =>
    (await server.stranger().try(signIn, { body: { username, password: typed } })).status;
  await caller.call(signIn, { body: { username: 'ada', password } });
  await caller.call(getInfo, {});
  expect(await attempt('ada', 'wrong')).toBe(401);
  expect(await attempt('ada', '')).toBe(422);
  expect(await attempt('leaver', password)).toBe(401);
  expect(await attempt('laptop', password)).toBe(401);

  // refused by the directory before the next synchronization, which ends what is signed in
  await samba.set('ada', 'userAccountControl', control.disabled);
  expect(await attempt('ada', password)).toBe(401);
  expect(await sync()).toMatchObject({ state: 'completed', counts: { disabled: 1 } });
  expect((await caller.try(getInfo, {})).status).toBe(401);
  await samba.set('ada', 'userAccountControl', control.enabled);
  await sync();
  expect(await attempt('ada', password)).toBe(200);
});
