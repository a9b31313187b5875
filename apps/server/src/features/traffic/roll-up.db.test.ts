import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, retentionDays, type TrafficDevice } from '../../../test/given/traffic.ts';
import { purgeDeletedTraffic, rollUpTraffic } from './roll-up.ts';

const rollUp = ({ db, clock }: GivenTraffic) => rollUpTraffic(db, clock.now(), retentionDays);

/** The series of a connected device since the instant. */
async function seriesOf({ stats }: GivenTraffic, locationId: number, device: TrafficDevice, from: string) {
  const { user_devices } = await stats.listConnected(locationId, from);
  const found = user_devices.flatMap(({ devices }) => devices).find(({ id }) => id === device.id);
  return found?.stats.map(({ collected_at, upload, download }) => [collected_at, upload, download]);
}

async function tablesWithTraffic({ database }: GivenTraffic): Promise<Record<string, number>> {
  const tables = ['traffic_minutes', 'traffic_hours', 'traffic_days', 'traffic_total', 'traffic_latest'];
  const counts = tables.map(async (name) => {
    const [row] = await database.query(`select count(*)::int as rows from ${name}`);
    return [name, Number(row?.['rows'])] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** A device that sent 10 bytes a minute for the first three minutes of each of the hours. */
async function givenHours(given: GivenTraffic, hours: number) {
  const location = await given.location();
  const gateway = await given.gateway(location);
  const device = await given.device([location]);
  let sent = 0;
  const report = () => given.report(location, gateway, [{ device, sent, handshakeSecondsAgo: 0 }]);
  await report();
  for (let hour = 0; hour < hours; hour += 1) {
    for (let minute = 0; minute < 3; minute += 1) {
      sent += 10;
      await report();
      given.clock.advance({ minutes: 1 });
    }
    given.clock.advance({ minutes: 57 });
  }
  return { location, gateway, device, report };
}

it('shows the owner the same traffic of a day before and after each roll-up', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { device, report } = await givenHours(given, 3);
  await report();
  const [owner] = await given.database.query(`select username from "user" where id = ${device.userId}`);
  const traffic = async () =>
    (await given.stats.listConnectionsOf(String(owner?.['username']))).map(({ upload, download }) => [
      upload,
      download,
    ]);
  const before = await traffic();
  expect(before).toEqual([[90, 0]]);
  await rollUp(given);
  expect(await traffic()).toEqual(before);
  given.clock.advance({ minutes: 23 * 60 });
  await report();
  await rollUp(given);
  // the first of the three hours is more than a day ago
  expect(await traffic()).toEqual([[30, 0]]);
});

it('shows the same hours before and after each roll-up', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { location, device, report } = await givenHours(given, 3);
  await report();
  const hours = [10, 11, 12].map((hour) => [`2030-01-15T${hour}:00:00`, 30, 0]);
  const from = '2030-01-15T06:00:00Z';
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await seriesOf(given, location, device, from)).toEqual(hours);
    await rollUp(given);
  }
});

it('adds traffic that is reported after its hour was rolled up', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { location, gateway, device } = await givenHours(given, 1);
  await rollUp(given);
  given.clock.advance({ hours: 2 });
  await rollUp(given);
  await given.report(location, gateway, [{ device, sent: 35, handshakeSecondsAgo: 0 }]);
  const hours = [
    ['2030-01-15T10:00:00', 30, 0],
    ['2030-01-15T13:00:00', 5, 0],
  ];
  for (let nth = 0; nth < 2; nth += 1) {
    expect(await seriesOf(given, location, device, '2030-01-15T05:00:00Z')).toEqual(hours);
    await rollUp(given);
  }
});

it('shows the last six hours by the minute after older minutes were deleted', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { location, device, report } = await givenHours(given, 9);
  await rollUp(given);
  await report();
  const minutes = [14, 15, 16, 17, 18].flatMap((hour) =>
    [0, 1, 2].map((minute) => [`2030-01-15T${hour}:0${minute}:00`, 10, 0]),
  );
  expect(await seriesOf(given, location, device, '2030-01-15T13:00:01Z')).toEqual([
    ['2030-01-15T13:00:00', 10, 0],
    ['2030-01-15T13:01:00', 10, 0],
    ['2030-01-15T13:02:00', 10, 0],
    ...minutes,
  ]);
  expect((await given.database.query('select min(starts_at) as first from traffic_minutes'))[0]?.['first']).toEqual(
    new Date('2030-01-15T12:00:00Z'),
  );
});

it('rolls hours up into days after a month, and deletes days after a year', async () => {
  await using given = await givenTraffic('2030-01-31T23:00:00Z');
  const { location, device, report } = await givenHours(given, 3);
  await rollUp(given);
  given.clock.advance({ hours: 24 * 40 });
  await rollUp(given);
  await rollUp(given);
  await report();
  const from = '2030-01-31T00:00:00Z';
  expect(await seriesOf(given, location, device, from)).toEqual([
    ['2030-01-31T00:00:00', 30, 0],
    ['2030-02-01T00:00:00', 50, 0],
    // the last minute with traffic is not rolled up until there is another
    ['2030-02-01T01:00:00', 10, 0],
  ]);
  expect((await given.stats.summarise(location, from)).upload).toBe(90);
  expect(await tablesWithTraffic(given)).toMatchObject({ traffic_minutes: 0, traffic_hours: 0, traffic_days: 2 });

  given.clock.advance({ hours: 24 * 400 });
  await rollUp(given);
  expect(await tablesWithTraffic(given)).toEqual({
    traffic_minutes: 0,
    traffic_hours: 0,
    traffic_days: 0,
    traffic_total: 0,
    traffic_latest: 1,
  });
});

