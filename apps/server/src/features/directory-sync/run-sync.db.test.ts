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
