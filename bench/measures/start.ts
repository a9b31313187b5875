import { medianOf } from '../figures.ts';
import { atMost, type Measure } from '../measure.ts';

export const start: Measure = {
  name: 'start',
  async run(world) {
    const milliseconds = await medianOf(world.quick ? 2 : 5, () => world.restart());
    return [
      {
        name: 'start with existing data and the embedded database until ready',
        value: milliseconds / 1000,
        unit: 's',
        budget: atMost(2),
      },
    ];
  },
};
