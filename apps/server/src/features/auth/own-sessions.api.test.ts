import { endSession, endSessions, getMe, listSessions, signIn } from '@gatewarden/contract/auth';
import { expect } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { type TestServer, test } from '../../../test/harness.ts';

/** The same user in another browser. */
async function elsewhere({ stranger }: Pick<TestServer, 'stranger'>, { username }: Person): Promise<Caller> {
  const caller = stranger();
  await caller.call(signIn, { body: { username, password } });
  return caller;
}

const statusOf = async (caller: Caller) => (await caller.try(getMe, {})).status;
const minute = (time: string | undefined) => Date.parse(`${time}Z`) / 60_000;

test('lists the sessions of a user with device, address and last use, most recently used first', async ({ server }) => {
  const una = await server.given.user();
  const { username } = una;
  server.clock.advance({ minutes: 30 });
  const phone = await elsewhere(server, una);
  server.clock.advance({ minutes: 30 });
  await una.call(getMe, {});
  const place = { device: 'test', ip: '127.0.0.1' };
  await expect
    .poll(() => una.call(listSessions, { params: { username } }))
    .toMatchObject([
      { ...place, is_current: true },
      { ...place, is_current: false },
    ]);
  const [here, there] = await una.call(listSessions, { params: { username } });
  expect(minute(here?.last_used_at) - minute(here?.created_at)).toBeCloseTo(60, 1);
  expect(minute(there?.last_used_at)).toBeCloseTo(minute(there?.created_at), 1);
  const asSeenThere = await phone.call(listSessions, { params: { username } });
  expect(asSeenThere.find(({ is_current }) => is_current)?.id).toBe(there?.id);
});

test('ends one session, or all others, immediately on every replica', async ({ server, replica }) => {
  const una = await server.given.user();
  const { username } = una;
  const browsers = [await elsewhere(server, una), await elsewhere(replica, una), await elsewhere(server, una)];
  const others = (await una.call(listSessions, { params: { username } })).filter(({ is_current }) => !is_current);
  const [first] = others.toSorted((a, b) => a.id - b.id);
  await una.call(endSession, { params: { username, id: String(first?.id) } });
  expect(await Promise.all([una, ...browsers].map(statusOf))).toEqual([200, 401, 200, 200]);
  await una.call(endSessions, { params: { username } });
  expect(await Promise.all([una, ...browsers].map(statusOf))).toEqual([200, 401, 401, 401]);
});

test('lets administrators end sessions of all users, and other users only their own', async ({ server }) => {
  const [una, bob, admin] = [await server.given.user(), await server.given.user(), await server.given.admin()];
  const [session] = await una.call(listSessions, { params: { username: una.username } });
  const id = String(session?.id);
  expect(await bob.try(endSession, { params: { username: bob.username, id } })).toMatchObject({
    status: 404,
    body: { code: 'session_not_found' },
  });
  expect((await bob.try(endSession, { params: { username: una.username, id } })).status).toBe(403);
  await admin.call(endSessions, { params: { username: una.username } });
  expect([await statusOf(una), await statusOf(admin)]).toEqual([401, 200]);
});
