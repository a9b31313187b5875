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

/** The hub alone, among doubles of what it hears from. */
function givenLive() {
  const sessions = new Map([admin, user].map((actor) => [actor.sessionId, actor]));
  let hear: (event: CommittedEvent) => void = () => undefined;
  let counted: () => void = () => undefined;
  let noticed: () => void = () => undefined;
  let looks = 0;
  let isAway = false;
  const owners: (string | undefined)[] = [];
  const live = createLiveService({
    events: {
      onCommitted: (listener) => {
        hear = listener;
      },
    },
    notifications: { onReconnect: () => undefined },
    listActiveActors: async (actors) => {
      owners.push(currentWorkOwner());
      if (isAway) throw new Error('the database is away');
      return actors.flatMap(({ sessionId }) => sessions.get(sessionId) ?? []);
    },
    onTraffic: (listener) => {
      counted = listener;
    },
    onNotices: (listener) => {
      noticed = listener;
    },
    renewLiveDemand: () => {
      looks += 1;
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
      heard: () =>
        [...text.matchAll(/data: (.*)\n\n/g)].flatMap(([, data = '']) => JSON.parse(data).stale as StaleTopic[]),
    };
  }
  return {
    live,
    open,
    sessions,
    owners,
    hear: (event: { type: string; payload?: unknown }) => hear(event as CommittedEvent),
    counted: () => counted(),
    noticed: () => noticed(),
    looks: () => looks,
    databaseIs(state: 'away' | 'there') {
      isAway = state === 'away';
    },
  };
}

it('ends a stream as soon as an event says that its session may have ended, and it has', async () => {
  const { open, sessions, hear } = givenLive();
  const [one, other] = [open(user), open(admin)];
  await vi.advanceTimersByTimeAsync(1000);
  sessions.clear();
  hear({ type: 'user.signed-out', payload: { userId: user.userId } });
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

it('checks sessions on account of the product, whichever user opened a stream', async () => {
  // timers of the double would count as the work of the caller that advances the time
  vi.useRealTimers();
  const { open, owners, live } = givenLive();
  runAsOwner('user 2', () => open(user));
  await expect.poll(() => owners).toEqual([undefined]);
  live.stop();
});

it('finds out at the next heartbeat what no event said, such as the end of the time of a session', async () => {
  const { open, sessions } = givenLive();
  const stream = open(user);
  await vi.advanceTimersByTimeAsync(1000);
  sessions.clear();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(stream.isOpen()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.isOpen()).toBe(false);
});

it('keeps streams while the database is away, and looks again when it is there', async () => {
  const { open, sessions, databaseIs, hear } = givenLive();
  const stream = open(user);
  databaseIs('away');
  sessions.clear();
  hear({ type: 'sessions.ended', payload: { userIds: [user.userId] } });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(stream.isOpen()).toBe(true);
  databaseIs('there');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.isOpen()).toBe(false);
});

it('takes an event without payload, or of a newer core, for one that may be about anybody', async () => {
  const { open, hear } = givenLive();
  const [own, all] = [open(user), open(admin)];
  hear({ type: 'group.members-modified' });
  await vi.advanceTimersByTimeAsync(100);
  expect(own.heard()).toEqual(['me', 'users', 'devices']);
  hear({ type: 'future.thing-done', payload: {} });
  await vi.advanceTimersByTimeAsync(300);
  const whole = ['me', 'users', 'devices', 'settings', 'auth-keys', 'api-tokens', 'activity'];
  expect(new Set(own.heard())).toEqual(new Set(whole));
  expect(new Set(all.heard())).toEqual(new Set(StaleTopic.options));
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
])(
  'tells administrators with $type that the page of the user is stale, which counts suspended items',
  async (change) => {
    const { open, hear } = givenLive();
    const [own, all] = [open(user), open(admin)];
    hear({ type: change.type, payload: change.payload });
    await vi.advanceTimersByTimeAsync(100);
    expect([own.heard(), all.heard()]).toEqual([change.own, change.all]);
  },
);

it('tells administrators that traffic was counted, and has gateways report often while one has the console open', async () => {
  const { open, counted, looks } = givenLive();
  const own = open(user);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(0);
  const all = open(admin);
  counted();
  await vi.advanceTimersByTimeAsync(100);
  expect([own.heard(), all.heard()]).toEqual([[], ['traffic']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(5);
});

it('tells administrators alone that a notice appeared or ended', async () => {
  const { open, noticed } = givenLive();
  const [own, all] = [open(user), open(admin)];
  noticed();
  await vi.advanceTimersByTimeAsync(100);
  expect([own.heard(), all.heard()]).toEqual([[], ['notices']]);
});

it('opens nothing that lasts once core stops', async () => {
  const { live, open } = givenLive();
  const before = open(user);
  live.stop();
  expect([before.isOpen(), open(user).isOpen()]).toEqual([false, false]);
});

it('opens thirty streams for a user, however many sessions there are, and three thousand in all', () => {
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
