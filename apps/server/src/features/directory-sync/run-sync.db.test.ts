import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Actor } from '../../platform/actor.ts';
import { bySystem } from '../../platform/actor.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { type Directory, DirectoryFailure, type DirectoryGroup, type DirectoryUser } from '../../ports/directory.ts';
import { createManagedGroups } from '../groups/managed-groups.ts';
import { createManagedUsers } from '../users/managed-users.ts';
import { createUserAccess } from '../users/user-access.ts';
import type { SourceRules } from './directory-source.ts';
import { createDirectorySyncService } from './directory-sync.service.ts';
import { runSync } from './run-sync.ts';

interface Content {
  users: DirectoryUser[];
  groups: DirectoryGroup[];
  /** After how many people a read fails. */
  failsAfter?: number;
}

const person = (name: string): DirectoryUser => ({
  ...{ externalId: name, username: name, firstName: 'F', lastName: 'L' },
  ...{ email: `${name}@example.org`, phone: '', isActive: true },
});
const people = (count: number) => Array.from({ length: count }, (_, index) => person(`p${index}`));

function createDirectory({ users, groups, failsAfter }: Content): Directory {
  return {
    async *readUsers() {
      for (let start = 0; start < users.length; start += 100) {
        if (failsAfter !== undefined && start >= failsAfter) throw new DirectoryFailure('unreachable', 'cut');
        yield users.slice(start, start + 100);
      }
    },
    async *readGroups() {
      yield groups;
    },
    close: async () => undefined,
  };
}

async function startSync(content: Content) {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const log = pino({ level: 'silent' });
  const events = createEvents({ listen: () => () => undefined }, log);
  const clock = createTestClock();
  // an administrator remains, so that accounts can be removed
  await database.query(`with u as (insert into "user" (username, first_name, last_name, email, password_hash)
    values ('root-admin', 'A', 'B', 'root@example.com', 'x') returning id)
    insert into group_member (group_id, user_id) select g.id, u.id from u, "group" g where g.is_admin`);
  const rules: SourceRules = {
    ...{ isConfigured: true, isEnabled: true, intervalSeconds: 300, target: 'all', removalPercent: 10 },
    ...{ userBehavior: 'delete', adminBehavior: 'keep', groupNames: [] },
  };
  const enqueued: number[] = [];
  const dependencies = {
    ...{ db, events, clock, log },
    source: {
      name: 'ldap',
      rules: async () => rules,
      open: async () => createDirectory(content),
      test: async () => undefined,
    },
    users: {
      access: createUserAccess(events),
      managed: createManagedUsers({ events, reserved: { loadAssignableCheck: async () => () => undefined } }),
      loadReservedCheck: async () => () => false,
    },
    groups: { managed: createManagedGroups(events) },
    settings: { record: async () => undefined },
    jobs: {
      enqueue: async (_: unknown, __: unknown, input: unknown) => {
        enqueued.push((input as { id: number }).id);
        return '';
      },
    },
  };
  const service = createDirectorySyncService(dependencies as Parameters<typeof createDirectorySyncService>[0]);
  const actor: Actor = { userId: 1, username: 'root-admin', isAdmin: true, sessionId: 1, isReauthenticated: true };
  const finish = async (id: number) => {
    await runSync(id, dependencies);
    return service.get(id);
  };
  return {
    ...{ service, database, clock, enqueued, finish },
    sync: async () => finish(await service.run(actor, bySystem)),
    confirm: async (id: number) => finish(await service.confirm(actor, bySystem, id, [])),
    async count(): Promise<number> {
      const [row] = await database.query(`select count(*) as count from "user" where managed_by = 'ldap'`);
      return Number(row?.['count']);
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

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
