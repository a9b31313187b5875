import { signIn, signOut } from '@gatewarden/contract/auth';
import { updateGroup } from '@gatewarden/contract/groups';
import { listenToStale, StaleTopic } from '@gatewarden/contract/live';
import { patchSettings } from '@gatewarden/contract/settings';
import { addUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type LiveConsole, openConsole } from '../../../test/live-console.ts';
import { withoutIntervals } from '../../../test/without-intervals.ts';

let count = 0;
function addSomebody(admin: Person): Promise<unknown> {
  count += 1;
  const name = `somebody${count}`;
  const body = { username: name, first_name: 'Some', last_name: 'Body', email: `${name}@example.com` };
  return admin.call(addUser, { body });
}

/** A change of the user's own that only concerns them. */
async function rename(by: Person, { username }: { username: string }, last_name: string): Promise<void> {
  const user = { username, first_name: 'Una', last_name, email: `${username}@example.com` };
  await by.call(updateUser, { params: { username }, body: user });
}

/** Forgets what was heard of all that happened so far. */
async function settle(admin: Person, ...consoles: LiveConsole[]): Promise<void> {
  for (const console of consoles) console.clear();
  count += 1;
  // another name each time: a change that changes nothing is not announced
  await admin.call(patchSettings, { body: { instance_name: `Office ${count}` } });
  await Promise.all(consoles.map((console) => console.untilStale('settings')));
  for (const console of consoles) console.clear();
}

/** The same session at another replica. */
const at = (replica: TestServer, person: Person) => createCaller(replica.url, person.cookie);

it('tells administrators at every replica what a change made stale', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  await using here = await openConsole(admin);
  await using there = await openConsole(at(replica, admin));
  await settle(admin, here, there);
  await addSomebody(admin);
  await Promise.all([here.untilStale('users'), there.untilStale('users')]);
  expect([here.received, there.received]).toEqual([[['users']], [['users']]]);
});

it('tells people who are no administrators only what is about themselves', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const [one, other] = [await server.given.user(), await server.given.user()];
  await server.given.location();
  await using console = await openConsole(one);
  await using others = await openConsole(other);
  await settle(admin, console, others);
  await addSomebody(admin);
  const gone = await server.given.user();
  await server.given.device(gone);
  await rename(admin, other, 'Renamed');
  await others.untilStale('me');
  await rename(admin, one, 'Named');
  await console.untilStale('me');
  expect(new Set(console.received.flat())).toEqual(new Set(['me', 'users', 'devices']));
  expect(console.received).toHaveLength(1);
  expect(others.received).toHaveLength(1);
});

it('tells both a device owner and the administrators of the device', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const owner = await server.given.user();
  await server.given.location();
  await using own = await openConsole(owner);
  await using all = await openConsole(admin);
  await settle(admin, own, all);
  await server.given.device(owner);
  await Promise.all([own.untilStale('devices'), all.untilStale('devices')]);
  expect([own.received, all.received]).toEqual([[['devices']], [['devices']]]);
});

it('tells of entries in the activity log whoever may read them', async () => {
  await using server = await startTestServer();
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  await using all = await openConsole(admin);
  await using own = await openConsole(user);
  await server.stranger().try(signIn, { body: { username: user.username, password: 'Wrong-horse-7' } });
  // nothing else tells either of them
  await Promise.all([all.untilStale('activity'), own.untilStale('activity')]);
  expect([all.received, own.received]).toEqual([[], []]);
});

it('needs a complete sign-in', async () => {
  await using server = await startTestServer();
  expect((await server.stranger().send('GET', listenToStale.path)).status).toBe(401);
});

it('ends when the session is ended at another replica, and no other stream with it', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
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
  // else the next heartbeat would end it too
  using _ = withoutIntervals();
  await using server = await startTestServer();
  const [user, other] = [await server.given.user(), await server.given.user()];
  await using console = await openConsole(user);
  // the session has been looked at since the stream was opened
  await settle(await server.given.admin(), console);
  await user.call(signIn, { body: { username: other.username, password } });
  expect(await console.ended).toBe('by core');
});

it('ends when the user is disabled at another replica', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
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
  // every sign-in of theirs is a reason to look at their other sessions
  await server.stranger().call(signIn, { body: { username: user.username, password } });
  expect(await console.ended).toBe('by core');
});

it('goes on with the rights of now when somebody stops being an administrator', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { name } = await server.given.group({ is_admin: true });
  const user = await server.given.user({ groups: [name] });
  await using console = await openConsole(user);
  await settle(admin, console);
  await addSomebody(admin);
  await console.untilStale('users');
  await admin.call(updateGroup, { params: { name }, body: { name, members: [user.username], is_admin: false } });
  await console.untilStale('settings');
  await settle(admin, console);
  await server.given.group();
  await rename(admin, user, 'Named');
  await console.untilStale('me');
  expect(console.received.flat()).not.toContain('groups');
});

it('makes an administrator of who is put into a new group of administrators, and tells everybody concerned', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  await using own = await openConsole(user);
  await using all = await openConsole(admin);
  await settle(admin, own, all);
  await server.given.group({ is_admin: true, members: [user.username] });
  await Promise.all([own.untilStale('me'), all.untilStale('groups')]);
  expect(all.received.flat()).toContain('users');
  // of use to administrators only
  await own.untilStale('gateways');
});

it('gives a session ten streams and refuses more until one is closed', async () => {
  await using server = await startTestServer();
  const [user, other] = [await server.given.user(), await server.given.user()];
  const [first, ...consoles] = await Promise.all(Array.from({ length: 10 }, () => openConsole(user)));
  expect((await user.send('GET', listenToStale.path)).status).toBe(429);
  await using _ = await openConsole(other);
  await first?.[Symbol.asyncDispose]();
  await expect.poll(async () => (await user.send('GET', listenToStale.path)).status).toBe(200);
  await Promise.all(consoles.map((console) => console[Symbol.asyncDispose]()));
});

it('opens no stream for who only asks what its head would be', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  const heads = await Promise.all(Array.from({ length: 11 }, () => user.send('HEAD', listenToStale.path)));
  expect(new Set(heads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(heads[0]?.headers.get('content-type')).toBe('text/event-stream');
  await using _ = await openConsole(user);
});

it('tells that everything may be stale after the database was away for a moment', async () => {
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
    new Set(['me', 'users', 'devices', 'settings', 'auth-keys', 'api-tokens']),
  );
});

it('ends the streams of a core that stops, so that consoles go to another', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const user = await server.given.user();
  await using there = await openConsole(at(replica, user));
  await using here = await openConsole(user);
  await replica[Symbol.asyncDispose]();
  expect(await there.ended).toBe('by core');
  await rename(await server.given.admin(), user, 'Named');
  await here.untilStale('me');
});
