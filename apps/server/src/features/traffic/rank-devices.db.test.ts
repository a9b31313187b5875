import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, retentionDays, type TrafficDevice } from '../../../test/given/traffic.ts';
import { rankDevices } from './rank-devices.ts';
import { purgeDeletedTraffic, rollUpTraffic } from './roll-up.ts';

const rank = ({ db, clock }: GivenTraffic) => rankDevices(db, clock.now());
type Choice = Parameters<GivenTraffic['stats']['rankDevices']>[0];

async function topOf({ stats }: GivenTraffic, choice: Choice) {
  const { from, until, upload, download, devices } = await stats.rankDevices(choice);
  return {
    period: [from, until].map((time) => time.slice(8, 16)),
    total: [upload, download],
    devices: devices.map((device) => [device.device_name, device.upload, device.download]),
  };
}

/** A location whose devices send what `send` adds; their first reports are baselines. */
async function givenSenders(given: GivenTraffic, count: number) {
  const location = await given.location();
  const gateway = await given.gateway(location);
  const devices = await Promise.all(Array.from({ length: count }, () => given.device([location])));
  const totals = devices.map((device) => ({ device, sent: 0, received: 0, handshakeSecondsAgo: 0 }));
  await given.report(location, gateway, totals);
  return {
    location,
    devices,
    async send(...bytes: readonly [nth: number, sent: number, received?: number][]) {
      for (const [nth, sent, received = 0] of bytes) {
        const total = totals[nth];
        if (!total) throw new Error(`no device ${nth}`);
        total.sent += sent;
        total.received += received;
      }
      await given.report(location, gateway, totals);
    },
  };
}

function named(devices: readonly TrafficDevice[], nth: number): string {
  return devices[nth]?.name ?? '';
}

it('ranks devices by their traffic in both directions within the period, with what all of them transferred', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { devices, send } = await givenSenders(given, 3);
  given.clock.advance({ minutes: 1 });
  await send([0, 100], [1, 10, 200], [2, 5]);
  given.clock.advance({ minutes: 5 });
  await send([0, 1000]);
  given.clock.advance({ minutes: 5 });
  await rank(given);
  const [first, second, third] = [0, 1, 2].map((nth) => named(devices, nth));
  expect(await topOf(given, { from: '2030-01-15T10:00:00Z' })).toEqual({
    period: ['15T10:00', '15T10:10'],
    total: [1115, 200],
    devices: [
      [first, 1100, 0],
      [second, 10, 200],
      [third, 5, 0],
    ],
  });
  expect(await topOf(given, { from: '2030-01-15T10:01:30Z', to: '2030-01-15T10:03:00Z' })).toEqual({
    period: ['15T10:00', '15T10:05'],
    total: [115, 200],
    devices: [
      [second, 10, 200],
      [first, 100, 0],
      [third, 5, 0],
    ],
  });
});

it('leaves out a bucket until all reports of it are stored', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { send } = await givenSenders(given, 1);
  given.clock.advance({ minutes: 1 });
  await send([0, 100]);
  expect(await topOf(given, {})).toEqual({ period: ['15T09:00', '15T09:00'], total: [0, 0], devices: [] });
  given.clock.advance({ minutes: 4, seconds: 59 });
  await rank(given);
  expect((await topOf(given, {})).devices).toEqual([]);
  given.clock.advance({ seconds: 1 });
  await rank(given);
  await rank(given);
  expect(await topOf(given, {})).toMatchObject({ period: ['15T09:05', '15T10:05'], total: [100, 0] });
});

it('shows the same traffic of hours and days before and after a roll-up, however often it is ranked', async () => {
  await using given = await givenTraffic('2030-01-14T22:00:00Z');
  const { devices, send } = await givenSenders(given, 2);
  for (let hour = 0; hour < 28; hour += 1) {
    given.clock.advance({ minutes: 10 });
    await send([0, 10], [1, 1]);
    if (hour % 3 === 0) await rank(given);
    given.clock.advance({ minutes: 50 });
    if (hour % 2 === 0) await rollUpTraffic(given.db, given.clock.now(), retentionDays);
  }
  given.clock.advance({ minutes: 6 });
  const week = { from: '2030-01-14T00:00:00Z' };
  const expected = {
    period: ['14T00:00', '16T02:05'],
    total: [308, 0],
    devices: [
      [named(devices, 0), 280, 0],
      [named(devices, 1), 28, 0],
    ],
  };
  await rank(given);
  expect(await topOf(given, week)).toEqual(expected);
  await rollUpTraffic(given.db, given.clock.now(), retentionDays);
  await rank(given);
  expect(await topOf(given, week)).toEqual(expected);
  const day = { from: '2030-01-15T00:00:00Z', to: '2030-01-16T00:00:00Z' };
  expect(await topOf(given, day)).toMatchObject({ period: ['15T00:00', '16T00:00'], total: [264, 0] });
  expect((await topOf(given, day)).devices[0]).toEqual([named(devices, 0), 240, 0]);
});