it('purges only the traffic of deleted devices and locations', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { device } = await givenHours(given, 2);
  const { location } = await givenHours(given, 2);
  const remaining = await givenHours(given, 2);
  await rollUp(given);
  await given.database.query('delete from device where id = $1', [device.id]);
  await given.database.query('delete from location where id = $1', [location]);
  await purgeDeletedTraffic(given.db, given.clock.now());
  await remaining.report();
  expect(await seriesOf(given, remaining.location, remaining.device, '2030-01-15T00:00:00Z')).toHaveLength(2);
  for (const table of ['traffic_latest', 'traffic_hours']) {
    const rows = await given.database.query(`select distinct device_id from ${table}`);
    expect(rows).toEqual([{ device_id: remaining.device.id }]);
  }
});

it('retains the traffic of a removed gateway', async () => {
  await using given = await givenTraffic('2030-01-15T10:00:00Z');
  const { location, gateway, device } = await givenHours(given, 2);
  await rollUp(given);
  const successor = await given.gateway(location);
  await given.report(location, successor, [{ device, handshakeSecondsAgo: 1 }]);
  await given.database.query('update component set removed_at = now() where id = $1', [gateway]);
  const before = await seriesOf(given, location, device, '2030-01-15T00:00:00Z');
  await purgeDeletedTraffic(given.db, given.clock.now());
  expect(before).toHaveLength(2);
  expect(await seriesOf(given, location, device, '2030-01-15T00:00:00Z')).toEqual(before);
  const rows = await given.database.query('select gateway_id from traffic_latest');
  expect(rows).toEqual([{ gateway_id: successor }]);
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      at: fc.nat(1),
      bytes: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), at: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), at: fc.nat(1), back: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 2, 30, 61, 600, 3600, 20_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll up' as const) }) },
);

it('shows exactly the reported bytes, despite repeated and late reports and counter resets', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await using given = await givenTraffic('2030-01-10T00:00:00Z');
      const location = await given.location();
      const devices = await Promise.all([1, 2, 3].map(() => given.device([location])));
      const gateways = await Promise.all(
        [1, 2].map(async () => ({ id: await given.gateway(location), counters: [0, 0, 0], sent: [] as SentReport[] })),
      );
      const expected = [0, 0, 0];
      async function report(at: number): Promise<void> {
        const gateway = gateways[at];
        if (!gateway) return;
        given.clock.advance({ seconds: 1 });
        const peers = devices.map((device, nth) => ({
          device,
          sent: gateway.counters[nth] ?? 0,
          received: (gateway.counters[nth] ?? 0) * 2,
          handshakeSecondsAgo: 0,
        }));
        const message = given.reportOf(peers);
        gateway.sent.push({ message, at: given.clock.now() });
        await given.traffic.record(location, gateway.id, message);
      }
      await report(0);
      await report(1);
      for (const taken of steps) {
        if (taken.kind === 'wait') given.clock.advance({ seconds: taken.seconds });
        if (taken.kind === 'roll up') await rollUp(given);
        const gateway = 'at' in taken ? gateways[taken.at] : undefined;
        if (!gateway || !('at' in taken)) continue;
        if (taken.kind === 'report') {
          for (const [nth, bytes] of taken.bytes.entries()) {
            gateway.counters[nth] = (gateway.counters[nth] ?? 0) + bytes;
            expected[nth] = (expected[nth] ?? 0) + bytes;
          }
          await report(taken.at);
        }
        // counters start at 0 again
        if (taken.kind === 'reset') {
          gateway.counters = [0, 0, 0];
          await report(taken.at);
        }
        if (taken.kind === 'again') {
          const late = gateway.sent.at(-taken.back);
          // a later repetition counts as a clock that was set back
          if (late && given.clock.now().getTime() - late.at.getTime() < 60_000) {
            await given.traffic.record(location, gateway.id, late.message);
          }
        }
      }
      await Promise.all([report(0), report(1)]);
      const from = '2030-01-09T00:00:00Z';
      const shown = await Promise.all(devices.map((device) => seriesOf(given, location, device, from)));
      const sums = shown.map((series = []) => series.reduce((sum, [, upload]) => sum + Number(upload), 0));
      expect(sums).toEqual(expected);
      const all = expected.reduce((sum, bytes) => sum + bytes, 0);
      expect(await given.stats.summarise(location, from)).toMatchObject({ upload: all, download: 2 * all });
    }),
    { numRuns: 15 },
  );
});

interface SentReport {
  readonly message: ReturnType<GivenTraffic['reportOf']>;
  readonly at: Date;
}
