import { medianOf } from '../figures.ts';
import { atMost, type Measure } from '../measure.ts';

export const start: Measure = {
  name: 'start',
  async *run(instance) {
    const milliseconds = await medianOf(instance.quick ? 2 : 5, () => instance.restart());
    yield* [
      {
        name: 'start with existing data and the embedded database until ready',
        value: milliseconds / 1000,
        unit: 's',
        budget: atMost(2),
      },
    ];
  },
};
