import { expect, it } from 'vitest';
import { type GivenTraffic, givenTraffic, retentionDays, type TrafficDevice } from '../../../test/given/traffic.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockTraffic } from './record.queries.ts';
import { rollUpTraffic } from './roll-up.ts';

/** Bytes of a location within the last hour. */
async function bytesOf(given: GivenTraffic, locationId: number): Promise<{ upload: number; download: number }> {
  const { upload, download } = await given.stats.summarise(locationId, undefined);
  return { upload, download };
}

/** Bytes of a device within the last hour. */
async function bytesOfDevice(given: GivenTraffic, locationId: number, device: TrafficDevice) {
  const { user_devices } = await given.stats.listConnected(locationId, undefined);
  const found = user_devices.flatMap(({ devices }) => devices).find(({ id }) => id === device.id);
  return {
    upload: found?.stats.reduce((sum, point) => sum + point.upload, 0),
    download: found?.stats.reduce((sum, point) => sum + point.download, 0),
  };
}

async function givenConnected(given: GivenTraffic, bytes = 0) {
  const location = await given.location();
  const gateway = await given.gateway(location);
  const device = await given.device([location]);
  await given.report(location, gateway, [{ device, received: bytes, sent: bytes, handshakeSecondsAgo: 5 }]);
  given.clock.advance({ seconds: 30 });
  return { location, gateway, device };
}

it('counts the increase since the previous report, sent bytes as upload and received bytes as download', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given, 1000);
  await given.report(location, gateway, [{ device, received: 1200, sent: 1500, handshakeSecondsAgo: 35 }]);
  expect(await bytesOf(given, location)).toEqual({ upload: 500, download: 200 });
  expect(await bytesOfDevice(given, location, device)).toEqual({ upload: 500, download: 200 });
  expect(given.traffic.counted.get(location)).toEqual({ upload: 500, download: 200 });
});

it('counts nothing for the first report of a device at a gateway', async () => {
  await using given = await givenTraffic();
  const { location, device } = await givenConnected(given, 5_000_000);
  expect(await bytesOf(given, location)).toEqual({ upload: 0, download: 0 });
  expect(await bytesOfDevice(given, location, device)).toEqual({ upload: 0, download: 0 });
});

it('counts the whole value of a counter that was reset', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given, 1000);
  await given.report(location, gateway, [{ device, received: 300, sent: 2000, handshakeSecondsAgo: 1 }]);
  expect(await bytesOf(given, location)).toEqual({ upload: 2000, download: 300 });
});

it('counts a repeated report once', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given);
  const report = given.reportOf([{ device, received: 10, sent: 20, handshakeSecondsAgo: 35 }]);
  await Promise.all([1, 2, 3].map(() => given.traffic.record(location, gateway, report)));
  expect(await bytesOf(given, location)).toEqual({ upload: 20, download: 10 });
});

it('ignores a report that a later one has overtaken', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given);
  const early = given.reportOf([{ device, received: 10, sent: 10, handshakeSecondsAgo: 35 }]);
  given.clock.advance({ seconds: 30 });
  await given.report(location, gateway, [{ device, received: 15, sent: 15, handshakeSecondsAgo: 65 }]);
  await given.traffic.record(location, gateway, early);
  given.clock.advance({ seconds: 30 });
  await given.report(location, gateway, [{ device, received: 20, sent: 20, handshakeSecondsAgo: 95 }]);
  expect(await bytesOf(given, location)).toEqual({ upload: 20, download: 20 });
});

it('counts reports again a minute after the clock of a gateway was set back', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given);
  given.clock.advance({ seconds: 31 });
  const report = given.reportOf([{ device, received: 10, sent: 10, handshakeSecondsAgo: 66 }]);
  await given.traffic.record(location, gateway, {
    ...report,
    measuredAt: { seconds: BigInt(Date.parse('2029-01-01T00:00:00Z') / 1000), nanos: 0 },
  });
  expect(await bytesOf(given, location)).toEqual({ upload: 10, download: 10 });
});

it('adds the traffic of a device through two gateways of a location', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given, 100);
  const second = await given.gateway(location);
  await given.report(location, second, [{ device, received: 900, sent: 900, handshakeSecondsAgo: 3 }]);
  given.clock.advance({ seconds: 30 });
  await Promise.all([
    given.report(location, gateway, [{ device, received: 110, sent: 120, handshakeSecondsAgo: 65 }]),
    given.report(location, second, [{ device, received: 901, sent: 902, handshakeSecondsAgo: 33 }]),
  ]);
  expect(await bytesOf(given, location)).toEqual({ upload: 22, download: 11 });
  expect(await bytesOfDevice(given, location, device)).toEqual({ upload: 22, download: 11 });
});

it('ignores keys that are not peers of the location, and unknown locations', async () => {
  await using given = await givenTraffic();
  const { location, gateway } = await givenConnected(given);
  const elsewhere = await given.device([await given.location()]);
  const removed = await given.device([location]);
  await given.database.query('update peer set removed_at = now() where device_id = $1', [removed.id]);
  const unknown = { id: 0, name: '', userId: 0, publicKey: Buffer.alloc(32, 7) };
  for (const bytes of [0, 1000]) {
    const peers = [elsewhere, removed, unknown].map((device) => ({
      device,
      received: bytes,
      sent: bytes,
      handshakeSecondsAgo: 1,
    }));
    await given.report(location, gateway, peers);
    await given.report(2_000_000, gateway, peers);
    given.clock.advance({ seconds: 30 });
  }
  expect(await bytesOf(given, location)).toEqual({ upload: 0, download: 0 });
});

it('stores nothing for peers that never connected, and writes nothing for idle ones', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given);
  const idle = await given.device([location]);
  const rows = () => given.database.query('select ctid, * from traffic_latest');
  const before = await rows();
  await given.report(location, gateway, [{ device: idle }, { device, handshakeSecondsAgo: 35 }]);
  expect(before).toHaveLength(1);
  expect(await rows()).toEqual(before);
});

it('counts all traffic when reports arrive at irregular intervals, across hours', async () => {
  await using given = await givenTraffic('2030-01-15T10:50:00Z');
  const { location, gateway, device } = await givenConnected(given);
  for (let nth = 1; nth <= 40; nth += 1) {
    given.clock.advance({ seconds: nth % 7 === 0 ? 200 : 20 });
    await given.report(location, gateway, [{ device, received: nth * 10, sent: nth * 100, handshakeSecondsAgo: 1 }]);
  }
  expect(await bytesOf(given, location)).toEqual({ upload: 4000, download: 400 });
  expect(await bytesOfDevice(given, location, device)).toEqual({ upload: 4000, download: 400 });
});

it('changes the traffic of a location in one transaction at a time, without blocking other locations', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenConnected(given);
  const other = await givenConnected(given);
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = inTransaction(given.db, async (tx) => {
    await lockTraffic(tx, location);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;

  const peer = { received: 10, sent: 20, handshakeSecondsAgo: 35 };
  const report = given.report(location, gateway, [{ ...peer, device }]);
  await given.database.untilBlocked(report);
  const rollUp = rollUpTraffic(given.db, given.clock.now(), retentionDays);
  await given.database.untilBlocked(rollUp, 2);
  await given.report(other.location, other.gateway, [{ ...peer, device: other.device }]);
  expect(await bytesOf(given, other.location)).toEqual({ upload: 20, download: 10 });
  expect(await bytesOf(given, location)).toEqual({ upload: 0, download: 0 });

  release.resolve();
  await Promise.all([holder, report, rollUp]);
  expect(await bytesOf(given, location)).toEqual({ upload: 20, download: 10 });
});
