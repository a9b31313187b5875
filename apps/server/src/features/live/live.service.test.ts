import { PassThrough } from 'node:stream';
import { StaleTopic } from '@gatewarden/contract/live';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import type { CommittedEvent } from '../../platform/events/events.ts';
import { currentWorkOwner, runAsOwner } from '../../platform/limits/work-owner.ts';
import { authEvents } from '../auth/auth.events.ts';
import { authKeyEvents } from '../auth-keys/auth-keys.events.ts';
import { deviceEvents } from '../devices/devices.events.ts';
import type { EventRule } from '../event-rules.ts';
import { groupEvents } from '../groups/groups.events.ts';
import { createLiveService } from './live.service.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const admin: Actor = { userId: 1, username: 'root', isAdmin: true, sessionId: 11, isReauthenticated: false };
const user: Actor = { userId: 2, username: 'una', isAdmin: false, sessionId: 22, isReauthenticated: false };

const rules: Readonly<Record<string, EventRule<never>>> = {
  ...authEvents,
  ...groupEvents,
  ...deviceEvents,
  ...authKeyEvents,
};

/** The service with doubles of its dependencies. */
function givenLive() {
  const sessions = new Map([admin, user].map((actor) => [actor.sessionId, actor]));
  let commit: (event: CommittedEvent) => void = () => undefined;
  let counted: () => void = () => undefined;
  let noticed: () => void = () => undefined;
  let renewals = 0;
  let isUnavailable = false;
  const owners: (string | undefined)[] = [];
  const live = createLiveService({
    events: {
      onCommitted: (listener) => {
        commit = listener;
      },
    },
    notifications: { onReconnect: () => undefined },
    listActiveActors: async (actors) => {
      owners.push(currentWorkOwner());
      if (isUnavailable) throw new Error('the database is unavailable');
      return actors.flatMap(({ sessionId }) => sessions.get(sessionId) ?? []);
    },
    onTraffic: (listener) => {
      counted = listener;
    },
    onNotices: (listener) => {
      noticed = listener;
    },
    renewLiveDemand: () => {
      renewals += 1;
    },
    findEventRule: (type) => rules[type] && { ...rules[type], entry: 'not logged' },
    log: pino({ level: 'silent' }),
  });
  function open(actor: Actor) {
    const stream = new PassThrough();
    live.open(actor, stream);
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return {
      isOpen: () => !stream.writableEnded,
      received: () =>
        [...text.matchAll(/data: (.*)\n\n/g)].flatMap(([, data = '']) => JSON.parse(data).stale as StaleTopic[]),
    };
  }
  return {
    live,
    open,
    sessions,
    owners,
    commit: (event: { type: string; payload?: unknown }) => commit(event as CommittedEvent),
    counted: () => counted(),
    noticed: () => noticed(),
    renewals: () => renewals,
    setDatabaseUnavailable(value: boolean) {
      isUnavailable = value;
    },
  };
}

it('ends a stream when an event may have ended its session, and the session has ended', async () => {
  const { open, sessions, commit } = givenLive();
  const [one, other] = [open(user), open(admin)];
  await vi.advanceTimersByTimeAsync(1000);
  sessions.clear();
  commit({ type: 'user.signed-out', payload: { userId: user.userId } });
  await vi.advanceTimersByTimeAsync(200);
  expect([one.isOpen(), other.isOpen()]).toEqual([false, true]);
});

it('ends a stream whose session ended while it was opened', async () => {
  const { open, sessions } = givenLive();
  sessions.delete(user.sessionId);
  const stream = open(user);
  await vi.advanceTimersByTimeAsync(200);
  expect(stream.isOpen()).toBe(false);
});

it('checks sessions on account of the system, not of the user who opened a stream', async () => {
  // fake timers would run as the caller that advances the time
  vi.useRealTimers();
  const { open, owners, live } = givenLive();
  runAsOwner('user 2', () => open(user));
  await expect.poll(() => owners).toEqual([undefined]);
  live.stop();
});

