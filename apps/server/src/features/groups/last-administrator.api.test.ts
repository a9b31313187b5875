import { getMe, signIn } from '@gatewarden/contract/auth';
import { addGroup, addGroupMember, deleteGroup, removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { addUser, deleteUser, updateUser } from '@gatewarden/contract/users';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

/** The advisory lock of `lockAdministrators`. */
const administratorsLock = 7_203_114_502;

async function signedIn(server: TestServer, username: string): Promise<Caller> {
  const caller = server.stranger();
  await caller.call(signIn, { body: { username, password } });
  return caller;
}

/** The names of users who cannot sign in. */
interface Others {
  readonly disabled: string;
  readonly invited: string;
}

const removals = [
  [
    'leaving the group',
    (admin: Caller) => admin.try(removeGroupMember, { params: { name: 'admin', username: 'rosa' } }),
  ],
  [
    'being edited out of the group',
    (admin: Caller) => admin.try(updateUser, { params: { username: 'rosa' }, body: { groups: [] } }),
  ],
  [
    'emptying the group',
    (admin: Caller) => admin.try(updateGroup, { params: { name: 'admin' }, body: { name: 'admin', members: [] } }),
  ],
  [
    'replacing the members by a disabled user',
    (admin: Caller, { disabled }: Others) =>
      admin.try(updateGroup, { params: { name: 'admin' }, body: { name: 'admin', members: [disabled] } }),
  ],
  [
    'replacing the members by a user who cannot sign in yet',
    (admin: Caller, { invited }: Others) =>
      admin.try(updateGroup, { params: { name: 'admin' }, body: { name: 'admin', members: [invited] } }),
  ],
] as const;

test.for(removals)('retains the last active administrator: %s is refused', async ([, attempt], { server }) => {
  const admin = await server.given.admin();
  const names = { first_name: 'A', last_name: 'B' };
  const { username: disabled } = await server.given.user();
  await admin.call(updateUser, { params: { username: disabled }, body: { is_active: false } });
  const invited = uniqueName('invited-');
  await admin.call(addUser, { body: { ...names, username: invited, email: `${invited}@example.com` } });
  const before = await server.events();
  expect(await attempt(admin, { disabled, invited })).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  expect(await admin.call(getMe, {})).toMatchObject({ groups: ['admin'], is_admin: true, is_active: true });
  expect(await server.events()).toEqual(before);
});

it('refuses to delete the last group of administrators or to clear its flag', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const unflag = () => admin.try(updateGroup, { params: { name: 'admin' }, body: { name: 'chiefs', is_admin: false } });
  const remove = () => admin.try(deleteGroup, { params: { name: 'admin' } });
  expect(await unflag()).toMatchObject({ status: 400, body: { code: 'last_admin_group' } });
  expect(await remove()).toMatchObject({ status: 400, body: { code: 'last_admin_group' } });
  // with a second group of administrators without active members, the last active administrator is still protected
  await admin.call(addGroup, { body: { name: 'empty', is_admin: true } });
  expect(await unflag()).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  await admin.call(addGroupMember, { params: { name: 'empty' }, body: { username: 'rosa' } });
  expect((await remove()).status).toBe(200);
  expect(await admin.call(getMe, {})).toMatchObject({ groups: ['empty'], is_admin: true });
});

it('lets one of two administrators succeed who remove each other’s rights concurrently on two replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  await server.given.admin();
  await server.given.user({ username: 'second', groups: ['admin'] });
  const [root, second] = [await signedIn(server, 'rosa'), await signedIn(replica, 'second')];
  const answers = await Promise.all([
    root.try(deleteUser, { params: { username: 'second' } }),
    second.try(updateUser, { params: { username: 'rosa' }, body: { is_active: false } }),
  ]);
  // the second one is either refused or no longer signed in
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
});

