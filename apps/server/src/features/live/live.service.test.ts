import { PassThrough } from 'node:stream';
import { RecentEvent, StaleTopic } from '@gatewarden/contract/live';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
function givenLive({ isListening = true } = {}) {
  const sessions = new Map([admin, user].map((actor) => [actor.sessionId, actor]));
  let commit: (event: CommittedEvent) => void = () => undefined;
  let counted: () => void = () => undefined;
  let noticed: () => void = () => undefined;
  let reconnect: () => void = () => undefined;
  const listening = Promise.withResolvers<void>();
  let renewals = 0;
  let isUnavailable = false;
  const owners: (string | undefined)[] = [];
  const live = createLiveService({
    events: {
      onCommitted: (listener) => {
        commit = listener;
      },
    },
    notifications: {
      onReconnect: (listener) => {
        reconnect = listener;
      },
      listening: () => (isListening ? Promise.resolve() : listening.promise),
    },
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
  function open(actor: Actor, lastEventId?: string) {
    const stream = new PassThrough();
    live.open(actor, stream, lastEventId);
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    return {
      isOpen: () => !stream.writableEnded,
      received: () =>
        [...text.matchAll(/event: stale\ndata: (.*)\n/g)].flatMap(
          ([, data = '']) => JSON.parse(data).stale as StaleTopic[],
        ),
      recent: () => RecentEvent.parse(JSON.parse(/^retry: 3000\n\nevent: recent\ndata: (.*)\n/.exec(text)?.[1] ?? '')),
      lastEventId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    };
  }
  return {
    live,
    open,
    sessions,
    owners,
    commit: (event: { type: string; payload?: unknown }) => commit(event as CommittedEvent),
    reconnect: () => reconnect(),
    listening: listening.resolve,
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
  const whole = ['me', 'users', 'devices', 'settings', 'auth-keys', 'api-tokens', 'activity', 'notifications'];
  expect(new Set(own.received())).toEqual(new Set(whole));
  expect(new Set(all.received())).toEqual(new Set(StaleTopic.options));
});

it.each([
  {
    type: 'auth-key.restored',
    payload: { key: { user_id: 2 } },
    own: ['auth-keys'],
    all: ['auth-keys', 'users', 'home', 'identity-sources'],
  },
  {
    type: 'auth-key.removed',
    payload: { key: { user_id: 2 } },
    own: ['auth-keys'],
    all: ['auth-keys', 'users', 'home', 'identity-sources'],
  },
  {
    type: 'device.added',
    payload: { device: { user_id: 2 } },
    own: ['devices'],
    all: ['devices', 'users', 'home', 'identity-sources'],
  },
  {
    type: 'device.removed',
    payload: { device: { user_id: 2 } },
    own: ['devices'],
    all: ['devices', 'traffic', 'users', 'home', 'identity-sources'],
  },
])('marks the page of the user, which counts items, as stale for administrators on $type', async (change) => {
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

describe('the first event of a stream', () => {
  const device = { type: 'device.added', payload: { device: { user_id: 2 } } };

  /** The first event of a new stream. */
  async function recentOf(live: ReturnType<typeof givenLive>, actor: Actor, lastEventId?: string) {
    const opened = live.open(actor, lastEventId);
    await vi.advanceTimersByTimeAsync(0);
    return opened.recent();
  }

  it('names the topics that changed for the user in the last minute, with the age of the change', async () => {
    const live = givenLive();
    await vi.advanceTimersByTimeAsync(5_000);
    live.commit({ type: 'auth-key.removed', payload: { key: { user_id: 2 } } });
    await vi.advanceTimersByTimeAsync(55_000);
    live.commit(device);
    live.counted();
    await vi.advanceTimersByTimeAsync(4_000);
    live.noticed();
    live.commit(device);
    await vi.advanceTimersByTimeAsync(500);
    expect(await recentOf(live, user)).toEqual({
      changed_ms_ago: { 'auth-keys': 59_500, devices: 500 },
      complete_ms: 60_000,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await recentOf(live, user)).toEqual({ changed_ms_ago: { devices: 1_500 }, complete_ms: 60_000 });
    expect(await recentOf(live, admin)).toEqual({
      changed_ms_ago: {
        devices: 1_500,
        users: 1_500,
        traffic: 5_500,
        notices: 1_500,
        home: 1_500,
        'identity-sources': 1_500,
      },
      complete_ms: 60_000,
    });
  });

  it('names after an interruption only what the previous stream did not deliver', async () => {
    const live = givenLive();
    live.commit(device);
    await vi.advanceTimersByTimeAsync(10_000);
    const previous = live.open(user);
    await vi.advanceTimersByTimeAsync(16_000);
    const id = previous.lastEventId();
    expect(await recentOf(live, user, id)).toEqual({ changed_ms_ago: {}, complete_ms: null });
    // not yet sent
    live.commit(device);
    const other = live.open(user);
    expect(await recentOf(live, user, other.lastEventId() ?? id)).toEqual({
      changed_ms_ago: { devices: 0 },
      complete_ms: null,
    });
  });

  it('declares all data as unknown after a stream of another user of the same browser', async () => {
    const live = givenLive();
    const previous = live.open(admin);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await recentOf(live, user, previous.lastEventId())).toEqual({ changed_ms_ago: {}, complete_ms: 0 });
  });

  it.each([
    ['another core', () => '0123456789abcdef-7-5'],
    ['nothing that it knows', () => 'x'],
    ['more than a minute ago', (id: string) => id],
  ])('names all of the last minute if the previous stream was of %s', async (_what, idOf) => {
    const live = givenLive();
    await vi.advanceTimersByTimeAsync(60_000);
    const previous = live.open(user);
    await vi.advanceTimersByTimeAsync(0);
    const id = previous.lastEventId() ?? '';
    await vi.advanceTimersByTimeAsync(61_000);
    live.commit(device);
    expect(await recentOf(live, user, idOf(id))).toEqual({ changed_ms_ago: { devices: 0 }, complete_ms: 60_000 });
  });

  it('admits that changes are unknown until core listens to the changes of other replicas', async () => {
    const live = givenLive({ isListening: false });
    await vi.advanceTimersByTimeAsync(5_000);
    live.listening();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await recentOf(live, user)).toEqual({ changed_ms_ago: {}, complete_ms: 3_000 });
  });

  it('admits that changes are unknown after a start, a lost connection to the database, or too many events', async () => {
    const live = givenLive();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await recentOf(live, user)).toMatchObject({ complete_ms: 3_000 });
    const id = live.open(user).lastEventId();
    live.reconnect();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await recentOf(live, user, id)).toMatchObject({ complete_ms: 1_000 });
    for (let second = 0; second < 20; second += 1) {
      for (let nth = 0; nth < 100; nth += 1) live.commit(device);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect((await recentOf(live, user)).complete_ms).toBeLessThan(10_000);
    expect((await recentOf(live, user)).complete_ms).toBeGreaterThanOrEqual(5_000);
  });

  it('declares all older data as unknown if the rights of the user changed, or an event of a newer core is unknown', async () => {
    const live = givenLive();
    await vi.advanceTimersByTimeAsync(60_000);
    live.commit({ type: 'group.members-modified' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await recentOf(live, user)).toMatchObject({ complete_ms: 2_000 });
    live.commit({ type: 'future.thing-done', payload: {} });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await recentOf(live, admin)).toMatchObject({ complete_ms: 1_000 });
  });

  it('does not doubt older data because the user signed in', async () => {
    const live = givenLive();
    await vi.advanceTimersByTimeAsync(60_000);
    live.commit({ type: 'user.signed-in', payload: { user: { id: 2 } } });
    expect(await recentOf(live, user)).toEqual({ changed_ms_ago: {}, complete_ms: 60_000 });
  });
});
