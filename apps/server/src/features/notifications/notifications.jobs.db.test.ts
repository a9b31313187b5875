import { defaultSettings, type Settings } from '@gatewarden/contract/settings';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { givenLocation, startStateFixture } from '../../../test/gateway-state/state-fixture.ts';
import { givenGatewayRows } from '../../../test/given/gateway-rows.ts';
import { bySystem } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import type { FindAttention } from '../feature.ts';
import { createNotifications } from './notifications.feature.ts';

const log = pino({ level: 'silent' });
const day = 24 * 3_600_000;

interface Row {
  readonly username: string;
  readonly kind: string;
  readonly count: number;
  readonly details: Record<string, unknown>;
  readonly at: Date;
}

/** An administrator, a user and a location; jobs run when the test says so. */
async function start(findCertificate: FindAttention = async () => []) {
  const fixture = await startStateFixture();
  const { db, clock, database } = fixture;
  const events = createEvents({ listen: () => () => undefined }, log);
  const enqueued: string[] = [];
  const mails = { isConfigured: true, settings: {} as Partial<Settings>, sent: [] as string[] };
  const { feature } = createNotifications({
    db,
    events,
    clock,
    jobs: {
      async enqueue(_, { name }) {
        enqueued.push(name);
        return '';
      },
    },
    findAttention: () => findCertificate,
    mail: {
      isConfigured: async () => mails.isConfigured,
      sendMail: async (_, mail) => {
        mails.sent.push(`${mail.template} to ${mail.to}`);
        return '';
      },
    },
    settings: { get: async () => ({ ...defaultSettings, ...mails.settings }) },
  });
  await sql`with added as (
      insert into "user" (username, first_name, last_name, email)
      values ('rosa', 'Ada', 'Root', 'root@example.com') returning id),
    made as (insert into "group" (name, is_admin) values ('operators', true) returning id)
    insert into group_member (group_id, user_id) select made.id, added.id from made, added`.execute(db);
  const location = await givenLocation(db, { users: 1, devices: 0 });
  return {
    db,
    clock,
    database,
    enqueued,
    mails,
    location,
    async run(name: string) {
      await feature.jobs?.find((job) => job.name === `notifications.${name}`)?.run({ db, clock, log }, {});
    },
    publish: (type: 'gateway.connected' | 'gateway.disconnected', id: string) =>
      inTransaction(db, async (tx) => {
        const gateway = { id, location_id: location.id, name: 'waw-gw', hostname: 'edge' };
        const at =
          type === 'gateway.connected' ? sql`connected = true, seen_at = ${clock.now()}` : sql`connected = false`;
        await sql`update component set ${at}, connected_at = ${clock.now()} where id = ${id}`.execute(tx);
        if (type === 'gateway.connected') await events.publish(tx, type, bySystem, { gateway, streamId: '' });
        else await events.publish(tx, type, bySystem, { gateway });
      }),
    addGateway: async () => (await givenGatewayRows(database, { location_id: location.id, name: 'waw-gw' }))[0] ?? '',
    rows: async () =>
      (await database.query(`select u.username, n.kind, n.count, n.details, n.at from notification n
        join "user" u on u.id = n.user_id order by n.id`)) as unknown as Row[],
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

it('notifies administrators of a gateway that stays disconnected, once, and of its return', async () => {
  await using bench = await start();
  const id = await bench.addGateway();
  await bench.publish('gateway.connected', id);
  const since = bench.clock.now();
  await bench.publish('gateway.disconnected', id);
  await bench.run('announce-gateways');
  expect(await bench.rows()).toEqual([]);
  bench.clock.advance({ seconds: 61 });
  await bench.run('announce-gateways');
  await bench.run('announce-gateways');
  expect(await bench.rows()).toMatchObject([
    {
      username: 'rosa',
      kind: 'gateway_disconnected',
      count: 1,
      details: { location_id: bench.location.id },
      at: since,
    },
  ]);
  bench.clock.advance({ seconds: 60 });
  await bench.publish('gateway.connected', id);
  expect(bench.enqueued).toEqual(['notifications.announce-gateways']);
  await bench.run('announce-gateways');
  await bench.run('announce-gateways');
  expect(await bench.rows()).toMatchObject([{ kind: 'gateway_connected', count: 1, details: { seconds: 121 } }]);
});

const mailsOn: Partial<Settings> = {
  gateway_disconnect_notifications_enabled: true,
  gateway_disconnect_notifications_inactivity_threshold: 5,
  gateway_disconnect_notifications_reconnect_notification_enabled: true,
};

it('mails administrators once about an outage that lasts longer than the threshold, and about its end', async () => {
  await using bench = await start();
  Object.assign(bench.mails.settings, mailsOn);
  const id = await bench.addGateway();
  await bench.publish('gateway.connected', id);
  await bench.publish('gateway.disconnected', id);
  bench.clock.advance({ minutes: 4 });
  await bench.run('announce-gateways');
  expect(bench.mails.sent).toEqual([]);
  bench.clock.advance({ minutes: 1 });
  for (const _ of [1, 2]) await bench.run('announce-gateways');
  expect(bench.mails.sent).toEqual(['gateway_disconnected to root@example.com']);
  await bench.publish('gateway.connected', id);
  for (const _ of [1, 2]) await bench.run('announce-gateways');
  expect(bench.mails.sent.slice(1)).toEqual(['gateway_connected to root@example.com']);
});

it.each([
  ['mails are off', { settings: {} }],
  ['mail is not configured', { settings: mailsOn, isConfigured: false }],
])('sends no mail about gateways while %s', async (_, given) => {
  await using bench = await start();
  Object.assign(bench.mails, given);
  const id = await bench.addGateway();
  await bench.publish('gateway.connected', id);
  await bench.publish('gateway.disconnected', id);
  bench.clock.advance({ minutes: 10 });
  await bench.run('announce-gateways');
  await bench.publish('gateway.connected', id);
  await bench.run('announce-gateways');
  expect(bench.mails.sent).toEqual([]);
});

it('sends no mail about an outage that is known for more than a day when mails are turned on', async () => {
  await using bench = await start();
  const id = await bench.addGateway();
  await bench.publish('gateway.connected', id);
  await bench.publish('gateway.disconnected', id);
  bench.clock.advance({ hours: 25 });
  await bench.run('announce-gateways');
  Object.assign(bench.mails.settings, mailsOn);
  await bench.run('announce-gateways');
  expect(bench.mails.sent).toEqual([]);
});

it('does not notify of a gateway that reconnects within a minute', async () => {
  await using bench = await start();
  const id = await bench.addGateway();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await bench.publish('gateway.disconnected', id);
    bench.clock.advance({ seconds: 40 });
    await bench.run('announce-gateways');
    await bench.publish('gateway.connected', id);
  }
  expect([await bench.rows(), bench.enqueued]).toEqual([[], []]);
});

it('counts outages of a gateway in one unread notification', async () => {
  await using bench = await start();
  const id = await bench.addGateway();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await bench.publish('gateway.disconnected', id);
    bench.clock.advance({ seconds: 90 });
    await bench.run('announce-gateways');
    await bench.publish('gateway.connected', id);
    await bench.run('announce-gateways');
  }
  expect(await bench.rows()).toMatchObject([{ kind: 'gateway_connected', count: 3 }]);
});

