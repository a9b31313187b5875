import { median } from '../figures.ts';
import { startFleet } from '../gateways/fleet.ts';
import { atLeast, atMost, type Measure } from '../measure.ts';

/** Number of simultaneous reports, as independent gateways collide. */
const parallel = 3;

export const intake: Measure = {
  name: 'intake',
  async *run(instance) {
    await using fleet = await startFleet(instance, instance.quick ? 200 : 5_000);
    // the first report says which devices are connected; only later reports count traffic
    let lost = await fleet.report(parallel);
    const perSecond: number[] = [];
    for (let round = 0; round < (instance.quick ? 3 : 7); round += 1) {
      const startedAt = performance.now();
      lost += await fleet.report(parallel);
      perSecond.push((fleet.clients / (performance.now() - startedAt)) * 1000);
    }
    const gateways = `${fleet.gateways.length} gateways with ${fleet.clients} clients`;
    yield* [
      {
        name: `traffic samples taken in, ${gateways}`,
        value: median(perSecond),
        unit: 'samples/s',
        budget: atLeast(20_000),
      },
      { name: 'reports lost of these', value: lost, unit: '', budget: atMost(0) },
      {
        name: 'reports lost when all gateways report at the same time',
        value: await fleet.report(fleet.gateways.length),
        unit: '',
        budget: atMost(0),
      },
    ];
  },
};
