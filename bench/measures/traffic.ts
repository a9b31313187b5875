import { startFleet } from '../gateways/fleet.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';
import { p95 } from './lists.ts';

const hourMilliseconds = 3_600_000;
/** Number of gateways that report at the same time. */
const parallel = 2;

export const traffic: Measure = {
  name: 'traffic',
  async *run(instance) {
    const perGateway = instance.quick ? 50 : 500;
    await using fleet = await startFleet(instance, perGateway);
    // the first report says which devices are connected; only later reports count traffic
    await fleet.report(parallel);
    yield { name: 'first ranking of all devices', value: await rankFirst(instance), unit: 's', budget: atMost(60) };
    const location = `/network/${fleet.gateways[0]?.locationId}/stats`;
    const calls = [
      { name: 'traffic of a location, 24 h', path: `${location}?${since(24)}`, limit: 30 },
      { name: 'traffic of a location, 1 h', path: `${location}?${since(1)}`, limit: 30 },
      {
        name: `traffic of all locations with ${fleet.clients} clients`,
        path: `/network/stats?${since(24)}`,
        limit: 50,
      },
      {
        name: `locations with people and traffic with ${fleet.clients} clients, 24 h`,
        path: `/network/stats/locations?${since(24)}`,
        limit: 50,
      },
      { name: 'devices with the most traffic, 24 h', path: `/network/stats/top?${since(24)}`, limit: 50 },
      { name: 'devices with the most traffic, 34 d', path: `/network/stats/top?${since(34 * 24)}`, limit: 50 },
      { name: `${perGateway} connected devices, 1 h`, path: `${location}/users?${since(1)}`, limit: 200 },
      { name: `${perGateway} connected devices, 24 h`, path: `${location}/users?${since(24)}`, limit: 200 },
    ];
    calls.push(...(await yearsOfTraffic(instance, fleet.gateways[0]?.locationId)));
    for (const { name, path, limit } of calls) {
      // keeps handshakes recent
      await fleet.report(parallel);
      yield { name: `${name}, p95`, value: await p95(instance, path), unit: 'ms', budget: atMost(limit) };
    }
  },
};

/** Of a location, of the user with the most devices, and of one of these devices. */
async function yearsOfTraffic({ query }: BenchInstance, locationId = 1) {
  const [row] = await query<{ username: string; device: number }>(`
    select u.username, min(d.id) as device from device d join "user" u on u.id = d.user_id where d.kind = 'user'
    group by u.id order by count(*) desc, u.id limit 1`);
  const year = since(365 * 24);
  return [
    { name: 'a year of traffic of a location', path: `/traffic/history?location=${locationId}&${year}`, limit: 50 },
    { name: 'a year of traffic of a user', path: `/traffic/history?username=${row?.username}&${year}`, limit: 50 },
    { name: 'a year of traffic of a device', path: `/traffic/history?device=${row?.device}&${year}`, limit: 50 },
  ];
}

const pollMilliseconds = 100;

/** Seconds until the devices of every location are ranked, as after the update that introduced it. */
async function rankFirst({ query }: BenchInstance): Promise<number> {
  await query('truncate traffic_top, traffic_ranked');
  const startedAt = performance.now();
  await query("insert into pgboss.job (name, data) values ('traffic.rank-devices', '{}')");
  for (;;) {
    const missing = await query(
      'select from location l where not exists (select from traffic_ranked r where r.location_id = l.id) limit 1',
    );
    if (missing.length === 0) return (performance.now() - startedAt) / 1000;
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}

function since(hours: number): string {
  return `from=${encodeURIComponent(new Date(Date.now() - hours * hourMilliseconds).toISOString())}`;
}
