import { defaultSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, retentionDays } from '../../../test/given/traffic.ts';
import { createHistory } from './history.ts';
import { rollUpTraffic } from './roll-up.ts';

const now = '2030-06-20T10:30:00Z';
const day = 86_400_000;

async function givenHistory() {
  const given = await givenTraffic(now);
  const location = await given.location();
  const gateway = await given.gateway(location);
  const settings = { get: async () => defaultSettings };
  return {
    given,
    location,
    gateway,
    show: createHistory({ db: given.db, clock: given.clock, settings }),
    [Symbol.asyncDispose]: () => given[Symbol.asyncDispose](),
  };
}

const ago = (milliseconds: number) => new Date(Date.parse(now) - milliseconds).toISOString();

/** A device that has connected, with traffic of past days: bytes by `hour` or `day` instant. */
async function givenDevice(given: GivenTraffic, location: number, gateway: string, userId?: number) {
  const device = await given.device([location], userId === undefined ? {} : { userId });
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 5 }]);
  return device;
}

function insertHours(
  given: GivenTraffic,
  location: number,
  device: number,
  at: string,
  slots: number[],
  bytes: number,
) {
  return given.database.query(
    `insert into traffic_hours (starts_at, location_id, device_id, slots, upload, download)
     values ($1, $2, $3, $4, array_fill($5::bigint, array[cardinality($4::smallint[])]), array_fill(1::bigint, array[cardinality($4::smallint[])]))`,
    [at, location, device, slots, bytes],
  );
}

function insertDays(given: GivenTraffic, location: number, device: number, at: string, slots: number[], bytes: number) {
  return given.database.query(
    `insert into traffic_days (starts_at, location_id, device_id, slots, upload, download)
     values ($1, $2, $3, $4, array_fill($5::bigint, array[cardinality($4::smallint[])]), array_fill(1::bigint, array[cardinality($4::smallint[])]))`,
    [at, location, device, slots, bytes],
  );
}

it('shows a location by the minute, the hour or the day, depending on how long ago the period begins', async () => {
  await using bench = await givenHistory();
  const { given, location, show } = bench;
  await given.database.query(
    `insert into traffic_total (location_id, step, starts_at, upload, download) values
       ($1, 'minute', '2030-06-20T10:29:00Z', 5, 1), ($1, 'hour', '2030-06-20T10:00:00Z', 5, 1),
       ($1, 'hour', '2030-06-19T23:00:00Z', 10, 2), ($1, 'hour', '2030-06-19T22:00:00Z', 20, 3),
       ($1, 'hour', '2029-07-01T00:00:00Z', 40, 4)`,
    [location],
  );

  expect(await show({ location, from: ago(6 * 3_600_000) })).toMatchObject({
    ...{ step: 'minute', from: '2030-06-20T04:30:00', until: '2030-06-20T10:31:00', upload: 5 },
    series: [{ at: '2030-06-20T10:29:00', upload: 5, download: 1 }],
  });
  expect(await show({ location, from: ago(2 * day) })).toMatchObject({
    ...{ step: 'hour', until: '2030-06-20T11:00:00', upload: 35, download: 6 },
    series: [{ at: '2030-06-19T22:00:00' }, { at: '2030-06-19T23:00:00' }, { at: '2030-06-20T10:00:00' }],
  });
  expect(await show({ location, from: ago(365 * day) })).toMatchObject({
    step: 'day',
    series: [
      { at: '2029-07-01T00:00:00', upload: 40 },
      { at: '2030-06-19T00:00:00', upload: 30, download: 5 },
      { at: '2030-06-20T00:00:00', upload: 5 },
    ],
  });
  expect(await show({ location, from: ago(2 * day), to: '2030-06-19T23:00:00Z' })).toMatchObject({ upload: 20 });
  expect(await show({ from: ago(365 * day) })).toMatchObject({ upload: 75 });
  expect(await show({ location: await given.location(), from: ago(365 * day) })).toMatchObject({
    upload: 0,
    series: [],
  });
});

