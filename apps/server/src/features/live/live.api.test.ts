import { signIn, signOut } from '@gatewarden/contract/auth';
import { updateGroup } from '@gatewarden/contract/groups';
import { StaleTopic, streamStaleTopics } from '@gatewarden/contract/live';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { type LiveConsole, openConsole } from '../../../test/live-console.ts';
import { stopIntervals } from '../../../test/stop-intervals.ts';

let count = 0;
function addAnyUser(admin: Person): Promise<unknown> {
  count += 1;
  const name = `added${count}`;
  const body = { username: name, first_name: 'Any', last_name: 'User', email: `${name}@example.com` };
  return admin.call(addUser, { body });
}

/** A change that only affects this user. */
async function rename(by: Person, { username }: { username: string }, last_name: string): Promise<void> {
  const user = { username, first_name: 'Una', last_name, email: `${username}@example.com` };
  await by.call(updateUser, { params: { username }, body: user });
}

/** Waits for pending events, and discards everything that the consoles have received so far. */
async function settle(admin: Person, ...consoles: LiveConsole[]): Promise<void> {
  for (const console of consoles) console.clear();
  count += 1;
  // another name each time, because a change without a difference is not published
  await admin.call(patchSettings, { body: { instance_name: `Office ${count}` } });
  await Promise.all(consoles.map((console) => console.untilStale('settings')));
  for (const console of consoles) console.clear();
}

/** The same session at another replica. */
const at = (replica: TestServer, person: Person) => createCaller(replica.url, person.cookie);

test('notifies administrators on every replica which data a change made stale', async ({ server, replica }) => {
  const admin = await server.given.admin();
  await using here = await openConsole(admin);
  await using there = await openConsole(at(replica, admin));
  await settle(admin, here, there);
  await addAnyUser(admin);
  await Promise.all([here.untilStale('users'), there.untilStale('users')]);
  expect([here.received, there.received]).toEqual([[['users']], [['users']]]);
});

test('tells a new stream on any replica what changed shortly before it', async ({ server, replica }) => {
  const admin = await server.given.admin();
  await using before = await openConsole(at(replica, admin));
  await addAnyUser(admin);
  await before.untilStale('users');
  await using there = await openConsole(at(replica, admin));
  const { changed_ms_ago, complete_ms } = await there.recent;
  expect(changed_ms_ago.users).toBeLessThanOrEqual(complete_ms ?? 0);
  const unrelated = await server.given.user();
  await using own = await openConsole(at(replica, unrelated));
  await rename(admin, await server.given.user(), 'Renamed');
  await using later = await openConsole(at(replica, unrelated), own.lastEventId);
  // the own sign-in may have reached the replica after the first stream was opened
  const { activity: _ownSignIn, ...others } = (await later.recent).changed_ms_ago;
  expect(others).toEqual({});
});

test('tells a stream that is opened again only what changed since the last event', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const interrupted = await openConsole(user);
  await interrupted.recent;
  await interrupted[Symbol.asyncDispose]();
  await using unchanged = await openConsole(user, interrupted.lastEventId);
  // the own sign-in may have reached core after the first stream was opened
  const { changed_ms_ago, complete_ms } = await unchanged.recent;
  const { activity: _ownSignIn, ...others } = changed_ms_ago;
  expect([others, complete_ms]).toEqual([{}, null]);
  await rename(admin, user, 'Renamed');
  await unchanged.untilStale('me');
  await using changed = await openConsole(user, interrupted.lastEventId);
  expect((await changed.recent).changed_ms_ago).toMatchObject({ me: expect.any(Number) });
  // another core does not know what this one delivered
  await using elsewhere = await openConsole(at(replica, user), interrupted.lastEventId);
  expect((await elsewhere.recent).complete_ms).toEqual(expect.any(Number));
});

test('notifies other users only about themselves', async ({ server }) => {
  const admin = await server.given.admin();
  const [one, other] = [await server.given.user(), await server.given.user()];
  await server.given.location();
  await using console = await openConsole(one);
  await using others = await openConsole(other);
  await settle(admin, console, others);
  await addAnyUser(admin);
  const unrelated = await server.given.user();
  await server.given.device(unrelated);
  await rename(admin, other, 'Renamed');
  await others.untilStale('me');
  await rename(admin, one, 'Named');
  await console.untilStale('me');
  expect(new Set(console.received.flat())).toEqual(new Set(['me', 'users', 'devices']));
  expect(console.received).toHaveLength(1);
  expect(others.received).toHaveLength(1);
});

test('notifies the owner of a device and the administrators', async ({ server }) => {
  const admin = await server.given.admin();
  const owner = await server.given.user();
  await server.given.location();
  await using own = await openConsole(owner);
  await using all = await openConsole(admin);
  await settle(admin, own, all);
  await server.given.device(owner);
  await Promise.all([own.untilStale('devices'), all.untilStale('devices')]);
  expect([own.received, all.received]).toEqual([[['devices']], [['devices', 'users']]]);
});