it('detects the expiry of a session at the next heartbeat', async () => {
  const { open, sessions } = givenLive();
  const stream = open(user);
  await vi.advanceTimersByTimeAsync(1000);
  sessions.clear();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(stream.isOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.isOpen()).toBe(false);
});

it('retains streams while the database is unavailable, and checks them afterwards', async () => {
  const { open, sessions, setDatabaseUnavailable, commit } = givenLive();
  const stream = open(user);
  setDatabaseUnavailable(true);
  sessions.clear();
  commit({ type: 'sessions.ended', payload: { userIds: [user.userId] } });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(stream.isOpen()).toBe(true);
  setDatabaseUnavailable(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.isOpen()).toBe(false);
});

it('treats an event without payload, or of a newer core, as one that may affect any user', async () => {
  const { open, commit } = givenLive();
  const [own, all] = [open(user), open(admin)];
  commit({ type: 'group.members-modified' });
  await vi.advanceTimersByTimeAsync(100);
  expect(own.received()).toEqual(['me', 'users', 'devices']);
  commit({ type: 'future.thing-done', payload: {} });
  await vi.advanceTimersByTimeAsync(300);
  const whole = ['me', 'users', 'devices', 'settings', 'auth-keys', 'api-tokens', 'activity'];
  expect(new Set(own.received())).toEqual(new Set(whole));
  expect(new Set(all.received())).toEqual(new Set(StaleTopic.options));
});

it.each([
  { type: 'auth-key.restored', payload: { key: { user_id: 2 } }, own: ['auth-keys'], all: ['auth-keys', 'users'] },
  { type: 'auth-key.removed', payload: { key: { user_id: 2 } }, own: ['auth-keys'], all: ['auth-keys', 'users'] },
  {
    type: 'device.removed',
    payload: { device: { user_id: 2 } },
    own: ['devices'],
    all: ['devices', 'traffic', 'users'],
  },
])('marks the page of the user, which counts suspended items, as stale for administrators on $type', async (change) => {
  const { open, commit } = givenLive();
  const [own, all] = [open(user), open(admin)];
  commit({ type: change.type, payload: change.payload });
  await vi.advanceTimersByTimeAsync(100);
  expect([own.received(), all.received()]).toEqual([change.own, change.all]);
});

it('notifies administrators of counted traffic, and renews the live demand while one has a console open', async () => {
  const { open, counted, renewals } = givenLive();
  const own = open(user);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewals()).toBe(0);
  const all = open(admin);
  counted();
  await vi.advanceTimersByTimeAsync(100);
  expect([own.received(), all.received()]).toEqual([[], ['traffic']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renewals()).toBe(5);
});

it('notifies only administrators that a notice appeared or ended', async () => {
  const { open, noticed } = givenLive();
  const [own, all] = [open(user), open(admin)];
  noticed();
  await vi.advanceTimersByTimeAsync(100);
  expect([own.received(), all.received()]).toEqual([[], ['notices']]);
});

it('ends new streams immediately once core stops', async () => {
  const { live, open } = givenLive();
  const before = open(user);
  live.stop();
  expect([before.isOpen(), open(user).isOpen()]).toEqual([false, false]);
});

it('limits a user to thirty streams over all sessions, and the instance to three thousand', () => {
  const { open } = givenLive();
  const openMany = (actor: Actor, count: number) => {
    let opened = 0;
    for (let nth = 0; nth < count; nth += 1) {
      try {
        open({ ...actor, sessionId: 1_000 + nth });
        opened += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 15 } });
      }
    }
    return opened;
  };
  expect(openMany(user, 1_000)).toBe(30);
  expect(openMany(admin, 1)).toBe(1);
  let opened = 31;
  for (let userId = 10; userId < 120; userId += 1) opened += openMany({ ...user, userId }, 30);
  expect(opened).toBe(3_000);
});