it('notices an outage without an event, and ends one of a gateway that was revoked silently', async () => {
  await using bench = await start();
  const { clock, database, location } = bench;
  const past = new Date(clock.now().getTime() - 3_600_000);
  const columns = { location_id: location.id, name: 'lost', connected_at: past, disconnected_at: past };
  await givenGatewayRows(database, columns);
  await givenGatewayRows(database, { location_id: location.id, name: 'never connected' });
  await bench.run('announce-gateways');
  expect(await bench.rows()).toHaveLength(1);
  await database.query('update component set revoked_at = now()');
  await bench.run('announce-gateways');
  expect(await bench.rows()).toMatchObject([{ kind: 'gateway_disconnected' }]);
  expect(await database.query('select from gateway_outage')).toEqual([]);
});

it('notifies once of tokens that expire within two weeks: the owner, and administrators of those of administrators', async () => {
  await using bench = await start();
  const { clock, database, db, location } = bench;
  const in10Days = new Date(clock.now().getTime() + 10 * day);
  const in20Days = new Date(clock.now().getTime() + 20 * day);
  const old = new Date(clock.now().getTime() - 30 * day);
  const add = (username: string, name: string, expires: Date, created = old) =>
    database.query(
      `insert into api_token (user_id, name, token_hash, scopes, created_at, expires_at)
       select id, $2, decode(md5($2), 'hex'), '{read}', $3, $4 from "user" where username = $1`,
      [username, name, created, expires],
    );
  await sql`insert into "user" (username, first_name, last_name, email)
    values ('other', 'Ada', 'Root', 'other@example.com')`.execute(db);
  await sql`insert into group_member (group_id, user_id)
    select g.id, u.id from "group" g, "user" u where g.name = 'operators' and u.username = 'other'`.execute(db);
  const [{ username = '' } = {}] = (await database.query('select username from "user" where id = $1', [
    location.userIds[0],
  ])) as { username?: string }[];
  await add('rosa', 'deploy', in10Days);
  await add('rosa', 'later', in20Days);
  await add('rosa', 'short-lived', in10Days, clock.now());
  await add(username, 'backup', in10Days);
  await bench.run('announce-expiries');
  await database.query('update notification set read_at = now()');
  await bench.run('announce-expiries');
  const told = (await bench.rows()).map((row) => [row.username, row.kind, row.details['username']]);
  expect(told.toSorted()).toEqual(
    [
      ['other', 'api_token_expires', 'rosa'],
      ['rosa', 'api_token_expires', 'rosa'],
      [username, 'api_token_expires', username],
    ].toSorted(),
  );
});