test('notifies all users who may read a new entry of the activity log', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  await using all = await openConsole(admin);
  await using own = await openConsole(user);
  await server.stranger().try(signIn, { body: { username: user.username, password: 'Wrong-horse-7' } });
  // no other topic is stale for either of them
  await Promise.all([all.untilStale('activity'), own.untilStale('activity')]);
  expect([all.received, own.received]).toEqual([[], []]);
});

test('requires a complete sign-in', async ({ server }) => {
  expect((await server.stranger().send('GET', streamStaleTopics.path)).status).toBe(401);
});

test('ends only the stream of a session that ends on another replica', async ({ server, replica }) => {
  const user = await server.given.user();
  const elsewhere = server.stranger();
  await elsewhere.call(signIn, { body: { username: user.username, password } });
  await using ending = await openConsole(user);
  await using staying = await openConsole(elsewhere);
  await at(replica, user).call(signOut, {});
  expect(await ending.ended).toBe('by core');
  await rename(await server.given.admin(), user, 'Named');
  await staying.untilStale('me');
});

it('ends when another user signs in with the same browser', async () => {
  // otherwise the next heartbeat would end it too
  stopIntervals();
  await using server = await startTestServer();
  const [user, other] = [await server.given.user(), await server.given.user()];
  await using console = await openConsole(user);
  // the session was checked since the stream was opened
  await settle(await server.given.admin(), console);
  await user.call(signIn, { body: { username: other.username, password } });
  expect(await console.ended).toBe('by core');
});

test('ends when the user is disabled on another replica', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  await using console = await openConsole(user);
  const { username } = user;
  const body = { username, first_name: 'Una', last_name: 'User', email: `${username}@example.com`, is_active: false };
  await at(replica, admin).call(updateUser, { params: { username }, body });
  expect(await console.ended).toBe('by core');
});

it('ends when the session has expired', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_SESSION_HOURS: '1' } });
  const user = await server.given.user();
  await using console = await openConsole(user);
  server.clock.advance({ hours: 1, seconds: 1 });
  // every sign-in triggers a check of the user's other sessions
  await server.stranger().call(signIn, { body: { username: user.username, password } });
  expect(await console.ended).toBe('by core');
});

test('continues with the current rights when a user loses administrator rights', async ({ server }) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group({ is_admin: true });
  const user = await server.given.user({ groups: [name] });
  await using console = await openConsole(user);
  await settle(admin, console);
  await addAnyUser(admin);
  await console.untilStale('users');
  await admin.call(updateGroup, { params: { name }, body: { name, members: [user.username], is_admin: false } });
  await console.untilStale('settings');
  await settle(admin, console);
  await server.given.group();
  await rename(admin, user, 'Named');
  await console.untilStale('me');
  expect(console.received.flat()).not.toContain('groups');
});

test('notifies a user who joins a new group of administrators, and the administrators', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  await using own = await openConsole(user);
  await using all = await openConsole(admin);
  await settle(admin, own, all);
  await server.given.group({ is_admin: true, members: [user.username] });
  await Promise.all([own.untilStale('me'), all.untilStale('groups')]);
  expect(all.received.flat()).toContain('users');
  // a topic for administrators only
  await own.untilStale('gateways');
});

test('limits a session to ten streams until one is closed', async ({ server }) => {
  const [user, other] = [await server.given.user(), await server.given.user()];
  const [first, ...consoles] = await Promise.all(Array.from({ length: 10 }, () => openConsole(user)));
  expect((await user.send('GET', streamStaleTopics.path)).status).toBe(429);
  await using _ = await openConsole(other);
  await first?.[Symbol.asyncDispose]();
  await expect.poll(async () => (await user.send('GET', streamStaleTopics.path)).status).toBe(200);
  await Promise.all(consoles.map((console) => console[Symbol.asyncDispose]()));
});

test('opens no stream for a HEAD request', async ({ server }) => {
  const user = await server.given.user();
  const heads = await Promise.all(Array.from({ length: 11 }, () => user.send('HEAD', streamStaleTopics.path)));
  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(heads[0]?.headers.get('content-type')).toBe('text/event-stream');
  await using _ = await openConsole(user);
});

it('marks all topics as stale after the database connection was lost', async () => {
  await using server = await startTestServer();
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  await using all = await openConsole(admin);
  await using own = await openConsole(user);
  await settle(admin, all, own);
  await server.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen%' or query = 'select 1')`);
  for (const topic of StaleTopic.options) await all.untilStale(topic);
  await own.untilStale('devices');
  expect(new Set(own.received.flat())).toEqual(
    new Set(['me', 'users', 'devices', 'settings', 'auth-keys', 'api-tokens', 'notifications']),
  );
});

test('ends the streams of a core that stops, so that consoles connect to another', async ({ server }) => {
  await using replica = await server.startReplica();
  const user = await server.given.user();
  await using there = await openConsole(at(replica, user));
  await using here = await openConsole(user);
  await replica[Symbol.asyncDispose]();
  expect(await there.ended).toBe('by core');
  await rename(await server.given.admin(), user, 'Named');
  await here.untilStale('me');
});
