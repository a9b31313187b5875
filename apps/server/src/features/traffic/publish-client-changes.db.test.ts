import { expect, it } from 'vitest';
import { subscribeToEvents } from '../../../test/event-subscription.ts';
import { type GivenTraffic, givenTraffic } from '../../../test/given/traffic.ts';

function eventsOf({ published }: GivenTraffic) {
  return published.map(({ type, payload }) => {
    const { deviceId, locationId, endpoint } = payload as { deviceId: number; locationId: number; endpoint: string };
    return [type.replace('vpn.', ''), deviceId, locationId, endpoint];
  });
}

async function givenClient(given: GivenTraffic, disconnectSeconds = 300) {
  const location = await given.location({ disconnectSeconds });
  return { location, gateway: await given.gateway(location), device: await given.device([location]) };
}

const endpoint = '203.0.113.9:40000';

it('publishes once that a device connected, with its owner as actor and its address', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  for (let nth = 1; nth <= 3; nth += 1) {
    await given.report(location, gateway, [{ device, sent: nth, handshakeSecondsAgo: 1, endpoint }]);
    given.clock.advance({ seconds: 30 });
  }
  const [event, ...more] = given.published;
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    type: 'vpn.connected',
    origin: { ip: '203.0.113.9', device: `${device.name} (ID ${device.id})` },
    payload: { deviceId: device.id, userId: device.userId, locationId: location, endpoint },
  });
});

it('does not count a device as connected without an endpoint or with an old handshake', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  const other = await given.device([location]);
  await given.report(location, gateway, [
    { device, handshakeSecondsAgo: 300, endpoint },
    { device: other, handshakeSecondsAgo: 1, endpoint: '' },
  ]);
  given.clock.advance({ seconds: 1 });
  await given.report(location, gateway, [{ device: other, sent: 1, handshakeSecondsAgo: 2, endpoint: '<script>:1' }]);
  expect(eventsOf(given)).toEqual([]);
});

it('publishes a disconnection once, when another report or the job finds the handshake too old', async () => {
  await using given = await givenTraffic();
  const place = await givenClient(given);
  const quiet = await givenClient(given, 120);
  for (const { location, gateway, device } of [place, quiet]) {
    await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  }
  given.clock.advance({ seconds: 119 });
  await given.traffic.publishDisconnections();
  expect(eventsOf(given)).toHaveLength(2);

  given.clock.advance({ seconds: 1 });
  await Promise.all([given.traffic.publishDisconnections(), given.traffic.publishDisconnections()]);
  given.clock.advance({ seconds: 180 });
  await given.report(place.location, place.gateway, []);
  given.clock.advance({ seconds: 30 });
  await given.report(place.location, place.gateway, []);
  await given.traffic.publishDisconnections();
  expect(eventsOf(given).slice(2)).toEqual([
    ['disconnected', quiet.device.id, quiet.location, endpoint],
    ['disconnected', place.device.id, place.location, endpoint],
  ]);
});

it('publishes the disconnection of a device that is no longer a peer, and does not count it as connected', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  expect((await given.stats.summarise(location, undefined)).current_active_user_devices).toBe(1);
  await given.database.query('update peer set removed_at = now() where device_id = $1', [device.id]);
  await given.traffic.publishDisconnections();
  expect(eventsOf(given).at(-1)).toEqual(['disconnected', device.id, location, endpoint]);
  expect(await given.stats.summarise(location, undefined)).toMatchObject({
    current_active_user_devices: 0,
    active_user_devices: 1,
  });

  await given.database.query('update peer set removed_at = null where device_id = $1', [device.id]);
  given.clock.advance({ seconds: 10 });
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  expect(eventsOf(given).at(-1)).toEqual(['connected', device.id, location, endpoint]);
  expect((await given.stats.summarise(location, undefined)).current_active_user_devices).toBe(1);
});

it('publishes nothing when a device moves to another gateway of its location', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  const second = await given.gateway(location);
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  given.clock.advance({ seconds: 200 });
  await given.report(location, second, [{ device, handshakeSecondsAgo: 0, endpoint: '198.51.100.2:1' }]);
  given.clock.advance({ seconds: 200 });
  await given.report(location, second, []);
  await given.traffic.publishDisconnections();
  expect(eventsOf(given)).toEqual([['connected', device.id, location, endpoint]]);

  given.clock.advance({ seconds: 100 });
  await given.traffic.publishDisconnections();
  expect(eventsOf(given).slice(1)).toEqual([['disconnected', device.id, location, '198.51.100.2:1']]);
});

it('limits the entries of a gateway that invents handshakes, and counts the rest in one entry', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  const second = await givenClient({ ...given, location: async () => location });
  // each handshake is just recent enough, so the device connects and disconnects a second later
  const flap = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      await given.report(location, gateway, [{ device, handshakeSecondsAgo: 299, endpoint }]);
      given.clock.advance({ seconds: 1 });
      await given.traffic.publishDisconnections();
    }
  };
  await flap(40);
  // 60 and four for each of the two devices
  expect(eventsOf(given)).toHaveLength(68);
  await given.report(location, second.gateway, [{ device: second.device, handshakeSecondsAgo: 0, endpoint }]);
  expect(eventsOf(given).at(-1)).toEqual(['connected', second.device.id, location, endpoint]);

  given.clock.advance({ hours: 1 });
  await given.logOmitted();
  await given.logOmitted();
  const omitted = given.published.slice(69);
  expect(omitted).toMatchObject([
    { type: 'gateway.entries-omitted', payload: { gateway: { id: gateway }, count: 12 } },
  ]);
});

it('broadcasts events that it does not log to replicas and consoles', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  await given.database.query("update log_allowance set logged = 64 where kind = 'gateway-clients'");
  await using replica = await subscribeToEvents(given.database);
  given.clock.advance({ minutes: 5 });
  await given.traffic.publishDisconnections();
  expect(await replica.next('vpn.disconnected')).toMatchObject({ deviceId: device.id, locationId: location });
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  expect(await replica.next('vpn.connected')).toMatchObject({ deviceId: device.id, locationId: location, endpoint });
  expect(eventsOf(given)).toHaveLength(1);
});

it('limits the entries of all gateways of a location together, so that joining again gains nothing', async () => {
  await using given = await givenTraffic();
  const { location, gateway, device } = await givenClient(given);
  await given.report(location, gateway, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  await given.database.query("update log_allowance set logged = 127 where kind = 'location-clients'");
  const rejoined = await given.gateway(location);
  given.clock.advance({ minutes: 5 });
  await given.traffic.publishDisconnections();
  await given.report(location, rejoined, [{ device, handshakeSecondsAgo: 0, endpoint }]);
  expect(eventsOf(given)).toHaveLength(2);
  given.clock.advance({ hours: 1 });
  await given.logOmitted();
  expect(given.published.at(-1)).toMatchObject({
    payload: { gateway: { id: rejoined }, count: 1 },
  });
});

it('logs every device of a location that connects, disconnects and connects within an hour', async () => {
  await using given = await givenTraffic();
  const { location, gateway } = await givenClient(given);
  const devices = await Promise.all(Array.from({ length: 100 }, () => given.device([location])));
  const connectAll = () =>
    given.report(
      location,
      gateway,
      devices.map((device) => ({ device, handshakeSecondsAgo: 0, endpoint })),
    );
  await connectAll();
  given.clock.advance({ minutes: 5 });
  await given.traffic.publishDisconnections();
  await connectAll();
  expect(eventsOf(given)).toHaveLength(300);
});
