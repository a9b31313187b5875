import { expect, it } from 'vitest';
import { type Content, people, person, startSync } from '../../../test/given/sync-engine.ts';
import { readDirectory } from './read-directory.ts';

const counts = { added: 0, linked: 0, changed: 0, disabled: 0, deleted: 0, members_removed: 0, groups_released: 0 };

it('synchronizes several directories, and leaves accounts and groups of one to it', async () => {
  const ldap: Content = { users: people(30), groups: [{ externalId: 'g', name: 'staff', memberIds: ['p1', 'p2'] }] };
  const okta: Content = {
    users: [{ ...person('p1'), externalId: 'o1', firstName: 'Other' }, person('eve')],
    groups: [{ externalId: 'og', name: 'staff', memberIds: ['eve'] }],
  };
  await using sync = await startSync(ldap, okta);
  await sync.confirm((await sync.sync()).id);
  const waiting = await sync.sync('openid-1');
  expect(waiting).toMatchObject({ state: 'waiting', guard: 'first_run', source: 'openid-1' });
  expect(waiting.differences?.problems).toEqual([
    { problem: 'managed_elsewhere', name: 'p1' },
    { problem: 'managed_elsewhere', name: 'staff' },
  ]);
  expect(await sync.confirm(waiting.id)).toMatchObject({ state: 'completed', counts: { added: 1, linked: 0 } });
  expect([await sync.count(), await sync.count('openid-1')]).toEqual([30, 1]);
  // neither undoes what the other one did
  expect((await sync.sync()).counts).toMatchObject(counts);
  expect((await sync.sync('openid-1')).counts).toMatchObject(counts);
  expect(await sync.service.overviews()).toMatchObject([
    { source: 'ldap', linked: { users: 30, groups: 1 } },
    { source: 'openid-1', linked: { users: 1, groups: 0 } },
  ]);
});

it('does not take an account that the other source linked after the plan was made', async () => {
  const ldap: Content = { users: [person('ann'), person('bob')], groups: [] };
  const okta: Content = { users: [{ ...person('ann'), firstName: 'Other' }, person('eve')], groups: [] };
  await using sync = await startSync(ldap, okta);
  await sync.database.query(`insert into "user" (username, first_name, last_name, email)
    values ('ann', 'F', 'L', 'ann@example.org')`);
  const [first, second] = [await sync.sync(), await sync.sync('openid-1')];
  expect(second.counts).toMatchObject({ linked: 1 });
  await Promise.all([sync.confirm(first.id), sync.confirm(second.id)]);
  const [ann] = await sync.database.query(`select u.managed_by, u.first_name, l.source from "user" u
    join directory_link l on l.user_id = u.id where username = 'ann'`);
  expect(ann?.['source']).toBe(ann?.['managed_by']);
  expect(ann?.['first_name']).toBe(ann?.['source'] === 'ldap' ? 'F' : 'Other');
});

it('works on one run of each source at a time', async () => {
  await using sync = await startSync({ users: people(3), groups: [] }, { users: [person('eve')], groups: [] });
  await Promise.all([sync.service.startDue(), sync.service.startDue()]);
  expect(sync.enqueued).toHaveLength(2);
  await expect(sync.sync('openid-1')).rejects.toMatchObject({ code: 'directory_sync_running' });
  await expect(sync.sync('openid-2')).rejects.toMatchObject({ code: 'directory_source_not_found' });
});

it('manages the accounts of a disabled provider here, and continues with them later', async () => {
  const okta: Content = { users: people(30), groups: [{ externalId: 'g', name: 'staff', memberIds: ['p1'] }] };
  await using sync = await startSync({ users: [], groups: [] }, okta);
  await sync.confirm((await sync.sync('openid-1')).id);
  await sync.service.startDue();
  await sync.release('pause', 'openid-1');
  expect(await sync.count('openid-1')).toBe(0);
  expect(await sync.database.query(`select managed_by from "group" where name = 'staff'`)).toEqual([
    { managed_by: null },
  ]);
  expect(await sync.sync('openid-1')).toMatchObject({ state: 'completed', counts });
  expect(await sync.count('openid-1')).toBe(30);
  expect(await sync.database.query(`select managed_by from "group" where name = 'staff'`)).toEqual([
    { managed_by: 'openid-1' },
  ]);
});

it('deletes the links of a deleted provider, and ends its run before the next change', async () => {
  const okta: Content = { users: people(5), groups: [] };
  await using sync = await startSync({ users: people(5), groups: [] }, okta);
  await sync.confirm((await sync.sync('openid-1')).id);
  await sync.database.query(
    `insert into directory_sync_run (source, state, created_at) values ('openid-1', 'queued', now())`,
  );
  await sync.release('clear', 'openid-1');
  expect(await sync.service.list('openid-1')).toEqual([]);
  expect(await sync.count('openid-1')).toBe(0);
  // another source may link the accounts now
  const waiting = await sync.sync();
  expect(waiting).toMatchObject({ guard: 'first_run', counts: { linked: 5, added: 0, problems: 0 } });
});

it('ends a read that exceeds the limits', async () => {
  const endless = {
    async *readUsers() {
      for (let index = 0; ; index += 1) yield [person(`p${index}`)];
    },
    async *readGroups() {},
    close: async () => undefined,
  };
  const limits = { users: 100, groups: 10, memberships: 10, characters: 10_000 };
  const ignored = async () => undefined;
  await expect(readDirectory(endless, ignored, limits)).rejects.toMatchObject({ code: 'directory_too_large' });
});
