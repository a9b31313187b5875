import { startFleet } from '../gateways/fleet.ts';
import { atMost, type Measure } from '../measure.ts';
import { p95 } from './lists.ts';

const hour = 3_600_000;
const atOnce = 2;

export const traffic: Measure = {
  name: 'traffic',
  async run(world) {
    await using fleet = await startFleet(world, world.quick ? 50 : 500);
    await fleet.report(atOnce);
    const since = (hours: number) => `from=${encodeURIComponent(new Date(Date.now() - hours * hour).toISOString())}`;
    const [first] = fleet.gateways;
    const location = `/network/${first?.locationId}/stats`;
    const calls = [
      { name: 'traffic of a location, 24 h', path: `${location}?${since(24)}`, limit: 30 },
      { name: 'traffic of a location, 1 h', path: `${location}?${since(1)}`, limit: 30 },
      { name: 'traffic of all locations, 24 h', path: `/network/stats?${since(24)}`, limit: 50 },
      { name: 'who is connected to a location, 1 h', path: `${location}/users?${since(1)}`, limit: 50 },
      { name: 'who is connected to a location, 24 h', path: `${location}/users?${since(24)}`, limit: 50 },
    ];
    const readings = [{ name: 'clients connected meanwhile', value: fleet.clients, unit: '' }];
    for (const { name, path, limit } of calls) {
      // handshakes stay young while somebody looks
      await fleet.report(atOnce);
      readings.push(
        Object.assign({ name: `${name}, p95`, value: await p95(world, path), unit: 'ms' }, { budget: atMost(limit) }),
      );
    }
    return readings;
  },
};
