import { expect, it } from 'vitest';
import { type Content, people, person, startSync } from '../../../test/given/sync-engine.ts';

it('never removes anyone after half an answer, an empty one, or one with entries twice', async () => {
  const content: Content = { users: people(300), groups: [] };
  await using sync = await startSync(content);
  await sync.confirm((await sync.sync()).id);
  expect(await sync.count()).toBe(300);
  content.failsAfter = 150;
  expect(await sync.sync()).toMatchObject({ state: 'failed', error: 'directory_unreachable' });
  delete content.failsAfter;
  content.users = [...people(299), person('p0')];
  expect(await sync.sync()).toMatchObject({ state: 'stopped', guard: 'duplicates' });
  content.users = [];
  expect(await sync.sync()).toMatchObject({ state: 'stopped', guard: 'empty' });
  // a directory that pretends to be complete
  content.users = people(150);
  expect(await sync.sync()).toMatchObject({ state: 'waiting', guard: 'removals' });
  expect(await sync.count()).toBe(300);
  content.users = people(280);
  expect(await sync.sync()).toMatchObject({ state: 'completed', counts: { deleted: 20 } });
  expect(await sync.count()).toBe(280);
});

it('continues after a failure in the middle with what is missing', async () => {
  await using sync = await startSync({ users: people(250), groups: [] });
  await sync.database.query(`create function refuse_late() returns trigger language plpgsql as $$ begin
    if new.username = 'p99' then raise exception 'stopped here'; end if; return new; end $$`);
  await sync.database.query(
    'create trigger refuse_late before insert on "user" for each row execute function refuse_late()',
  );
  const waiting = await sync.sync();
  expect(await sync.confirm(waiting.id)).toMatchObject({ state: 'failed', error: 'internal_error' });
  const added = await sync.count();
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(250);
  await sync.database.query('drop trigger refuse_late on "user"');
  const again = await sync.sync();
  expect(again).toMatchObject({ state: 'waiting', guard: 'first_run', counts: { added: 250 - added } });
  await sync.confirm(again.id);
  expect(await sync.count()).toBe(250);
  expect((await sync.sync()).counts).toMatchObject({ added: 0, changed: 0, members_added: 0 });
});

it('hands a run whose worker has ended to another one, which the first one does not disturb', async () => {
  await using sync = await startSync({ users: people(3), groups: [] });
  await sync.confirm((await sync.sync()).id);
  const [run] = await sync.database.query(
    `insert into directory_sync_run (source, state, created_at, active_at, worker)
    values ('ldap', 'running', $1, $1, gen_random_uuid()) returning id`,
    [sync.clock.now()],
  );
  const id = Number(run?.['id']);
  sync.enqueued.length = 0;
  await sync.service.startDue();
  expect(sync.enqueued).toEqual([]);
  expect(await sync.finish(id)).toMatchObject({ state: 'running' });
  sync.clock.advance({ minutes: 3 });
  await sync.service.startDue();
  expect(sync.enqueued).toEqual([id]);
  expect(await sync.finish(id)).toMatchObject({ state: 'completed' });
});

it('starts a run when the interval is over, once for all replicas, and none while one waits for an administrator', async () => {
  await using sync = await startSync({ users: people(3), groups: [] });
  await Promise.all([sync.service.startDue(), sync.service.startDue()]);
  expect(sync.enqueued).toHaveLength(1);
  const first = await sync.finish(sync.enqueued[0] ?? 0);
  expect(first).toMatchObject({ state: 'waiting', guard: 'first_run', requested_by: null });
  sync.clock.advance({ hours: 1 });
  await sync.service.startDue();
  expect(sync.enqueued).toHaveLength(1);
  await sync.confirm(first.id);
  sync.enqueued.length = 0;
  await sync.service.startDue();
  expect(sync.enqueued).toEqual([]);
  sync.clock.advance({ minutes: 5, seconds: 1 });
  await sync.service.startDue();
  expect(sync.enqueued).toHaveLength(1);
});

const problem = (name: string) => [{ problem: 'group_name_taken', name }];

