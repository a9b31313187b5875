import { pino } from 'pino';
import type { DirectorySource, SourceRules } from '../../src/features/directory-sync/directory-source.ts';
import { createDirectorySyncService } from '../../src/features/directory-sync/directory-sync.service.ts';
import { createReleaseSource } from '../../src/features/directory-sync/release-source.ts';
import { runSync } from '../../src/features/directory-sync/run-sync.ts';
import { createManagedGroups } from '../../src/features/groups/managed-groups.ts';
import { createManagedUsers } from '../../src/features/users/managed-users.ts';
import { createUserAccess } from '../../src/features/users/user-access.ts';
import type { Actor } from '../../src/platform/actor.ts';
import { bySystem } from '../../src/platform/actor.ts';
import { inTransaction, openDatabase, openPool } from '../../src/platform/database/database.ts';
import { createEvents } from '../../src/platform/events/events.ts';
import {
  type Directory,
  DirectoryFailure,
  type DirectoryGroup,
  type DirectoryUser,
} from '../../src/ports/directory.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestDatabase } from '../test-database.ts';

export interface Content {
  users: DirectoryUser[];
  groups: DirectoryGroup[];
  /** After how many people a read fails. */
  failsAfter?: number;
}

export const person = (name: string): DirectoryUser => ({
  ...{ externalId: name, username: name, firstName: 'F', lastName: 'L' },
  ...{ email: `${name}@example.org`, phone: '', isActive: true },
});
export const people = (count: number) => Array.from({ length: count }, (_, index) => person(`p${index}`));

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

/**
 * The engine with the database and without jobs: `ldap` and `openid-1` as sources, the second one if it has content. The
 * changes are of the rules of both.
 */
export async function startSync(content: Content, other?: Content, changes: Partial<SourceRules> = {}) {
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
    ...changes,
  };
  const toSource = (name: 'ldap' | 'openid-1', read: Content): DirectorySource => ({
    ...{ name, kind: name === 'ldap' ? 'ldap' : 'okta', title: name },
    rules: async () => rules,
    open: async () => createDirectory(read),
    test: async () => undefined,
  });
  const enqueued: number[] = [];
  const dependencies = {
    ...{ db, events, clock, log },
    listSources: async () => [toSource('ldap', content), ...(other ? [toSource('openid-1', other)] : [])],
    users: {
      access: createUserAccess(events),
      managed: createManagedUsers({ events, reserved: { loadAssignableCheck: async () => () => undefined } }),
      loadReservedCheck: async () => () => false,
    },
    groups: { managed: createManagedGroups(events) },
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
    sync: async (source = 'ldap') => finish(await service.run(actor, bySystem, source)),
    preview: async (source = 'ldap') => finish(await service.preview(actor, bySystem, source)),
    confirm: async (id: number, administrators: number[] = []) =>
      finish(await service.confirm(actor, bySystem, id, administrators)),
    /** As when the provider of the source is disabled or deleted. */
    release: (how: 'pause' | 'clear', source: string) =>
      inTransaction(db, (tx) => createReleaseSource(dependencies)[how](tx, bySystem, source)),
    async count(source = 'ldap'): Promise<number> {
      const [row] = await database.query(`select count(*) as count from "user" where managed_by = $1`, [source]);
      return Number(row?.['count']);
    },
    /** All groups but that of the administrators. */
    groups: () =>
      database.query(`select g.name, g.managed_by,
        coalesce(array_agg(u.username order by u.username) filter (where u.id is not null), '{}') as members
        from "group" g left join group_member m on m.group_id = g.id left join "user" u on u.id = m.user_id
        where not g.is_admin group by g.id order by g.name`),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}