it('notifies administrators once of a certificate that was not renewed', async () => {
  const details = { expires_at: '2030-02-01T00:00:00' };
  await using bench = await start(async () => [{ severity: 'danger', since: null, details }]);
  await bench.run('announce-expiries');
  await bench.database.query('update notification set dismissed_at = now()');
  await bench.run('announce-expiries');
  expect(await bench.rows()).toMatchObject([{ username: 'rosa', kind: 'certificate_expires', details }]);
});

it('deletes notifications after 30 days, and places of sign-ins after 90 days but the last of each user', async () => {
  await using bench = await start();
  const { clock, database } = bench;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * day);
  for (const days of [29, 31])
    await database.query(
      `insert into notification (user_id, kind, key, for_administrators, at, details)
       select id, 'password_changed', $1, false, $2, '{}' from "user" where username = 'rosa'`,
      [String(days), daysAgo(days)],
    );
  for (const days of [89, 91])
    await database.query(
      `insert into sign_in_origin (user_id, browser, network, last_at)
       select id, $1, '', $2 from "user" where username = 'rosa'`,
      [String(days), daysAgo(days)],
    );
  await database.query(
    `insert into "user" (username, first_name, last_name, email) values ('dormant', 'Do', 'Rmant', 'd@example.com')`,
  );
  for (const days of [92, 95])
    await database.query(
      `insert into sign_in_origin (user_id, browser, network, last_at)
       select id, $1, '', $2 from "user" where username = 'dormant'`,
      [String(days), daysAgo(days)],
    );
  await bench.run('purge');
  expect(await database.query('select key from notification')).toEqual([{ key: '29' }]);
  expect(await database.query('select browser from sign_in_origin order by browser')).toEqual([
    { browser: '89' },
    { browser: '92' },
  ]);
});