it('sums hours and days of a device, without other devices and locations', async () => {
  await using bench = await givenHistory();
  const { given, location, gateway, show } = bench;
  const device = await givenDevice(given, location, gateway);
  const other = await givenDevice(given, location, gateway);
  for (const { id } of [device, other]) {
    await insertDays(given, location, id, '2030-04-01T00:00:00Z', [1, 30], 100);
    await insertHours(given, location, id, '2030-06-19T00:00:00Z', [0, 23, 23], 10);
  }

  expect(await show({ device: device.id, from: ago(365 * day) })).toMatchObject({
    ...{ step: 'day', upload: 230, download: 5 },
    series: [
      { at: '2030-04-01T00:00:00', upload: 100 },
      { at: '2030-04-30T00:00:00', upload: 100 },
      { at: '2030-06-19T00:00:00', upload: 30 },
    ],
  });
  expect(await show({ device: device.id, from: '2030-04-02T00:00:00Z', to: '2030-05-01T00:00:00Z' })).toMatchObject({
    upload: 100,
  });
  expect(await show({ device: device.id, from: ago(2 * day) })).toMatchObject({
    step: 'hour',
    series: [{ at: '2030-06-19T00:00:00' }, { at: '2030-06-19T23:00:00', upload: 20 }],
  });
  expect((await show({ device: device.id, location: await given.location(), from: ago(365 * day) })).series).toEqual(
    [],
  );
});

it('counts traffic once before, while and after it is rolled up', async () => {
  await using bench = await givenHistory();
  const { given, location, gateway, show } = bench;
  const device = await givenDevice(given, location, gateway);
  const from = ago(day);
  let received = 0;
  const send = async () => {
    received += 100;
    await given.report(location, gateway, [{ device, received, sent: received, handshakeSecondsAgo: 1 }]);
  };
  for (let minute = 0; minute < 3; minute += 1) {
    given.clock.advance({ minutes: 1 });
    await send();
  }
  const totals = async () =>
    Promise.all(
      [from, ago(0), ago(300 * day)].map(async (since) => (await show({ device: device.id, from: since })).upload),
    );
  expect(await totals()).toEqual([300, 300, 300]);

  given.clock.advance({ hours: 2 });
  await rollUpTraffic(given.db, given.clock.now(), retentionDays);
  expect(await totals()).toEqual([300, 300, 300]);
  await send();
  expect(await totals()).toEqual([400, 400, 400]);
  given.clock.advance({ hours: 24 * 40 });
  await rollUpTraffic(given.db, given.clock.now(), retentionDays);
  expect((await show({ device: device.id, from: ago(300 * day) })).upload).toBe(400);
});

it('sums all devices of a user', async () => {
  await using bench = await givenHistory();
  const { given, location, gateway, show } = bench;
  const first = await givenDevice(given, location, gateway);
  const second = await givenDevice(given, location, gateway, first.userId);
  const stranger = await givenDevice(given, location, gateway);
  for (const { id } of [first, second, stranger]) {
    await insertHours(given, location, id, '2030-06-19T00:00:00Z', [5], 10);
  }
  const [user] = await given.database.query('select username from "user" where id = $1', [first.userId]);
  const username = String(user?.['username']);
  expect(await show({ username, from: ago(2 * day) })).toMatchObject({ upload: 20, series: [{ upload: 20 }] });
});

it.each([
  ['a period in the future', 'time_in_future', { from: '2031-01-01T00:00:00Z' }],
  ['a reversed period', 'history_range_invalid', { from: ago(day), to: ago(2 * day) }],
  ['an empty period', 'history_range_invalid', { from: ago(day), to: ago(day) }],
  ['a period of more than 1830 days', 'history_range_invalid', { from: '2020-01-01T00:00:00Z' }],
  ['a user and a device', 'history_range_invalid', { from: ago(day), username: 'a', device: 1 }],
  ['an unknown location', 'location_not_found', { from: ago(day), location: 999 }],
  ['an unknown user', 'user_not_found', { from: ago(day), username: 'missing' }],
  ['an unknown device', 'device_not_found', { from: ago(day), device: 999 }],
] as const)('refuses %s', async (_, code, choice) => {
  await using bench = await givenHistory();
  await expect(bench.show(choice)).rejects.toMatchObject({ code });
});