it('refuses the second of two administrators who give up their rights concurrently', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  await server.given.admin();
  await server.given.user({ username: 'second', groups: ['admin'] });
  const [root, second] = [await signedIn(server, 'rosa'), await signedIn(replica, 'second')];
  const leave = (caller: Caller, username: string) =>
    caller.try(removeGroupMember, { params: { name: 'admin', username } });
  await using lock = await server.database.transaction();
  await lock.query(`select pg_advisory_xact_lock(${administratorsLock})`);
  // both have passed every check of their session and wait for the lock, which is granted in the order of waiting
  const first = leave(root, 'rosa');
  await server.database.untilBlocked(first);
  const last = leave(second, 'second');
  await server.database.untilBlocked(last, 2);
  await lock.commit();
  expect((await first).status).toBe(200);
  expect(await last).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  expect(await second.call(getMe, {})).toMatchObject({ is_admin: true });
});

type Attempt = readonly [kind: 'disable' | 'leave' | 'edit' | 'delete' | 'replace' | 'unflag' | 'drop', who: number];

const groups = ['admin', 'chiefs'];
const members = ['rosa', 'b', 'c'];
const attempts: fc.Arbitrary<Attempt> = fc.tuple(
  fc.constantFrom('disable', 'leave', 'edit', 'delete', 'replace', 'unflag', 'drop'),
  fc.nat(2),
);

function make(caller: Caller, [kind, who]: Attempt) {
  const username = members[who] ?? '';
  const name = groups[who % groups.length] ?? '';
  switch (kind) {
    case 'disable':
      return caller.try(updateUser, { params: { username }, body: { is_active: false } });
    case 'edit':
      return caller.try(updateUser, { params: { username }, body: { groups: [] } });
    case 'delete':
      return caller.try(deleteUser, { params: { username } });
    case 'leave':
      return caller.try(removeGroupMember, { params: { name: 'admin', username } });
    case 'replace':
      return caller.try(updateGroup, { params: { name }, body: { name, members: [username] } });
    case 'unflag':
      return caller.try(updateGroup, { params: { name }, body: { name, is_admin: false } });
    case 'drop':
      return caller.try(deleteGroup, { params: { name } });
  }
}

const activeAdministrators = `select u.username from "user" u
  where u.is_active and u.password_hash is not null and exists (
    select from group_member m join "group" g on g.id = m.group_id where m.user_id = u.id and g.is_admin)`;

it('retains an active administrator with any concurrent requests to two replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  await server.given.admin();
  for (const username of ['b', 'c']) await server.given.user({ username, groups: ['admin'] });
  const places = [server, replica, server];
  const callers = await Promise.all(members.map((name, index) => signedIn(places[index] ?? server, name)));
  const saved = await snapshot(server);

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(attempts, fc.nat(2)), { minLength: 2, maxLength: 6 }), async (round) => {
      await saved.restore();
      const answers = await Promise.all(
        round.flatMap(([attempt, by]) => (callers[by] ? [make(callers[by], attempt)] : [])),
      );
      for (const { status } of answers) expect([200, 400, 401, 403, 404, 409, 422]).toContain(status);
      expect(await server.database.query(activeAdministrators)).not.toEqual([]);
    }),
    { numRuns: 30 },
  );
});

/** Saves accounts, rights and sessions; `restore` restores them before each round. */
async function snapshot({ database }: TestServer) {
  const tables = ['user', 'group', 'group_member', 'session'];
  for (const table of tables) await database.query(`create table saved_${table} as table "${table}"`);
  await database.query(`
    insert into saved_group (id, name, is_admin, scim_id, created_at, modified_at)
    select 1000, 'chiefs', true, gen_random_uuid(), now(), now()`);
  await database.query(`insert into saved_group_member select 1000, id from saved_user where username <> 'b'`);
  const columns = await database.query(`
    select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' group by table_name`);
  // tables that others refer to come first
  const fill = tables.map((table) => {
    const names = columns.find((row) => row['name'] === table)?.['columns'];
    return `insert into "${table}" (${names}) overriding system value select ${names} from saved_${table};`;
  });
  return {
    restore: () => database.query(`begin; delete from "user"; delete from "group"; ${fill.join(' ')} commit`),
  };
}
