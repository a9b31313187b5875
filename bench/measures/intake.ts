import { median } from '../figures.ts';
import { startFleet } from '../gateways/fleet.ts';
import { atLeast, type Measure } from '../measure.ts';

export const intake: Measure = {
  name: 'intake',
  async run(world) {
    await using fleet = await startFleet(world, world.quick ? 200 : 5_000);
    // the first says who is connected, and only the ones after it count traffic
    await fleet.report();
    const perSecond: number[] = [];
    for (let round = 0; round < (world.quick ? 3 : 15); round += 1) {
      const startedAt = performance.now();
      await fleet.report();
      perSecond.push((fleet.clients / (performance.now() - startedAt)) * 1000);
    }
    return [
      {
        name: `traffic samples taken in, ${fleet.gateways.length} gateways with ${fleet.clients} clients`,
        value: median(perSecond),
        unit: 'samples/s',
        budget: atLeast(20_000),
      },
    ];
  },
};
