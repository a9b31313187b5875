import type { AttentionKind } from '@gatewarden/contract/home';
import { defaultSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Actor, Origin } from '../../platform/actor.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { createLog } from '../../platform/log/log.ts';
import type { AttentionFacts, FindAttention } from '../feature.ts';
import { createHomeService } from './home.service.ts';

const since = new Date('2030-01-01T00:00:00Z');
const subject = { type: 'location', id: '1', name: 'Warsaw' } as const;

async function startHome(providers: Partial<Record<AttentionKind, FindAttention>>) {
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await createTestDatabase());
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  resources.defer(() => pool.end());
  const db = openDatabase(pool);
  const clock = createTestClock();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const home = createHomeService({
    db,
    events: createEvents({ listen: () => () => undefined }, log),
    clock,
    log,
    settings: { get: async () => ({ ...defaultSettings, wireguard_enabled: true }) },
    findAttention: (kind) => providers[kind],
    findStep: () => undefined,
  });
  const [row] = await database.query(`insert into "user" (username, first_name, last_name, email)
    values ('rosa', 'Ada', 'Root', 'root@example.com') returning id`);
  const userId = Number(row?.['id']);
  const actor: Actor = { userId, username: 'rosa', isAdmin: true, sessionId: 1, isReauthenticated: true };
  const origin: Origin = { by: { userId, username: 'rosa' }, ip: undefined, device: undefined };
  const all = resources.move();
  return { home, actor, origin, clock, lines, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

it('shows a condition again that ended and began again, also if its beginning is unknown', async () => {
  const current = { location_without_gateway: true };
  await using started = await startHome({
    location_without_gateway: async () =>
      current.location_without_gateway ? [{ severity: 'warning', since: null, subject }] : [],
  });
  const { home, actor, origin, clock } = started;
  const list = async () => (await home.get(actor)).attention.map(({ dismissed }) => dismissed);
  const [item] = (await home.get(actor)).attention;
  await home.dismiss(actor, origin, item?.key ?? '');
  clock.advance({ seconds: 1 });
  await home.purgeDismissals();
  expect(await list()).toEqual([true]);
  current.location_without_gateway = false;
  await home.purgeDismissals();
  current.location_without_gateway = true;
  expect(await list()).toEqual([false]);
});

it('remembers a dismissal that is made while the dismissals are purged', async () => {
  let current: readonly AttentionFacts[] = [];
  let onRead = async () => {};
  await using started = await startHome({
    async location_without_gateway() {
      const found = current;
      await onRead();
      return found;
    },
  });
  const { home, actor, origin } = started;
  onRead = async () => {
    onRead = async () => {};
    current = [{ severity: 'warning', since, subject }];
    await home.dismiss(actor, origin, (await home.get(actor)).attention[0]?.key ?? '');
  };
  await home.purgeDismissals();
  expect((await home.get(actor)).attention).toMatchObject([{ dismissed: true }]);
});

it('remembers dismissals of a kind of which not all conditions are listed', async () => {
  const conditions = Array.from({ length: 20 }, (_, nth) => ({
    ...{ severity: 'warning', since, subject: { ...subject, id: String(nth) } },
  })) as AttentionFacts[];
  await using started = await startHome({ location_without_gateway: async () => conditions });
  const { home, actor, origin, clock } = started;
  const last = (await home.get(actor)).attention.at(-1)?.key ?? '';
  await home.dismiss(actor, origin, last);
  clock.advance({ seconds: 1 });
  conditions.unshift({ severity: 'warning', since, subject: { ...subject, id: '20' } });
  await home.purgeDismissals();
  conditions.shift();
  expect((await home.get(actor)).attention.find(({ key }) => key === last)).toMatchObject({ dismissed: true });
});

it('leaves out a kind that cannot be determined, logs it, and remembers its dismissals', async () => {
  let isBroken = false;
  await using started = await startHome({
    async gateway_down() {
      if (isBroken) throw new Error('no route to the database');
      return [{ severity: 'danger', since, subject: { type: 'gateway', id: 'a', name: 'waw-gw' } }];
    },
    mail_not_set_up: async () => [{ severity: 'info', since: null }],
  });
  const { home, actor, origin, clock, lines } = started;
  const kinds = async () => (await home.get(actor)).attention.map(({ kind, dismissed }) => [kind, dismissed]);
  await home.dismiss(actor, origin, (await home.get(actor)).attention[0]?.key ?? '');
  await home.dismissChecklist(actor, origin);
  clock.advance({ seconds: 1 });
  isBroken = true;
  expect(await kinds()).toEqual([['mail_not_set_up', false]]);
  expect(lines.join('')).toMatch(/gateway_down/);
  await home.purgeDismissals();
  isBroken = false;
  expect(await kinds()).toEqual([
    ['gateway_down', true],
    ['mail_not_set_up', false],
  ]);
  expect((await home.get(actor)).checklist.dismissed).toBe(true);
});

it('lists at most 20 conditions of a kind', async () => {
  await using started = await startHome({
    location_without_gateway: async () =>
      Array.from({ length: 30 }, (_, nth) => ({
        severity: 'warning',
        since,
        subject: { ...subject, id: String(nth) },
      })),
  });
  const { attention } = await started.home.get(started.actor);
  expect(attention).toHaveLength(20);
  expect(new Set(attention.map(({ key }) => key)).size).toBe(20);
});