it('retains 25 devices of each location and bucket, and answers with ten', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { devices, location, send } = await givenSenders(given, 52);
  given.clock.advance({ minutes: 1 });
  await send(...devices.map((_, nth): [number, number] => [nth, 1000 + nth]));
  given.clock.advance({ minutes: 5 });
  await rank(given);
  const { devices: top } = await topOf(given, { location });
  expect(top).toEqual(Array.from({ length: 10 }, (_, place) => [named(devices, 51 - place), 1051 - place, 0]));
  expect(
    await given.database.query('select step, cardinality(device_ids) as devices from traffic_top order by step'),
  ).toEqual([{ step: 'five_minutes', devices: 25 }]);
});

it('sums a device over all locations, or shows one location', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const [here, there] = [await given.location(), await given.location()];
  const device = await given.device([here, there]);
  const gateways = [[here, await given.gateway(here)] as const, [there, await given.gateway(there)] as const];
  for (const sent of [0, 100]) {
    for (const [location, gateway] of gateways) {
      await given.report(location, gateway, [{ device, sent: sent * location, handshakeSecondsAgo: 0 }]);
    }
    given.clock.advance({ minutes: 1 });
  }
  given.clock.advance({ minutes: 5 });
  await rank(given);
  const bytes = async (choice: Choice) => (await topOf(given, choice)).devices.map(([, upload]) => upload);
  expect(await bytes({})).toEqual([100 * (here + there)]);
  expect(await bytes({ location: there })).toEqual([100 * there]);
});

it('omits removed devices, and deletes what is ranked of deleted locations', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { devices, location, send } = await givenSenders(given, 2);
  given.clock.advance({ minutes: 1 });
  await send([0, 100], [1, 50]);
  given.clock.advance({ minutes: 5 });
  await rank(given);
  await given.database.query(`delete from device where id = ${devices[0]?.id}`);
  expect(await topOf(given, {})).toMatchObject({ total: [150, 0], devices: [[named(devices, 1), 50, 0]] });
  await given.database.query(`delete from location where id = ${location}`);
  expect(await topOf(given, {})).toMatchObject({ total: [0, 0], devices: [] });
  await purgeDeletedTraffic(given.db, given.clock.now());
  expect(
    await given.database.query('select location_id from traffic_top union select location_id from traffic_ranked'),
  ).toEqual([]);
});

it('deletes buckets after their retention time', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { send } = await givenSenders(given, 1);
  given.clock.advance({ minutes: 1 });
  await send([0, 100]);
  const steps = async (hours: number) => {
    given.clock.advance({ hours });
    await rollUpTraffic(given.db, given.clock.now(), retentionDays);
    await rank(given);
    return (await given.database.query('select distinct step from traffic_top order by step')).map(
      (row) => row['step'],
    );
  };
  expect(await steps(1)).toEqual(['five_minutes', 'hour']);
  expect(await steps(26)).toEqual(['day', 'hour']);
  expect(await steps(36 * 24)).toEqual(['day']);
  expect(await steps(365 * 24)).toEqual([]);
});

it('rejects a period that is reversed, too long or in the future, and an unknown location', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const outcome = (choice: Choice) =>
    given.stats.rankDevices(choice).then(
      () => 'ranked',
      (error: { code: string }) => error.code,
    );
  const from = '2030-01-15T09:00:00Z';
  expect(await outcome({ from, to: from })).toBe('time_range_invalid');
  expect(await outcome({ from, to: '2030-01-15T08:00:00Z' })).toBe('time_range_invalid');
  expect(await outcome({ from: '2029-12-11T09:59:59Z' })).toBe('time_range_invalid');
  expect(await outcome({ from: '2029-12-11T10:00:00Z' })).toBe('ranked');
  expect(await outcome({ from: '2030-01-15T10:00:01Z', to: '2030-01-15T11:00:00Z' })).toBe('time_in_future');
  expect(await outcome({ location: 999 })).toBe('location_not_found');
});