it('links a group with the name of one here in the first run only', async () => {
  const content: Content = { users: people(3), groups: [{ externalId: 's', name: 'staff', memberIds: ['p0'] }] };
  await using sync = await startSync(content);
  await sync.database.query(`insert into "group" (name) values ('staff'), ('vpn-prod')`);
  const first = await sync.sync();
  expect(first).toMatchObject({ guard: 'first_run', differences: { groups_linked: ['staff'] } });
  await sync.confirm(first.id);
  content.groups.push({ externalId: 'm', name: 'vpn-prod', memberIds: ['p1'] });
  for (const isPreview of [true, false]) {
    const run = await (isPreview ? sync.preview() : sync.sync());
    expect(run).toMatchObject({ state: isPreview ? 'planned' : 'completed', counts: { groups_linked: 0 } });
    expect(run.differences).toMatchObject({ groups_linked: [], members_added: [], problems: problem('vpn-prod') });
  }
  expect(await sync.groups()).toEqual([
    { name: 'staff', managed_by: 'ldap', members: ['p0'] },
    { name: 'vpn-prod', managed_by: null, members: [] },
  ]);
});

it('asks again if the first run would link a group that was not shown', async () => {
  const content: Content = { users: people(3), groups: [{ externalId: 's', name: 'staff', memberIds: ['p0'] }] };
  await using sync = await startSync(content);
  await sync.database.query(`insert into "group" (name) values ('staff'), ('vpn-prod')`);
  const waiting = await sync.sync();
  content.groups.push({ externalId: 'm', name: 'vpn-prod', memberIds: ['p1'] });
  const again = await sync.confirm(waiting.id);
  expect(again).toMatchObject({
    ...{ state: 'waiting', guard: 'first_run' },
    differences: { groups_linked: expect.arrayContaining(['staff', 'vpn-prod']) },
  });
  expect(await sync.count()).toBe(0);
  // people who were added meanwhile do not matter
  content.users.push(person('late'));
  expect(await sync.confirm(again.id)).toMatchObject({ state: 'completed', counts: { added: 4, groups_linked: 2 } });
});

it('does not ask again because a confirmed administrator remains a member of a group', async () => {
  const group = { externalId: 's', name: 'staff', memberIds: ['root-admin', 'p0'] };
  await using sync = await startSync({ users: [...people(3), person('root-admin')], groups: [group] });
  await sync.database.query(`with g as (insert into "group" (name) values ('staff') returning id)
    insert into group_member (group_id, user_id) select g.id, 1 from g`);
  const waiting = await sync.sync();
  expect(waiting).toMatchObject({ guard: 'first_run', counts: { members_removed: 1, unconfirmed: 1 } });
  expect(await sync.confirm(waiting.id, [1])).toMatchObject({ state: 'completed', counts: { members_removed: 0 } });
});

it('does not link a group again that it released', async () => {
  const content: Content = { users: people(3), groups: [{ externalId: 's', name: 'staff', memberIds: ['p0'] }] };
  await using sync = await startSync(content);
  await sync.confirm((await sync.sync()).id);
  content.groups = [{ externalId: 'm', name: 'staff', memberIds: ['p1'] }];
  const waiting = await sync.sync();
  expect(waiting).toMatchObject({ state: 'waiting', guard: 'removals', differences: { groups_released: ['staff'] } });
  expect(await sync.confirm(waiting.id)).toMatchObject({ differences: { problems: problem('staff') } });
  expect(await sync.sync()).toMatchObject({ state: 'completed', differences: { problems: problem('staff') } });
  expect(await sync.groups()).toEqual([{ name: 'staff', managed_by: null, members: [] }]);
});

it('selects people by the linked group, also if another group gets its name', async () => {
  const content: Content = { users: people(3), groups: [{ externalId: 's', name: 'staff', memberIds: ['p0'] }] };
  await using sync = await startSync(content, undefined, { groupNames: ['staff'] });
  await sync.confirm((await sync.sync()).id);
  content.groups.push({ externalId: 'm', name: 'staff', memberIds: ['p1', 'p2'] });
  expect(await sync.sync()).toMatchObject({ state: 'completed', counts: { added: 0, members_added: 0, disabled: 0 } });
  expect(await sync.groups()).toEqual([{ name: 'staff', managed_by: 'ldap', members: ['p0'] }]);
});

it('stops if several groups have the name that selects the accounts', async () => {
  const content: Content = { users: people(3), groups: [{ externalId: 's', name: 'staff', memberIds: ['p0'] }] };
  await using sync = await startSync(content, undefined, { groupNames: ['staff'], target: 'users' });
  await sync.confirm((await sync.sync()).id);
  content.groups.push({ externalId: 'm', name: 'staff', memberIds: ['p1', 'p2'] });
  expect(await sync.sync()).toMatchObject({
    ...{ state: 'stopped', guard: 'empty' },
    differences: { added: [], problems: [{ problem: 'group_name_ambiguous', name: 'staff' }] },
  });
  expect(await sync.count()).toBe(1);
});
